"""Rules of matching, each with both sides: a name alone never decides."""

import pytest

from tournaments.formats.matching import (
    Candidate,
    FileIdentity,
    Match,
    MatchKind,
    ProposedMatch,
    match_player,
    name_key,
    name_keys,
    transliterate,
)
from tournaments.formats.parsed import PartialDate
from tournaments.wording import match_message

BORN = PartialDate(1990, 5, 6)
NAME = "Коваль, Лука"


def known(
    player: int = 7,
    name: str = NAME,
    fide_id: int | None = None,
    birth: PartialDate | None = BORN,
    sex: str | None = "m",
) -> Candidate:
    return Candidate(player, name_keys(name), fide_id, birth, sex)


def said(
    name: str = NAME,
    fide_id: int | None = None,
    birth: PartialDate | None = BORN,
    sex: str | None = "m",
) -> FileIdentity:
    return FileIdentity(name_keys(name), fide_id, birth, sex)


def outcome(match: Match) -> tuple[str, int | None, list[tuple[int, str]], str]:
    """The match without parameters; every reason must have a sentence."""
    for reason, params in [
        (match.reason_key, match.params),
        *((proposed.reason_key, proposed.params) for proposed in match.candidates),
    ]:
        assert match_message(reason, params)
    proposals = [(proposed.player, proposed.reason_key) for proposed in match.candidates]
    return match.kind.value, match.player, proposals, match.reason_key


@pytest.mark.parametrize(
    "identity",
    [
        said(fide_id=14100018),
        said(fide_id=14100018, name="Інший, Петро"),
        said(fide_id=14100018, birth=PartialDate(1980)),
        said(fide_id=14100018, name="Інший, Петро", birth=None),
        said(fide_id=14100018, name="Інший, Петро", birth=PartialDate(1990)),
    ],
)
def test_same_fide_number_decides(identity: FileIdentity) -> None:
    match = match_player(identity, [known(fide_id=14100018), known(8, fide_id=14100026)])
    assert outcome(match) == ("matched", 7, [], "match.same_fide_id")


def test_same_fide_number_with_another_name_and_year_is_doubtful() -> None:
    identity = said(fide_id=14100018, name="Інший, Петро", birth=PartialDate(1980))
    reason = "match.same_fide_id_other_person"
    assert outcome(match_player(identity, [known(fide_id=14100018)])) == (
        "doubtful",
        None,
        [(7, reason)],
        reason,
    )


def test_fide_number_of_two_players_is_doubtful() -> None:
    match = match_player(
        said(fide_id=14100018), [known(7, fide_id=14100018), known(8, fide_id=14100018)]
    )
    reason = "match.fide_id_shared"
    assert outcome(match) == ("doubtful", None, [(7, reason), (8, reason)], reason)


@pytest.mark.parametrize(("mine", "theirs"), [(None, None), (14100018, None), (None, 14100018)])
def test_same_name_and_birth_date_decides(mine: int | None, theirs: int | None) -> None:
    match = match_player(said(fide_id=mine), [known(fide_id=theirs)])
    assert outcome(match) == ("matched", 7, [], "match.same_name_and_birth_date")


def test_same_name_and_birth_date_with_other_fide_number_is_doubtful() -> None:
    match = match_player(said(fide_id=14100018), [known(fide_id=14100026)])
    reason = "match.same_name_and_birth_date_other_fide_id"
    assert match == Match(
        MatchKind.DOUBTFUL,
        None,
        (ProposedMatch(7, reason, {"fide_id": 14100018, "known": 14100026}),),
        reason,
        {"fide_id": 14100018, "known": 14100026},
    )


def test_same_name_and_birth_date_with_other_sex_is_doubtful() -> None:
    match = match_player(said(sex="w"), [known()])
    reason = "match.same_name_and_birth_date_other_sex"
    assert outcome(match) == ("doubtful", None, [(7, reason)], reason)
    assert outcome(match_player(said(sex=None), [known()]))[0] == "matched"


def test_two_of_the_same_name_and_birth_date_are_doubtful() -> None:
    reason = "match.same_name_and_birth_date"
    assert outcome(match_player(said(), [known(8), known(7)])) == (
        "doubtful",
        None,
        [(7, reason), (8, reason)],
        "match.several_same_name_and_birth_date",
    )


@pytest.mark.parametrize(
    "birth", [PartialDate(1990), PartialDate(1990, 5), PartialDate(1990, 1, 1)]
)
def test_same_name_and_year_is_proposed_before_the_name_only(birth: PartialDate) -> None:
    match = match_player(said(birth=birth), [known(5, birth=None), known(6)])
    assert outcome(match) == (
        "doubtful",
        None,
        [(6, "match.same_name_and_birth_year"), (5, "match.same_name")],
        "match.same_name_and_birth_year",
    )


def test_two_bare_years_do_not_decide() -> None:
    match = match_player(said(birth=PartialDate(1990)), [known(birth=PartialDate(1990))])
    assert outcome(match)[:2] == ("doubtful", None)


def test_same_name_only_is_doubtful() -> None:
    match = match_player(said(birth=None), [known()])
    assert outcome(match) == ("doubtful", None, [(7, "match.same_name")], "match.same_name")


def test_nobody_is_new() -> None:
    assert outcome(match_player(said(), [known(name="Інший, Петро")])) == (
        "new",
        None,
        [],
        "match.nobody",
    )
    assert outcome(match_player(said(fide_id=14100018), [])) == ("new", None, [], "match.nobody")


def test_name_without_letters_matches_nobody() -> None:
    assert outcome(match_player(said(name="-"), [known(name=".")]))[0] == "new"


def test_latin_name_meets_a_cyrillic_one() -> None:
    assert outcome(match_player(said(name="KOVAL Luka"), [known()]))[:2] == ("matched", 7)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Коваль, Лука", "ковал лука"),
        ("ЛУКА КОВАЛЬ", "ковал лука"),
        ("М'ята-Їжак,Є.", "їжак мята є"),
        ("Мʼята Їжак Є", "їжак мята є"),
        ("М’ята Їжак Є", "їжак мята є"),
        ("М`ята Їжак Є", "їжак мята є"),
        ("\u0438\u0306ода", "йода"),
        ("Müller,José", "jose muller"),
        ("O'Brien", "obrien"),
        ("", ""),
    ],
)
def test_name_key(text: str, key: str) -> None:
    assert sorted(name_key(text).split()) == sorted(key.split())
    assert name_key(text) == " ".join(sorted(key.split()))


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        (
            "Алушта Борщагівка Вінниця Гадяч Ґалаґан",
            "Alushta Borshchahivka Vinnytsia Hadiach Galagan",
        ),
        ("Згорани Розгон", "Zghorany Rozghon"),
        ("Єнакієве Гаєвич Короп’є", "Yenakiieve Haievych Koropie"),
        ("Їжакевич Кадиївка Мар’їне", "Yizhakevych Kadyivka Marine"),
        ("Йосипівка Стрий Олексій", "Yosypivka Stryi Oleksii"),
        ("Юрій Корюківка Яготин Знам’янка", "Yurii Koriukivka Yahotyn Znamianka"),
        ("Феодосія Харків Біла Церква", "Feodosiia Kharkiv Bila Tserkva"),
        ("Щербухи Гоща ЩЕРБУХИ", "Shcherbukhy Hoshcha SHCHERBUKHY"),
        ("Русь Львів", "Rus Lviv"),
        ("Иванов-Ярый Ёж Эль Объедков", "Yvanov-Yaryi Ezh El Obedkov"),
        ("Я. Ю", "Ya. Yu"),
        ("O'Brien 7", "O'Brien 7"),
    ],
)
def test_transliteration_of_2010(cyrillic: str, latin: str) -> None:
    assert transliterate(cyrillic) == latin

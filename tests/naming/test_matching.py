"""Rules of matching, each with both sides: a name alone never decides."""

from dataclasses import replace

import pytest

from federation.match_wording import DETAILS, MATCHES, match_message
from federation.naming import (
    CODES,
    Birth,
    Identity,
    Match,
    Person,
    Pool,
    Remembered,
    match_person,
    name_key,
)

BORN = Birth(1990, 5, 6)
NAME = "Коваль Лука"


def known(
    player: int = 7,
    name: str = NAME,
    fide_id: int | None = None,
    birth: Birth | None = BORN,
    sex: str | None = "m",
    **more: object,
) -> Person:
    return Person(player, (name,), birth, fide_id, sex=sex, **more)  # type: ignore[arg-type]


def said(
    name: str = "Коваль, Лука",
    fide_id: int | None = None,
    birth: Birth | None = BORN,
    sex: str | None = "m",
    **more: object,
) -> Identity:
    return Identity(name, birth, fide_id, sex=sex, **more)  # type: ignore[arg-type]


def matched(asked: Identity, *people: Person) -> Match:
    """Through the keys, as the registry finds people; every reason must have a sentence."""
    pool = Pool()
    for person in people:
        pool.add(person)
    match = match_person(asked, pool.candidates(asked))
    for one in (match, *match.candidates):
        assert match_message(one.reason_key, one.params, one.details)
    return match


def outcome(asked: Identity, *people: Person) -> tuple[str, int | None, list[tuple[int, str]], str]:
    match = matched(asked, *people)
    proposals = [(one.player, one.reason_key.removeprefix("match.")) for one in match.candidates]
    return match.kind.value, match.player, proposals, match.reason_key.removeprefix("match.")


def doubtful(*proposals: tuple[int, str], because: str = "") -> tuple:
    return "doubtful", None, list(proposals), because or proposals[0][1]


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "identity",
    [
        said(fide_id=14100018),
        said(fide_id=14100018, name="Koval, Luca"),
        said(fide_id=14100018, name="Kowal L."),
        said(fide_id=14100018, birth=Birth(1990)),
        said(fide_id=14100018, birth=None),
    ],
)
def test_same_fide_number_decides(identity: Identity) -> None:
    people = known(fide_id=14100018), known(8, "Коваль Лука", fide_id=14100026)
    assert outcome(identity, *people) == ("matched", 7, [], "same_fide_id")


@pytest.mark.parametrize(
    ("identity", "reason"),
    [
        (said(name="Інший, Петро"), "same_fide_id_other_name"),
        (said(name="Інший, Петро", birth=None), "same_fide_id_other_name"),
        (said(name="Коваль, Петро"), "same_fide_id_other_name"),
        (said(birth=Birth(1980)), "same_fide_id_other_birth"),
        (said(birth=Birth(1990, 6, 5)), "same_fide_id_other_birth"),
        (said(name="Інший, Петро", birth=Birth(1980)), "same_fide_id_other_person"),
        (said(sex="w"), "same_fide_id_other_facts"),
    ],
)
def test_same_fide_number_with_a_contradiction_asks(identity: Identity, reason: str) -> None:
    identity = replace(identity, fide_id=14100018)
    assert outcome(identity, known(fide_id=14100018)) == doubtful((7, reason))


def test_fide_number_of_two_players_asks() -> None:
    people = known(7, fide_id=14100018), known(8, fide_id=14100018)
    shared = "fide_id_shared"
    assert outcome(said(fide_id=14100018), *people) == doubtful((7, shared), (8, shared))


def test_a_mistyped_fide_number_proposes_its_owner_and_the_namesake() -> None:
    people = known(7, "Інший Петро", fide_id=14100018, birth=Birth(1980)), known(8)
    assert outcome(said(fide_id=14100018), *people) == doubtful(
        (7, "same_fide_id_other_person"), (8, "same_name_and_birth_date")
    )


def test_same_national_number_decides_unless_something_contradicts() -> None:
    one = known(national_ids=("UKR 1234",))
    asked = said(name="Koval, Luka", birth=None, national_ids=("UKR 1234",))
    assert outcome(asked, one) == ("matched", 7, [], "same_national_id")
    other = replace(asked, name="Інший, Петро")
    assert outcome(other, one) == doubtful((7, "same_national_id_other_name"))
    elsewhere = replace(asked, fide_id=14100018)
    assert outcome(elsewhere, replace(one, fide_id=14100026)) == doubtful(
        (7, "same_national_id_other_facts")
    )


def test_numbers_of_two_people_in_one_line_ask() -> None:
    people = known(7, fide_id=14100018), known(8, "Коваль Лука", national_ids=("UKR 1234",))
    asked = said(fide_id=14100018, birth=None, national_ids=("UKR 1234",))
    assert outcome(asked, *people)[2][0] == (7, "same_fide_id_other_facts")


# --- names and births ---------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "theirs"), [(None, None), (14100018, None), (None, 14100018)])
def test_same_name_and_birth_date_decides(mine: int | None, theirs: int | None) -> None:
    found = outcome(said(fide_id=mine), known(fide_id=theirs))
    assert found == ("matched", 7, [], "same_name_and_birth_date")


@pytest.mark.parametrize(
    ("identity", "person", "reason"),
    [
        (said(fide_id=14100018), known(fide_id=14100026), "other_fide_id"),
        (said(sex="w"), known(), "other_sex"),
        (
            said(national_ids=("UKR 1",)),
            known(national_ids=("UKR 2",)),
            "other_national_id",
        ),
    ],
)
def test_same_name_and_birth_date_with_other_facts_asks(
    identity: Identity, person: Person, reason: str
) -> None:
    reason = f"same_name_and_birth_date_{reason}"
    assert outcome(identity, person) == doubtful((7, reason))


def test_two_of_the_same_name_and_birth_date_ask() -> None:
    one = "same_name_and_birth_date"
    because = "several_same_name_and_birth_date"
    assert outcome(said(), known(8), known(7)) == doubtful((7, one), (8, one), because=because)


def test_twins_are_never_automatic() -> None:
    twin = known(8, "Коваль Марко")
    assert outcome(said(), twin) == (
        "new",
        None,
        [(8, "other_given_name_same_birth_date")],
        "born_in_other_years",
    )
    assert outcome(said(), known(), twin) == doubtful(
        (7, "same_name_and_birth_date"),
        (8, "other_given_name_same_birth_date"),
        because="others_come_near",
    )


def test_father_and_son_of_one_name_are_never_automatic() -> None:
    father = known(8, "Коваль Лука Лукич", birth=Birth(1960, 5, 6))
    assert outcome(said(birth=Birth(1990)), father)[:2] == ("new", None)
    assert outcome(said(birth=None), father) == doubtful((8, "same_name"))
    assert outcome(said(birth=Birth(1990)), known(7, "Коваль Лука"), father) == doubtful(
        (7, "same_name_and_birth_year"), (8, "same_name_other_birth")
    )


def test_a_namesake_whose_birth_is_unknown_comes_near() -> None:
    assert outcome(said(), known(), known(8, birth=None)) == doubtful(
        (7, "same_name_and_birth_date"), (8, "same_name"), because="others_come_near"
    )


def test_another_patronymic_is_another_person() -> None:
    one = known(name="Коваль Лука Петрович")
    assert outcome(said("Koval, Luka Petrovych"), one)[:2] == ("matched", 7)
    assert outcome(said("Koval, Luka Ivanovych"), one)[:2] == ("doubtful", None)


@pytest.mark.parametrize("birth", [Birth(1990), Birth(1990, 5)])
def test_same_name_and_year_is_proposed_before_the_name_only(birth: Birth) -> None:
    assert outcome(said(birth=birth), known(5, birth=None), known(6)) == doubtful(
        (6, "same_name_and_birth_year"), (5, "same_name")
    )


def test_two_bare_years_do_not_decide() -> None:
    found = outcome(said(birth=Birth(1990)), known(birth=Birth(1990)))
    assert found == doubtful((7, "same_name_and_birth_year"))


@pytest.mark.parametrize("birth", [Birth(1990, 6, 5), Birth(1990, 5, 7), Birth(1991, 5, 6)])
def test_a_slip_in_the_birth_asks(birth: Birth) -> None:
    assert outcome(said(birth=birth), known()) == doubtful((7, "same_name_birth_nearly"))


def test_another_year_of_birth_is_a_new_player_with_a_hint() -> None:
    assert outcome(said(birth=Birth(2012)), known()) == (
        "new",
        None,
        [(7, "same_name_other_birth")],
        "born_in_other_years",
    )


def test_same_name_only_asks() -> None:
    assert outcome(said(birth=None), known()) == doubtful((7, "same_name"))


def test_a_changed_surname_is_proposed_by_given_name_and_date() -> None:
    woman = known(name="Зубова Катерина Петрівна", sex="w")
    assert outcome(said("Korniiuk, Kateryna", sex="w"), woman) == doubtful(
        (7, "other_surname_same_birth_date")
    )


def test_letters_that_can_be_read_otherwise_do_not_decide() -> None:
    found = outcome(said("Holod, Luka"), known(name="Холод Лука"))
    assert found == doubtful((7, "like_name_and_birth_date"))
    assert outcome(said("Kholod, Luka"), known(name="Холод Лука"))[:2] == ("matched", 7)
    assert outcome(said("Sakharov, Luka"), known(name="Захаров Лука"))[:2] == ("doubtful", None)


def test_nobody_is_new() -> None:
    nobody = ("new", None, [], "nobody")
    assert outcome(said(), known(name="Інший Петро")) == nobody
    assert outcome(said(fide_id=14100018)) == nobody
    assert outcome(said(name="-"), known(name=".")) == nobody


# --- memory -------------------------------------------------------------------------------------


def accepted(**more: object) -> Remembered:
    facts = {"key": name_key("Koval L."), "born": "1990", "source": "a.trf", "commission": "Суми"}
    return Remembered(**(facts | more))  # type: ignore[arg-type]


SHORT = said("Koval L.", birth=Birth(1990), federation="UKR")


def test_an_accepted_spelling_decides_with_its_source() -> None:
    match = matched(SHORT, known(remembered=(accepted(on="04.05.2026"),)))
    assert (match.player, match.reason_key) == (7, "match.accepted_before")
    assert match_message(match.reason_key, match.params) == (
        "Accepted so before: file “a.trf”, Суми, 04.05.2026; the birth or number in the file is "
        "the same."
    )


@pytest.mark.parametrize(
    "memory",
    [
        accepted(born="1991"),
        accepted(born=""),
        accepted(federation="POL"),
        accepted(key=name_key("Koval Luka")),
        accepted(commission=""),
    ],
)
def test_a_spelling_accepted_with_other_facts_asks(memory: Remembered) -> None:
    assert outcome(SHORT, known(remembered=(memory,)))[:2] == ("doubtful", None)


def test_a_spelling_accepted_by_its_fide_number_decides_without_birth() -> None:
    asked = replace(SHORT, birth=None, fide_id=14100018)
    remembered = (accepted(born="", fide_id=14100018),)
    assert outcome(asked, known(remembered=remembered))[:2] == ("matched", 7)


def test_an_accepted_spelling_without_birth_or_number_asks() -> None:
    asked = replace(SHORT, birth=None)
    assert outcome(asked, known(remembered=(accepted(born=""),)))[:2] == ("doubtful", None)


def test_a_spelling_accepted_for_two_people_asks() -> None:
    people = known(7, remembered=(accepted(),)), known(8, remembered=(accepted(),))
    several = "accepted_for_several"
    assert outcome(SHORT, *people) == doubtful((7, several), (8, several))


def test_an_accepted_spelling_does_not_decide_against_the_facts() -> None:
    one = known(fide_id=14100026, remembered=(accepted(),))
    assert outcome(replace(SHORT, fide_id=14100018), one)[:2] == ("doubtful", None)
    moved = known(birth=Birth(1970), remembered=(accepted(),))
    assert outcome(SHORT, moved)[:2] == ("new", None)


# --- words --------------------------------------------------------------------------------------


def test_every_reason_has_a_sentence() -> None:
    assert set(MATCHES) == CODES


def test_what_differs_is_said() -> None:
    match = matched(
        said("Nikolai Schewtschenko", birth=Birth(1990)), known(name="Шевченко Микола Іванович")
    )
    first = match.candidates[0]
    assert match_message(first.reason_key, first.params, first.details) == (
        "Same name and year of birth (1990). Compare the rest and choose. "
        "Schewtschenko and Шевченко agree in German spelling. "
        "Nikolai and Микола are one given name. The given name stands before the surname."
    )


def test_sentences_are_whole_sentences() -> None:
    facts = ("fide_id", "known", "number", "said_birth", "known_birth", "year", "said", "n")
    params = dict.fromkeys((*facts, "source", "commission", "day"), 2)
    texts = [str(words % params) for words in (*MATCHES.values(), *DETAILS.values())]
    assert [text for text in texts if not text.endswith(".") or "%" in text] == []


def test_another_patronymic_in_any_name_of_the_person_contradicts() -> None:
    one = replace(known(), names=("Коваль Лука Петрович", "Koval, Luka"))
    match = match_person(said(name="Koval, Luka Ivanovych"), [one])
    assert (match.kind, match.player) == ("doubtful", None)


def test_a_letter_that_stands_twice_in_one_surname_only_does_not_decide() -> None:
    one = replace(known(), names=("Коваленко Лука",))
    asked = [
        match_person(said(name=f"{name}, Luka"), [one]) for name in ("Kovalenko", "Kovallenko")
    ]
    assert [match.kind for match in asked] == ["matched", "doubtful"]

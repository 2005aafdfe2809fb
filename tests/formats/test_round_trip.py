"""What is written reads the same; arbitrary bytes never raise."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.files import places
from tests.samples import people, round_robin, swiss, team_event
from tournaments.formats.checks import check_event
from tournaments.formats.odd_lines import TITLES
from tournaments.formats.parsed import (
    Colour,
    LineUp,
    NationalRecord,
    ParsedEvent,
    ParsedPlayer,
    ParsedTeam,
    PartialDate,
    PointChange,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.reading import read_file
from tournaments.formats.trf import parse_trf
from tournaments.formats.trf_write import KnownPerson, write_trf, write_trf16
from tournaments.wording import summary

WORDS = st.text("АБВГҐЇабвгґїєABCabcé'’,- .", max_size=30).map(lambda text: " ".join(text.split()))
BIRTHS = st.one_of(
    st.none(),
    st.builds(PartialDate, st.integers(1900, 2020)),
    st.builds(PartialDate, st.integers(1900, 2020), st.integers(1, 12)),
    st.dates(date(1900, 1, 1), date(2020, 12, 31)).map(
        lambda day: PartialDate(day.year, day.month, day.day)
    ),
)
RESULTS = st.sampled_from(
    [(RoundKind.PLAYED, n) for n in (0, 1, 2)]
    + [(RoundKind.SHORT, n) for n in (0, 1, 2)]
    + [(RoundKind.FORFEIT, n) for n in (0, 2)]
    + [(RoundKind.PENDING, None)]
)
BYES = st.sampled_from(
    [
        (RoundKind.HALF_POINT_BYE, 1),
        (RoundKind.FULL_POINT_BYE, 2),
        (RoundKind.PAIRING_BYE, 2),
        (RoundKind.ABSENT, 0),
    ]
)


@st.composite
def entries(draw: st.DrawFn, number: int) -> RoundEntry:
    opponent = draw(st.none() | st.integers(1, 9999))
    if opponent is None:
        kind, points = draw(BYES)
        return RoundEntry(number, None, None, kind, points)
    kind, points = draw(RESULTS)
    return RoundEntry(number, opponent, draw(st.sampled_from(Colour)), kind, points)


@st.composite
def events(draw: st.DrawFn) -> ParsedEvent:
    rounds = draw(st.integers(1, 4))
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=4, unique=True))
    players = tuple(
        ParsedPlayer(
            number=number,
            name=draw(WORDS),
            sex=draw(st.sampled_from([None, "m", "w"])),
            title=draw(st.none() | st.sampled_from(sorted(TITLES))),
            rating=draw(st.none() | st.integers(1, 3000)),
            federation=draw(st.sampled_from(["", "UKR", "GER"])),
            fide_id=draw(st.none() | st.integers(100_000, 999_999_999)),
            birth=draw(BIRTHS),
            half_points=draw(st.none() | st.integers(0, 100)),
            rank=draw(st.none() | st.integers(1, 9999)),
            rounds=tuple(draw(entries(n)) for n in range(1, rounds + 1)),
        )
        for number in numbers
    )
    starts_on = draw(st.dates(date(1990, 1, 1), date(2060, 1, 1)))
    days = draw(st.integers(0, 20))
    return ParsedEvent(
        format="TRF16",
        encoding="utf-8",
        players=players,
        rounds=rounds,
        name=draw(WORDS),
        city=draw(WORDS),
        starts_on=starts_on,
        ends_on=starts_on + timedelta(days=days),
        declared_rounds=draw(st.none() | st.integers(1, 20)),
        round_dates=tuple(starts_on + timedelta(days=n) for n in range(min(days, 3))),
    )


def bare(event: ParsedEvent) -> ParsedEvent:
    """Without the places in the file."""
    players = tuple(
        replace(
            player,
            line=None,
            rounds=tuple(entry._replace(column=None) for entry in player.rounds),
        )
        for player in event.players
    )
    teams = tuple(replace(team, line=None) for team in event.teams)
    return replace(event, players=players, teams=teams, record_lines=())


@settings(max_examples=150, deadline=None)
@given(events())
def test_what_is_written_reads_the_same(event: ParsedEvent) -> None:
    read = parse_trf(write_trf16(event)).event
    assert read is not None
    assert bare(read) == event


NATIONAL = st.builds(
    NationalRecord,
    federation=st.sampled_from(["UKR", "GER"]),
    name=WORDS,
    sex=st.sampled_from([None, "m", "w"]),
    grade=st.sampled_from(["", "I", "КМС"]),
    rating=st.none() | st.integers(1, 3000),
    origin=st.sampled_from(["", "СУМ"]),
    number=st.sampled_from(["", "12", "99999999999"]),
    birth=BIRTHS,
)
POINTS = st.integers(0, 1000)
MARKS = st.sampled_from(["", *"WDLFHZ+-"])


@st.composite
def events_of_teams(draw: st.DrawFn) -> ParsedEvent:
    event = draw(events())
    numbers = [player.number for player in event.players]
    teams = tuple(
        ParsedTeam(
            number=number,
            name=draw(WORDS),
            members=(),
            short_name=draw(WORDS)[:5].strip(),
            strength=draw(st.none() | st.integers(1, 3000)),
            match_half_points=draw(st.none() | POINTS),
            game_half_points=draw(st.none() | POINTS),
            rank=draw(st.none() | st.integers(1, 999)),
        )
        for number in sorted(draw(st.sets(st.integers(1, 999), min_size=1, max_size=3)))
    )
    teams = (replace(teams[0], members=tuple(numbers)), *teams[1:])
    rounds, signed = st.integers(1, 20), st.integers(-19, 199)
    scoring = {"W": draw(st.integers(0, 9)), "D": draw(st.integers(0, 9)), "L": 1, "Z": 0}
    scoring |= {"F": scoring["W"], "H": draw(st.integers(0, 9)), "P": draw(st.integers(3, 9))}
    return replace(
        event,
        format="TRF26",
        is_team=True,
        players=tuple(
            replace(player, national=draw(st.lists(NATIONAL, max_size=2).map(tuple)))
            for player in event.players
        ),
        teams=teams,
        line_ups=tuple(
            LineUp(draw(rounds), draw(rounds), draw(st.integers(0, 9)), (0, number, 0))
            for number in numbers
        ),
        point_changes=tuple(
            PointChange(
                draw(st.sampled_from(["", *"WDLFHZ+-"])), draw(signed), draw(signed), n, (n,)
            )
            for n in range(draw(st.integers(0, 2)))
            if n
        ),
        team_byes=tuple(sorted(draw(st.sets(st.tuples(rounds, rounds), min_size=1, max_size=4)))),
        team_bye_half_points=(draw(st.integers(0, 9)), draw(st.integers(0, 9))),
        forfeited_matches=tuple(
            (kind, draw(rounds), draw(rounds), draw(rounds))
            for kind in draw(st.lists(st.sampled_from(["+-", "-+", "--"]), max_size=2))
        ),
        scoring=tuple(sorted(scoring.items())),
        codes=(("202", "BH"), ("222", "5400+30")),
    )


@settings(max_examples=50, deadline=None)
@given(events_of_teams())
def test_what_is_written_as_trf26_reads_the_same(event: ParsedEvent) -> None:
    written = write_trf(event, version=26)
    assert written.adjustments == ()
    read = parse_trf(written.data).event
    assert read is not None
    assert bare(read) == event


@settings(max_examples=50, deadline=None)
@given(events_of_teams())
def test_trf16_says_what_it_leaves_out(event: ParsedEvent) -> None:
    tags = {problem.params["tag"] for problem in write_trf(event).adjustments}
    expected = {"300", "320", "202", "222"}
    expected |= {"299"} if event.point_changes else set()
    expected |= {"330"} if event.forfeited_matches else set()
    expected |= {"NRS"} if any(player.national for player in event.players) else set()
    ranked = (team for team in event.teams if team.rank or team.match_half_points is not None)
    expected |= {"310"} if any(ranked) else set()
    assert tags == expected


def test_what_the_registry_knows_is_filled_in_and_listed() -> None:
    blank = replace(swiss(6, 3).players[0], fide_id=None, birth=None, sex=None, federation="")
    wrong = replace(swiss(6, 3).players[1], fide_id=1_000_001, birth=PartialDate(1980))
    event = replace(swiss(6, 3), players=(blank, wrong, *swiss(6, 3).players[2:]))
    known = KnownPerson(14_100_018, PartialDate(1990, 2, 3), "w", "UKR")
    written = write_trf(event, version=26, people={1: known, 2: known})
    read = parse_trf(written.data).event
    assert read is not None
    first, second = read.players[:2]
    assert (first.fide_id, first.birth, first.sex, first.federation) == (
        14_100_018,
        PartialDate(1990, 2, 3),
        "w",
        "UKR",
    )
    assert (second.fide_id, second.birth) == (14_100_018, PartialDate(1980))
    assert [(p.code, p.params["number"]) for p in written.adjustments] == [
        ("write.sex_filled", 1),
        ("write.federation_filled", 1),
        ("write.fide_id_filled", 1),
        ("write.fide_id_changed", 2),
        ("write.birth_filled", 1),
    ]


def test_entry_that_is_not_known_is_written_so_that_it_reads_the_same() -> None:
    event = swiss(6, 3)
    entry = RoundEntry(3, None, Colour.WHITE, RoundKind.PENDING, None)
    first = replace(event.players[0], rounds=(*event.players[0].rounds[:2], entry))
    written = write_trf(replace(event, players=(first, *event.players[1:])))
    assert [problem.code for problem in written.adjustments] == ["write.entry_unknown"]
    read = parse_trf(written.data).event
    assert read is not None
    assert read.players[0].rounds[2] == entry._replace(column=112)


@pytest.mark.parametrize(
    "event",
    [round_robin(10), round_robin(9, seed=2), swiss(40, 7, seed=3), team_event(8, 4, seed=4)],
    ids=["round robin", "odd round robin", "swiss", "team"],
)
def test_samples_are_whole_and_read_the_same(event: ParsedEvent) -> None:
    assert check_event(event, date(2026, 1, 1)) == ()
    result = read_file(write_trf16(event), today=date(2026, 1, 1))
    assert result.event is not None
    assert bare(result.event) == bare(event)
    codes = [code for _, code, _, _ in places(result.problems)]
    assert [code for code in codes if code != "trf.birth_form"] == []


def test_samples_are_the_same_for_the_same_seed() -> None:
    assert swiss(20, 5, seed=7) == swiss(20, 5, seed=7)
    assert swiss(20, 5, seed=7) != swiss(20, 5, seed=8)


def test_sample_of_given_players() -> None:
    field = people(6, seed=3)
    event = round_robin(given=field, name="Кубок", city="Суми", starts_on=date(2024, 1, 2))
    assert [
        replace(p, number=0, rounds=(), half_points=None, rank=None) for p in event.players
    ] == (field)
    assert (event.name, event.city, event.starts_on) == ("Кубок", "Суми", date(2024, 1, 2))


def test_scoring_is_written_as_well() -> None:
    data = write_trf16(swiss(6, 3)).replace(b"XXR 3", b"162  W 3.0    D 1.0    L 0.0")
    event = parse_trf(data).event
    assert event is not None
    again = parse_trf(write_trf16(event)).event
    assert again is not None
    assert dict(again.scoring) == {"D": 2, "F": 6, "H": 2, "L": 0, "P": 6, "W": 6, "Z": 0}
    assert again.scoring == event.scoring


def test_long_names_are_cut_and_numbers_of_five_digits_refused() -> None:
    event = swiss(6, 3)
    long = replace(event.players[0], name="Б" * 40)
    read = parse_trf(write_trf16(replace(event, players=(long, *event.players[1:])))).event
    assert read is not None
    assert read.players[0].name == "Б" * 33
    written = write_trf(replace(event, players=(long, *event.players[1:])))
    assert [problem.code for problem in written.adjustments] == ["write.name_cut"]
    with pytest.raises(ValueError, match="10000"):
        write_trf16(replace(event, players=(replace(long, number=10000),)))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_arbitrary_bytes_never_raise(data: bytes) -> None:
    result = read_file(data)
    assert result.event is not None or places(result.problems)[0][0] == "error"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=120), max_size=6))
def test_arbitrary_players_lines_never_raise(texts: list[str]) -> None:
    data = "\n".join("001 " + text for text in texts).encode("utf-8", "surrogatepass")
    places(read_file(data, today=date(2026, 1, 1)).problems)


SAMPLE = write_trf16(swiss(8, 3))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 3), st.binary(max_size=3)),
        min_size=1,
        max_size=8,
    )
)
def test_mutated_samples_never_raise(changes: list[tuple[int, int, bytes]]) -> None:
    data = SAMPLE
    for at, removed, inserted in changes:
        data = data[:at] + inserted + data[at + removed :]
    result = read_file(data, today=date(2026, 1, 1))
    assert len(summary(result)["problems"]) == len(places(result.problems))

"""What is written reads the same; arbitrary bytes never raise."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.files import places
from tests.samples import people, round_robin, swiss, team_event
from tournaments.formats.checks import check_event
from tournaments.formats.parsed import (
    Colour,
    ParsedEvent,
    ParsedPlayer,
    PartialDate,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.reading import read_file
from tournaments.formats.trf import TITLES, parse_trf, write_trf16
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
            rounds=tuple(replace(entry, column=None) for entry in player.rounds),
        )
        for player in event.players
    )
    return replace(event, players=players, record_lines=())


@settings(max_examples=150, deadline=None)
@given(events())
def test_what_is_written_reads_the_same(event: ParsedEvent) -> None:
    read = parse_trf(write_trf16(event)).event
    assert read is not None
    assert bare(read) == event


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

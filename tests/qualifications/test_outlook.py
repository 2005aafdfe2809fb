"""Before the last rounds: forecasts against every way in which the event can end."""

import json
from copy import deepcopy
from dataclasses import replace
from datetime import date
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from qualifications.engine import (
    Arbiter,
    ArbiterCategory,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Outcome,
    Participant,
    TimeControl,
    assess_event,
    regulation_for,
)
from qualifications.engine.facts import FideEvent
from qualifications.engine.outlook import (
    Assumption,
    Prospect,
    TooEarly,
    opponents_to_come,
    outlook,
    raises,
    rounds_left,
)
from qualifications.factfiles import read_event
from tests.qualifications.building import Federation, everybody_against_everybody
from tests.qualifications.fact_files import berger, round_robin, written

pytestmark = pytest.mark.once

UA = regulation_for("ua", on=date(2024, 5, 19))
FIDE = regulation_for("fide", on=date(2024, 5, 11))
ORDER = [Outcome.NOT_MET, Outcome.UNDECIDED, Outcome.MET]


def by_key(found: tuple[Prospect, ...]) -> dict[tuple[int, str], Prospect]:
    return {(one.participant, one.grade): one for one in found}


def finished(event: EventFacts, results: tuple[int, ...]) -> EventFacts:
    """The event after its last round, with these results of the pairs."""
    people = {one.number: one for one in event.participants}
    pairs = berger(len(people))[-1]
    for (one, other), half_points in zip(pairs, results, strict=True):
        for me, opponent, score in ((one, other, half_points), (other, one, 2 - half_points)):
            game = GameFact(event.rounds, GameKind.PLAYED, score, opponent)
            people[me] = replace(
                people[me],
                games=(*people[me].games, game),
                total_half_points=people[me].total_half_points + score,
            )
    return replace(event, participants=tuple(people.values()))


# --- the national tables ------------------------------------------------------------------------


def candidates(**changes: Any) -> dict[str, Any]:
    """Nine games of masters, candidate masters and first ranks, with their norms set."""
    bodies = {"ua.kmsu": "national_commission", "ua.candidate_point": "regional_commission"}
    norms = [
        {"norm": norm, "body": body, "declared_on": "2024-04-01"} for norm, body in bodies.items()
    ]
    data = round_robin(10, 8, True, declared_norms=norms, **changes)
    data["event"]["time_control"]["electronic_clocks"] = False
    data["event"]["arbiters"] = [
        {"name": f"Суддя {n}", "category": "national"} for n in range(1, 4)
    ]
    for person in data["participants"]:
        number = person["number"]
        person["grade"] = "ua.rank_1" if number in (2, 3, 4) else "ua.kmsu"
        person["candidate_points"] = person["candidate_points_on_last_day"] = 2
        person["coefficient_on_last_day"] = 2100
    return data


@pytest.mark.parametrize(
    ("data", "grades"),
    [
        (round_robin(6, 4, True), set()),
        (round_robin(10, 8, True), {"ua.rank_1"}),
        (candidates(), {"ua.candidate_point", "ua.kmsu"}),
    ],
    ids=["too few games", "ranks", "candidate masters"],
)
def test_every_way_to_end_the_last_round_lies_within_the_forecast(
    data: Any, grades: set[str]
) -> None:
    file = read_event(data, pending=True)
    held = {one.number: one.grade for one in file.facts.participants}
    prospects = by_key(outlook(file.facts, UA, file.pairings))
    wrong, reached = [], set()
    for results in product((2, 1, 0), repeat=len(held) // 2):
        end = finished(file.facts, results)
        last = {one.number: one.games[-1].half_points for one in end.participants}
        for verdict in assess_event(end, UA):
            key = (verdict.participant, verdict.grade)
            if not raises(verdict.grade, held[verdict.participant]):
                continue
            if verdict.outcome is Outcome.MET:
                reached.add(verdict.grade)
            if key not in prospects:
                wrong += [(results, key)] * (verdict.outcome is not Outcome.NOT_MET)
                continue
            forecast = prospects[key].by_half_points[last[verdict.participant]]
            place = ORDER.index(verdict.outcome)
            if not ORDER.index(forecast.surely) <= place <= ORDER.index(forecast.at_best):
                wrong.append((results, key))
    assert (wrong, reached) == ([], grades)


def test_a_score_of_the_last_round_by_the_table() -> None:
    # II rank throughout: 2.00, 75 percent of nine games are 7 points (UA.RANK.T, UA.Q03).
    file = read_event(round_robin(10, 8, True), pending=True)
    third = by_key(outlook(file.facts, UA, file.pairings))[3, "ua.rank_1"]
    assert {score: one.surely for score, one in third.by_half_points.items()} == {
        0: Outcome.NOT_MET,
        1: Outcome.NOT_MET,
        2: Outcome.MET,
    }
    assert (third.needed_half_points, third.opponents) == (2, (10,))


def test_a_norm_met_whatever_happens_is_certain() -> None:
    file = read_event(round_robin(10, 8, True), pending=True)
    found = by_key(outlook(file.facts, UA, file.pairings))
    certain = {number for (number, grade), one in found.items() if one.certain}
    assert certain == {1, 2}
    assert all(grade == "ua.rank_1" for _, grade in found)


def test_with_three_rounds_left_a_first_place_may_hang_on_others() -> None:
    file = read_event(round_robin(10, 6), pending=True)
    third = by_key(outlook(file.facts, UA, {}))[3, "ua.rank_1"]
    assert third.after_next[0][3].surely is Outcome.NOT_MET
    assert third.after_next[0][3].at_best is Outcome.MET
    assert third.needed_half_points == 4


def test_nothing_is_said_of_ranks_that_are_held() -> None:
    data = round_robin(10, 8, True)
    for person in data["participants"]:
        person["grade"] = "ua.rank_1"
        person["candidate_points"] = 0
    file = read_event(data, pending=True)
    grades = {one.grade for one in outlook(file.facts, UA, file.pairings)}
    assert grades & {"ua.rank_1", "ua.rank_2", "ua.rank_3", "ua.youth_1"} == set()


@pytest.mark.parametrize(
    ("grade", "held", "answer"),
    [
        ("ua.rank_1", None, True),
        ("ua.rank_1", "ua.rank_2", True),
        ("ua.rank_1", "ua.rank_1", False),
        ("ua.candidate_point", "ua.rank_1", True),
        ("ua.candidate_point", "ua.kmsu", False),
        ("ru.kms", "ru.ms", False),
        ("ru.kms", "ua.msu", True),
    ],
)
def test_a_norm_raises_whom_it_lifts(grade: str, held: str | None, answer: bool) -> None:
    assert raises(grade, held) is answer


# --- who the opponents are ----------------------------------------------------------------------


def test_after_the_last_round_nothing_is_left_to_say() -> None:
    file = read_event(round_robin())
    assert (rounds_left(file.facts), outlook(file.facts, UA, {})) == (0, ())


def test_too_early_with_five_rounds_left() -> None:
    file = read_event(round_robin(10, 4))
    with pytest.raises(TooEarly, match="5 rounds are left; at most 4 can be tried"):
        outlook(file.facts, UA, {})
    assert outlook(read_event(round_robin(10, 5)).facts, UA, {}) != ()


def test_in_a_round_robin_the_opponents_are_those_not_met() -> None:
    facts = read_event(round_robin(10, 7)).facts
    assert opponents_to_come(facts.participants[0], facts, {}, 2) == (
        (2, 3),
        Assumption.EVERYBODY_MEETS,
    )


def test_in_a_swiss_the_pairings_come_first_and_then_the_nearest_in_points() -> None:
    facts = replace(read_event(round_robin(10, 7)).facts, system=EventSystem.SWISS)
    first = facts.participants[0]
    assert opponents_to_come(first, facts, {1: 3, 3: 1}, 1) == ((3,), Assumption.PAIRED)
    everybody: dict[int, int | None] = {n: 3 if n == 1 else 1 for n in range(1, 11)}
    assert opponents_to_come(first, facts, everybody, 2) == (
        (3, 2),
        Assumption.NEAREST_IN_POINTS,
    )


def test_a_bye_of_the_pairing_brings_its_point() -> None:
    facts = read_event(round_robin(10, 8)).facts
    pairings: dict[int, int | None] = {3: None}
    found = outlook(replace(facts, system=EventSystem.SWISS), UA, pairings)
    assert {one.participant for one in found} <= {3}
    assert all(set(one.by_half_points) == {2} for one in found)


# --- international norms ------------------------------------------------------------------------

PUBLISHED = (
    # FIDE Arbiters' Manual 2025, exam question 13: ratings, titles, federations, half-points.
    *((2416, "IM", "IND", 1), (2201, "", "USA", 2), (1900, "", "FRA", 2), (2256, "", "GER", 1)),
    *((2495, "IM", "RUS", 1), (2302, "FM", "GER", 2), (2316, "FM", "AUT", 2)),
    *((2634, "GM", "GER", 0), (2426, "IM", "ESP", None)),
)


def player(number: int, **changes: Any) -> Participant:
    facts: dict[str, Any] = {
        "number": number,
        "sex": "m",
        "birth_date": None,
        "birth_year": None,
        "federation": "TUR",
        "grade_known": False,
        "grade": None,
        "candidate_points": 0,
        "individual_coefficient": None,
        "total_half_points": 0,
        "games": (),
        "fide_known": True,
    }
    return Participant(**{**facts, **changes})


def published_example() -> EventFacts:
    """The published Swiss before its last round, organised as the articles ask."""
    games, others = [], []
    for number, (rating, title, federation, half_points) in enumerate(PUBLISHED, start=2):
        back: tuple[GameFact, ...] = ()
        if half_points is not None:
            games.append(GameFact(number - 1, GameKind.PLAYED, half_points, number))
            back = (GameFact(number - 1, GameKind.PLAYED, 2 - half_points, 1),)
        others.append(
            player(number, fide_rating=rating, fide_title=title, federation=federation, games=back)
        )
    own = player(1, games=tuple(games), total_half_points=11, fide_rating=2300)
    return EventFacts(
        event="the published example",
        starts_on=date(2024, 5, 11),
        ends_on=date(2024, 5, 19),
        system=EventSystem.SWISS,
        women=False,
        rounds=9,
        time_control=TimeControl(minutes=90, increment_seconds=30, electronic_clocks=True),
        most_rounds_on_one_day=1,
        clocks_used=True,
        moves_recorded=True,
        competition_class=None,
        arbiters=(Arbiter("Ореста Мальва", ArbiterCategory.INTERNATIONAL),),
        declared_norms=(),
        participants=(own, *others),
        fide=FideEvent(
            federation="TUR",
            registered_on=date(2024, 1, 1),
            most_hours_on_one_day=6,
            days_with_one_round=9,
            same_conditions=True,
            same_clocks=True,
            arbiter_played=False,
            changed_for_players=False,
        ),
    )


def test_the_published_example_needs_a_draw() -> None:
    pairings: dict[int, int | None] = {1: 10, 10: 1}
    im = by_key(outlook(published_example(), FIDE, pairings))[1, "fide.im"]
    assert {score: one.surely for score, one in im.by_half_points.items()} == {
        0: Outcome.NOT_MET,
        1: Outcome.MET,
        2: Outcome.MET,
    }
    assert (im.needed_half_points, im.assumption) == (1, Assumption.PAIRED)


def test_another_opponent_may_ask_for_more() -> None:
    event = published_example()
    weak = player(11, fide_rating=2050, federation="BUL", games=event.participants[1].games)
    event = replace(event, participants=(*event.participants, weak))
    im = by_key(outlook(event, FIDE, {1: 11, 11: 1}))[1, "fide.im"]
    # 2050 instead of 2426 takes 42 from the mean: 2302 and 166 for 6½ of 9 are 2468.
    assert im.needed_half_points == 2


# --- the command --------------------------------------------------------------------------------


def run(path: str, **options: Any) -> str:
    out = StringIO()
    call_command("norm_outlook", path, stdout=out, **options)
    return out.getvalue()


def test_the_command_says_what_each_result_gives(tmp_path: Path) -> None:
    text = run(written(tmp_path, round_robin(10, 8, True)))
    assert text.splitlines() == [
        "Кубок клубу: 1 round of 9 left",
        "1 Гравець 1: I rank",
        "  opponents: those not met yet: 2",
        "  met whatever happens",
        "2 Гравець 2: I rank",
        "  opponents: those not met yet: 1",
        "  met whatever happens",
        "3 Гравець 3: I rank",
        "  opponents: those not met yet: 10",
        "  win: met",
        "  draw: not met",
        "  loss: not met",
        "  needed from the games left: 1",
    ]


def test_the_command_says_what_is_needed_after_the_next_round(tmp_path: Path) -> None:
    lines = run(written(tmp_path, round_robin(10, 7))).splitlines()
    third = lines.index("3 Гравець 3: I rank")
    assert lines[third + 1 : third + 6] == [
        "  opponents: those not met yet: 1, 10",
        "  win: then 0 needed",
        "  draw: then ½ needed",
        "  loss: then 1 needed",
        "  needed from the games left: 1",
    ]


def test_the_same_for_other_programs(tmp_path: Path) -> None:
    answer = json.loads(run(written(tmp_path, round_robin(10, 8, True)), json=True))
    assert (answer["rounds_left"], len(answer["prospects"])) == (1, 3)
    assert answer["prospects"][2]["after_next"] == {
        "2": {"0": {"surely": "met", "at_best": "met"}},
        "1": {"0": {"surely": "not_met", "at_best": "not_met"}},
        "0": {"0": {"surely": "not_met", "at_best": "not_met"}},
    }


def test_pairs_of_the_next_round_have_to_agree(tmp_path: Path) -> None:
    data = deepcopy(round_robin(10, 8, True))
    data["participants"][0]["games"][-1]["opponent"] = 3
    with pytest.raises(CommandError, match=r"participants\[0\].games: participant 3 does not wait"):
        run(written(tmp_path, data))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (round_robin(), "No round is left."),
        (round_robin(10, 4), "5 rounds are left; at most 4 can be tried."),
        (
            round_robin(10, 8, starts_on="1995-05-11", ends_on="1995-05-19"),
            "no edition of ua is in force on 1995-05-19",
        ),
    ],
)
def test_when_there_is_no_outlook(tmp_path: Path, data: Any, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(written(tmp_path, data))


@pytest.mark.django_db
def test_a_registered_tournament_is_told_by_its_number() -> None:
    world = Federation()
    players = world.players(*(f"Гравець {n}" for n in range(1, 11)))
    games = [game for game in everybody_against_everybody(10) if game[0] < 9]
    event = world.event(
        players, games, starts_on=date(2024, 5, 11), ends_on=date(2024, 5, 19), rounds=9
    )
    event.declared_norms.create(norm="ua.rank_3")
    lines = run(str(event.pk)).splitlines()
    assert lines[0] == "Кубок: 1 round of 9 left"
    first = lines.index("1 Гравець 1: III rank")
    assert lines[first + 1 : first + 5] == [
        "  assumed opponents: not met yet and nearest in points: 2",
        "  win: a person has to decide",
        "  draw: a person has to decide",
        "  loss: a person has to decide",
    ]


@pytest.mark.django_db
def test_a_number_that_is_no_tournament() -> None:
    with pytest.raises(CommandError, match=r"There is no tournament 7\."):
        run("7")

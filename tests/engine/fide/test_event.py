"""Whole events: how they were organised, who is judged for which title, what nobody has said."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import translation

from qualifications import wording
from qualifications.engine import (
    Arbiter,
    ArbiterCategory,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    NoEditionInForce,
    Participant,
    TimeControl,
    Verdict,
    assess_event,
    regulation_for,
)
from qualifications.engine.facts import FideEvent
from qualifications.engine.fide.norm import UnknownInNorm
from qualifications.engine.fide.tables import rules_of
from qualifications.engine.loading import regulation_for_event
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules import fide_b01
from qualifications.engine.verdict import Outcome, Reason, all_of

from .builders import FEDERATIONS, LAW_2013, LAW_2024, LAWS

FIRST_DAY = date(2013, 9, 1)
IN_ORDER = FideEvent(
    federation="UKR",
    registered_on=FIRST_DAY - timedelta(days=30),
    most_hours_on_one_day=12,
    days_with_one_round=9,
    same_conditions=True,
    same_clocks=True,
    arbiter_played=False,
    changed_for_players=False,
)


def player(number: int, games: tuple[GameFact, ...] = (), **changes: Any) -> Participant:
    facts: dict[str, Any] = {
        "number": number,
        "sex": "m",
        "birth_date": None,
        "birth_year": None,
        "federation": FEDERATIONS[number % len(FEDERATIONS)],
        "grade_known": True,
        "grade": None,
        "candidate_points": 0,
        "individual_coefficient": None,
        "total_half_points": sum(game.half_points for game in games),
        "games": games,
        "fide_title": "GM",
        "fide_rating": 2600,
        "fide_known": True,
    }
    return Participant(**{**facts, **changes})


def nine_draws() -> tuple[GameFact, ...]:
    return tuple(GameFact(number, GameKind.PLAYED, 1, number + 1) for number in range(1, 10))


def candidate(**changes: Any) -> Participant:
    facts: dict[str, Any] = {"federation": "UKR", "fide_title": "IM", "fide_rating": 2500}
    return player(1, nine_draws(), **{**facts, **changes})


def an_event(*participants: Participant, **changes: Any) -> EventFacts:
    """One candidate and nine grandmasters; `fide` changes go into `FideEvent`."""
    fide = {key: changes.pop(key) for key in tuple(changes) if hasattr(IN_ORDER, key)}
    facts: dict[str, Any] = {
        "event": "an open",
        "starts_on": FIRST_DAY,
        "ends_on": FIRST_DAY + timedelta(days=8),
        "system": EventSystem.SWISS,
        "women": False,
        "rounds": 9,
        "time_control": TimeControl(minutes=90, increment_seconds=30),
        "most_rounds_on_one_day": 1,
        "clocks_used": True,
        "moves_recorded": True,
        "competition_class": None,
        "arbiters": (Arbiter("Ореста Мальва", ArbiterCategory.INTERNATIONAL),),
        "declared_norms": (),
        "participants": participants or (candidate(), *(player(number) for number in range(2, 11))),
        "fide": replace(IN_ORDER, **fide),
    }
    return EventFacts(**{**facts, **changes})


def verdicts(event: EventFacts, law: Regulation = LAW_2013) -> dict[str, Verdict]:
    return {one.grade: one for one in assess_event(event, law) if one.participant == 1}


def gm(event: EventFacts, law: Regulation = LAW_2013) -> Verdict:
    return verdicts(event, law)["fide.gm"]


def condition(verdict: Verdict, check: str) -> Reason:
    [found] = [one for one in verdict.conditions if one.check == f"fide_{check}"]
    return found


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
def test_an_event_in_order_gives_the_norm(law: Regulation) -> None:
    found = verdicts(an_event(), law)
    assert {grade: one.outcome for grade, one in found.items()} == {"fide.gm": Outcome.MET}
    assert (found["fide.gm"].norm_half_points, found["fide.gm"].scored_half_points) == (9, 9)
    assert found["fide.gm"].edition == law.edition


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
@pytest.mark.parametrize(
    ("check", "changes", "unknown"),
    [
        ("same_conditions", {"same_conditions": False}, {"same_conditions": None}),
        ("hours_a_day", {"most_hours_on_one_day": 13}, {"most_hours_on_one_day": None}),
        ("rounds_a_day", {"most_rounds_on_one_day": 3}, {"most_rounds_on_one_day": None}),
        (
            "norm_time_control",
            {"time_control": TimeControl(minutes=89, increment_seconds=30)},
            {"time_control": None},
        ),
        ("same_clocks", {"same_clocks": False}, {"same_clocks": None}),
        (
            "chief_arbiter",
            {"arbiters": (Arbiter("Ореста Мальва", ArbiterCategory.NATIONAL),)},
            {"arbiters": ()},
        ),
        ("arbiter_played", {"arbiter_played": True}, {"arbiter_played": None}),
        ("changed_for_players", {"changed_for_players": True}, {"changed_for_players": None}),
        (
            "ratings_of_the_day",
            {"ends_on": FIRST_DAY + timedelta(days=90), "ratings_of_the_day": False},
            {"ends_on": FIRST_DAY + timedelta(days=90)},
        ),
    ],
)
def test_1_11_to_1_17_spoilt_or_not_said(
    check: str, changes: dict[str, Any], unknown: dict[str, Any], law: Regulation
) -> None:
    spoilt = condition(gm(an_event(**changes), law), check)
    assert spoilt.outcome is Outcome.NOT_MET
    missing = gm(an_event(**unknown), law)
    assert condition(missing, check).outcome is Outcome.UNDECIDED
    assert condition(missing, check).asks in fide_b01.ASKS


@pytest.mark.parametrize(
    ("law", "late"), [(LAW_2013, Outcome.NOT_MET), (LAW_2024, Outcome.UNDECIDED)]
)
def test_1_11_registered_thirty_days_before(law: Regulation, late: Outcome) -> None:
    on_time = gm(an_event(), law)
    assert condition(on_time, "registered").outcome is Outcome.MET
    day_late = FIRST_DAY - timedelta(days=29)
    assert condition(gm(an_event(registered_on=day_late), law), "registered").outcome is late
    unknown = condition(gm(an_event(registered_on=None), law), "registered")
    assert unknown.asks == "registered_on"


@pytest.mark.parametrize(
    ("control", "in_2013", "in_2024"),
    [
        (TimeControl(90, 30), True, True),
        (TimeControl(89, 30), False, False),
        (TimeControl(90, 29), False, False),
        (TimeControl(120, 0, 40, 30), True, True),
        (TimeControl(120, 0), False, True),
        (TimeControl(119, 0), False, False),
        (TimeControl(100, 20), False, True),
    ],
)
def test_1_13_time_control(control: TimeControl, in_2013: bool, in_2024: bool) -> None:
    event = an_event(time_control=control)
    outcomes = [condition(gm(event, law), "norm_time_control").outcome for law in LAWS]
    wanted = [Outcome.MET if one else Outcome.NOT_MET for one in (in_2013, in_2024)]
    assert outcomes == wanted


def test_1_14_ninety_days_in_2013() -> None:
    def outcome(days: int, **changes: Any) -> Outcome:
        event = an_event(ends_on=FIRST_DAY + timedelta(days=days - 1), **changes)
        return condition(gm(event), "duration").outcome

    assert [outcome(90), outcome(91)] == [Outcome.MET, Outcome.UNDECIDED]
    assert outcome(91, format_approved=True) is Outcome.MET
    team = {"system": EventSystem.TEAM}
    assert [outcome(365, **team), outcome(366, **team)] == [Outcome.MET, Outcome.NOT_MET]
    assert "FIDE.1.14" not in {one.article for one in gm(an_event(), LAW_2024).conditions}


@pytest.mark.parametrize(("law", "days"), [(LAW_2013, 90), (LAW_2024, 30)])
def test_1_15_long_events(law: Regulation, days: int) -> None:
    short = an_event(ends_on=FIRST_DAY + timedelta(days=days - 1))
    assert condition(gm(short, law), "ratings_of_the_day").outcome is Outcome.NOT_APPLICABLE
    long = an_event(ends_on=FIRST_DAY + timedelta(days=days), ratings_of_the_day=True)
    assert condition(gm(long, law), "ratings_of_the_day").outcome is Outcome.MET


def test_0_43_a_title_confirmed_on_the_first_day_does_not_count() -> None:
    def masters(confirmed: date, **changes: Any) -> Verdict:
        others = [
            player(
                number,
                fide_title_confirmed_on=confirmed if number > 4 else None,
                fide_title_before="FM",
                **({"fide_title": "IM"} if number in (2, 3) else {}),
            )
            for number in range(2, 11)
        ]
        return gm(an_event(candidate(), *others, **changes))

    assert masters(FIRST_DAY - timedelta(days=1)).outcome is Outcome.MET
    late = masters(FIRST_DAY)
    assert late.outcome is Outcome.NOT_MET
    assert condition(late, "title_confirmed").looked_at_rounds == (4, 5, 6, 7, 8, 9)


def test_1_46a_opponents_whom_nobody_has_looked_up_are_asked_for() -> None:
    others = [player(number, fide_known=number != 5) for number in range(2, 11)]
    found = gm(an_event(candidate(), *others))
    assert found.outcome is Outcome.UNDECIDED
    assert condition(found, "opponents_known").looked_at_rounds == (4,)
    assert condition(found, "opponents_known").asks == "fide_facts"
    unknown = gm(an_event(candidate(federation=""), *others[:3], *others[4:], player(5)))
    assert condition(unknown, "player_federation").asks == "federation"


@pytest.mark.parametrize(
    ("title", "sex", "judged"),
    [
        ("", "m", ["fide.gm", "fide.im"]),
        ("", "w", ["fide.gm", "fide.im", "fide.wgm", "fide.wim"]),
        ("", None, ["fide.gm", "fide.im", "fide.wgm", "fide.wim"]),
        ("IM", "w", ["fide.gm", "fide.wgm"]),
        ("WGM", "w", ["fide.gm", "fide.im"]),
        ("WIM", "w", ["fide.gm", "fide.im", "fide.wgm"]),
        ("FM", "m", ["fide.gm", "fide.im"]),
        ("GM", "m", []),
    ],
)
def test_only_titles_that_are_of_use_are_judged(
    title: str, sex: str | None, judged: list[str]
) -> None:
    others = [player(number) for number in range(2, 11)]
    event = an_event(candidate(fide_title=title, sex=sex), *others)
    assert list(verdicts(event)) == judged


def test_the_kinds_of_games_an_event_knows() -> None:
    """A forfeit win and a bye of the pairing are unplayed; two of them leave too few games."""
    kinds = [
        (GameKind.FORFEIT, 2, Outcome.MET),
        (GameKind.PAIRING_BYE, 2, Outcome.MET),
        (GameKind.FORFEIT, 0, Outcome.NOT_MET),
        (GameKind.ABSENT, 0, Outcome.NOT_MET),
        (GameKind.HALF_POINT_BYE, 1, Outcome.NOT_MET),
    ]
    for kind, half_points, outcome in kinds:
        opponent = None if kind is not GameKind.FORFEIT else 4
        games = list(nine_draws())
        games[2] = GameFact(3, kind, half_points, opponent)
        others = [player(number) for number in range(2, 11)]
        event = an_event(player(1, tuple(games), federation="UKR", fide_title="IM"), *others)
        assert gm(event).outcome is outcome, kind


def test_1_43e_counted_from_the_participants() -> None:
    """All opponents of the own federation; twenty foreigners of three federations, ten masters."""
    home = [player(number, federation="UKR") for number in range(2, 11)]
    games = tuple(GameFact(number, GameKind.PLAYED, 1, None) for number in range(1, 10))
    guests = [
        player(number, games, fide_title="IM" if number < 21 else "", federation=place)
        for number, place in zip(range(11, 31), ["POL", "GER", "HUN", "ESP"] * 5, strict=True)
    ]
    assert gm(an_event(candidate(), *home, *guests)).outcome is Outcome.MET
    assert gm(an_event(candidate(), *home, *guests[1:])).outcome is Outcome.NOT_MET
    absent = replace(
        guests[0],
        games=(
            *games[:7],
            GameFact(8, GameKind.ABSENT, 0),
            GameFact(9, GameKind.ABSENT, 0),
        ),
    )
    missing_two = an_event(candidate(), *home, absent, *guests[1:])
    assert gm(missing_two, LAW_2013).outcome is Outcome.MET
    assert gm(missing_two, LAW_2024).outcome is Outcome.NOT_MET, "in every round"


def test_1_43e_missing_one_round_is_enough_to_miss_that_round() -> None:
    games = tuple(GameFact(number, GameKind.PLAYED, 1, None) for number in range(1, 10))
    guest = player(11, (*games[:8], GameFact(9, GameKind.ABSENT, 0)), fide_title="IM")
    event = an_event(candidate(), guest)
    known = {one.number: one for one in event.participants}
    assert fide_b01.foreign_players(event, known, rules_of(LAW_2013))[0] == 1
    assert fide_b01.foreign_players(event, known, rules_of(LAW_2024))[0] == 0


def test_1_42c_who_scored_against_rated_players_is_seen_in_the_event() -> None:
    scored = (GameFact(1, GameKind.PLAYED, 1, 3),)
    lost = (GameFact(1, GameKind.PLAYED, 0, 3),)
    for games, counted in ((scored, 9), (lost, 8)):
        others = [
            player(2, games, fide_rating=None, fide_title=""),
            *(player(number) for number in range(3, 11)),
        ]
        event = an_event(candidate(), *others, system=EventSystem.ROUND_ROBIN)
        [route] = gm(event).routes
        [found] = [one for one in route.reasons if one.check == "fide_norm_games"]
        assert found.measured == {"games": counted}


def test_a_double_round_robin_counts_persons() -> None:
    draws = tuple(
        GameFact(number, GameKind.PLAYED, 1, 2 + (number - 1) % 5) for number in range(1, 11)
    )
    me = player(1, draws, federation="UKR", fide_title="IM")
    others = [player(number, fide_title="GM" if number < 5 else "IM") for number in range(2, 7)]
    event = an_event(me, *others, system=EventSystem.ROUND_ROBIN, rounds=10, double_round=True)
    assert gm(event, LAW_2024).outcome is Outcome.MET
    assert gm(event, LAW_2013).outcome is Outcome.UNDECIDED


def test_an_event_of_an_unknown_category_is_refused() -> None:
    with pytest.raises(UnknownInNorm, match="category park"):
        assess_event(an_event(category="park"), LAW_2024)


def test_an_edition_is_named_by_the_first_day() -> None:
    found = regulation_for_event("fide", starts_on=date(2014, 6, 30), ends_on=date(2014, 7, 9))
    assert found is LAW_2013
    with pytest.raises(NoEditionInForce, match="no edition of fide is in force on 2014-07-01"):
        regulation_for("fide", on=date(2014, 7, 1))
    with pytest.raises(NoEditionInForce):
        regulation_for("fide", on=date(2023, 12, 31))
    assert regulation_for("fide", on=date(2024, 1, 1)) is LAW_2024


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
def test_every_reason_can_be_said(law: Regulation) -> None:
    spoilt = an_event(
        candidate(sex=None, fide_title=""),
        *(player(number, fide_title="", fide_rating=None) for number in range(2, 11)),
        registered_on=None,
        time_control=None,
        arbiters=(),
    )
    with translation.override("en"):
        for event in (an_event(), spoilt):
            for verdict in assess_event(event, law):
                wording.grade_name(verdict.grade)
                reasons = [*verdict.conditions, *verdict.routes[0].reasons]
                assert verdict.outcome is all_of(one.outcome for one in reasons)
                for one in reasons:
                    words = wording.reason_sentence(one)
                    assert "None" not in words.requirement + words.measured
                    if one.asks:
                        assert wording.ask_sentence(one.asks)


def test_every_strong_player_of_three_hundred_is_judged() -> None:
    def opponent(number: int, round_number: int) -> int:
        return (number + 7 * round_number) % 300 + 1

    everybody = [
        player(
            number,
            tuple(
                GameFact(r, GameKind.PLAYED, (number + r) % 3, opponent(number, r))
                for r in range(1, 10)
            ),
            sex="w" if number % 4 == 0 else "m",
            fide_title=("GM", "IM", "FM", "", "")[number % 5] if number < 100 else "",
            fide_rating=2600 - 4 * number,
        )
        for number in range(1, 301)
    ]
    event = an_event(*everybody)
    found = assess_event(event, LAW_2024)
    assert len({one.participant for one in found}) > 250

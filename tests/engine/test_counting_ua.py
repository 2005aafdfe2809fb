"""Which events count for the individual coefficient, article by article, with the edges."""

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from django.utils import translation

from qualifications.engine.facts import EventSystem, TimeControl
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.counting import fewest_participants, judge_event
from qualifications.engine.rules.ua_2007.counting_facts import (
    BETWEEN_BODIES,
    CountingEvent,
    CountingKind,
    Field,
    Scope,
    Strength,
)
from qualifications.engine.rules.ua_2007.counting_players import Judged, judge_counting, member
from qualifications.engine.verdict import Outcome, Reason
from qualifications.wording import ask_sentence, reason_sentence

from .builders import LAW

HERE, ELSEWHERE = 1, 2
NORM_CONTROL = TimeControl(90, 30, electronic_clocks=True)
EVENT = CountingEvent(
    kind=CountingKind.ALL_UKRAINIAN,
    submitted=True,
    system=EventSystem.SWISS,
    women=False,
    double_round=False,
    time_control=NORM_CONTROL,
    ends_on=date(2024, 6, 30),
    material_received_on=None,
    region=HERE,
)
STRONG = Strength(participants=10, rated=10, total=23_000)
"""Ten with a coefficient, mean 2300."""


def judged(
    event: CountingEvent, strength: Strength = STRONG, law: Regulation = LAW
) -> tuple[Scope, dict[tuple[str, str], Reason]]:
    scope, reasons = judge_event(event, strength, law)
    return scope, {(reason.article, reason.check): reason for reason in reasons}


def scope_of(event: CountingEvent, strength: Strength = STRONG, law: Regulation = LAW) -> Scope:
    return judge_event(event, strength, law)[0]


def outcomes(event: CountingEvent, strength: Strength = STRONG) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for reason in judge_event(event, strength, LAW)[1]:
        found.setdefault(reason.article, []).append(reason.outcome.value)
    return found


# ---------------------------------------------------------------- UA.IK.1, 3 and 7: the event


def test_ik_1_a_commission_can_leave_an_event_out() -> None:
    scope, reasons = judged(replace(EVENT, submitted=False))
    assert scope is Scope.NOT_COUNTED
    assert reasons["UA.IK.1", "submitted"].outcome is Outcome.NOT_MET


@pytest.mark.parametrize("kind", [CountingKind.ALL_UKRAINIAN, CountingKind.QUALIFIER])
def test_ik_3_no_mean_is_asked_of_all_ukrainian_events_and_qualifiers(kind: CountingKind) -> None:
    weak = Strength(participants=10, rated=10, total=19_000)
    assert scope_of(replace(EVENT, kind=kind), weak) is Scope.NATIONAL


@pytest.mark.parametrize("kind", sorted(BETWEEN_BODIES))
@pytest.mark.parametrize(
    ("women", "mean", "scope"),
    [
        (False, Fraction("2199.5"), Scope.NOT_COUNTED),
        (False, Fraction(2200), Scope.NATIONAL),
        (True, Fraction("2049.5"), Scope.NOT_COUNTED),
        (True, Fraction(2050), Scope.NATIONAL),
    ],
)
def test_ik_3_mean_of_events_between_regions_cities_societies_and_clubs(
    kind: CountingKind, women: bool, mean: Fraction, scope: Scope
) -> None:
    strength = Strength(participants=12, rated=10, total=int(mean * 10))
    assert scope_of(replace(EVENT, kind=kind, women=women), strength) is scope


def test_ik_3_asks_what_kind_of_event_it_was() -> None:
    scope, reasons = judged(replace(EVENT, kind=None))
    assert scope is Scope.UNDECIDED
    assert {reason.asks for reason in reasons.values()} - {""} == {"coefficient_kind"}


def test_ik_3_an_event_that_fails_whatever_its_kind_is_not_asked_about() -> None:
    too_quick = replace(EVENT, kind=None, time_control=TimeControl(15, 10))
    assert scope_of(too_quick) is Scope.NOT_COUNTED


def test_ik_3_what_a_commission_stated_before_the_kind_was_asked_stands() -> None:
    stated = replace(EVENT, kind=CountingKind.STATED, time_control=TimeControl(15, 10))
    assert scope_of(stated, Strength(2, 1, 1900)) is Scope.NATIONAL
    assert scope_of(replace(stated, submitted=False), Strength(2, 1, 1900)) is Scope.NOT_COUNTED


def test_ik_7_a_local_event_counts_in_its_region() -> None:
    scope, reasons = judged(replace(EVENT, kind=CountingKind.LOCAL))
    assert scope is Scope.REGIONAL
    assert reasons["UA.IK.3", "kind_of_event"].outcome is Outcome.NOT_APPLICABLE
    assert reasons["UA.IK.7", "local_event"].outcome is Outcome.MET


# ---------------------------------------------------------------- UA.IK.4: half with a coefficient


@pytest.mark.parametrize(
    ("participants", "rated", "scope"),
    [
        (12, 5, Scope.NOT_COUNTED),
        (12, 6, Scope.NATIONAL),
        (12, 7, Scope.NATIONAL),
        (13, 6, Scope.NOT_COUNTED),
        (13, 7, Scope.NATIONAL),
    ],
)
def test_ik_4_exactly_half_is_enough(participants: int, rated: int, scope: Scope) -> None:
    assert scope_of(EVENT, Strength(participants, rated, rated * 1900)) is scope


def test_ik_4_is_asked_of_local_events_by_the_other_reading_of_q44_only() -> None:
    local, few = replace(EVENT, kind=CountingKind.LOCAL), Strength(12, 4, 6800)
    assert scope_of(local, few) is Scope.REGIONAL
    assert scope_of(local, few, LAW.with_reading("UA.Q44", "share_too")) is Scope.NOT_COUNTED


# ---------------------------------------------------------------- UA.IK.6: size and time


@pytest.mark.parametrize(
    ("system", "double_round", "least"),
    [
        (EventSystem.ROUND_ROBIN, False, 10),
        (EventSystem.SWISS, False, 10),
        (EventSystem.TEAM, False, 8),
        (EventSystem.ROUND_ROBIN, True, 6),
    ],
)
def test_ik_6_as_many_participants_as_the_games_of_a_norm_need(
    system: EventSystem, double_round: bool, least: int
) -> None:
    event = replace(EVENT, system=system, double_round=double_round)
    assert fewest_participants(event, LAW) == least
    assert scope_of(event, Strength(least - 1, least - 1, 2000)) is Scope.NOT_COUNTED
    assert scope_of(event, Strength(least, least, 2000)) is Scope.NATIONAL


def test_ik_6_by_the_other_reading_of_q43_no_number_is_asked() -> None:
    law = LAW.with_reading("UA.Q43", "not_asked")
    assert scope_of(EVENT, Strength(2, 2, 3800), law) is Scope.NATIONAL


@pytest.mark.parametrize(
    ("control", "scope"),
    [
        (TimeControl(120, 0, 40, 30), Scope.NATIONAL),
        (TimeControl(120, 0, electronic_clocks=False), Scope.NATIONAL),
        (TimeControl(120, 0, electronic_clocks=True), Scope.NOT_COUNTED),
        (TimeControl(90, 30, electronic_clocks=True), Scope.NATIONAL),
        (TimeControl(90, 30), Scope.UNDECIDED),
        (TimeControl(60, 30, electronic_clocks=True), Scope.NOT_COUNTED),
        (None, Scope.UNDECIDED),
    ],
)
def test_ik_6_time_control_of_the_master_norms(control: TimeControl | None, scope: Scope) -> None:
    assert scope_of(replace(EVENT, time_control=control)) is scope


def test_ik_6_holds_for_local_events_too() -> None:
    quick = replace(EVENT, kind=CountingKind.LOCAL, time_control=TimeControl(60, 30))
    assert scope_of(quick) is Scope.NOT_COUNTED


# ---------------------------------------------------------------- UA.IK.9: three months


@pytest.mark.parametrize("kind", [CountingKind.INTERNATIONAL, CountingKind.ABROAD])
@pytest.mark.parametrize(
    ("ends_on", "received_on", "scope"),
    [
        (date(2024, 3, 15), date(2024, 3, 15), Scope.NATIONAL),
        (date(2024, 3, 15), date(2024, 6, 14), Scope.NATIONAL),
        (date(2024, 3, 15), date(2024, 6, 15), Scope.NATIONAL),
        (date(2024, 3, 15), date(2024, 6, 16), Scope.NOT_COUNTED),
        (date(2023, 11, 30), date(2024, 2, 29), Scope.NATIONAL),
        (date(2023, 11, 30), date(2024, 3, 1), Scope.NOT_COUNTED),
        (date(2022, 11, 30), date(2023, 2, 28), Scope.NATIONAL),
        (date(2022, 11, 30), date(2023, 3, 1), Scope.NOT_COUNTED),
        (date(2024, 3, 31), date(2024, 6, 30), Scope.NATIONAL),
        (date(2024, 3, 31), date(2024, 7, 1), Scope.NOT_COUNTED),
        (date(2024, 2, 29), date(2024, 5, 29), Scope.NATIONAL),
        (date(2024, 2, 29), date(2024, 5, 30), Scope.NOT_COUNTED),
        (date(2024, 3, 15), None, Scope.UNDECIDED),
    ],
)
def test_ik_9_material_within_three_months_of_the_end(
    kind: CountingKind, ends_on: date, received_on: date | None, scope: Scope
) -> None:
    event = replace(EVENT, kind=kind, ends_on=ends_on, material_received_on=received_on)
    assert scope_of(event) is scope
    assert outcomes(event)["UA.IK.4"] == ["not_applicable"]


def test_ik_9_names_the_reading_on_the_last_day_only() -> None:
    event = replace(EVENT, kind=CountingKind.ABROAD, ends_on=date(2024, 3, 15))
    named = {
        day: judged(replace(event, material_received_on=date(2024, 6, day)))[1][
            "UA.IK.9", "material_in_time"
        ].readings
        for day in (14, 15, 16)
    }
    assert named == {14: (), 15: ("UA.Q16",), 16: ()}


# ---------------------------------------------------------------- UA.IK.2, 5, 7, 10: the players

Row = tuple[int, bool, int, int, int, bool]
"""Coefficient, national, valid in, region of the player, member, candidate master or higher."""
NATIONAL: Row = (1900, True, HERE, HERE, 1, False)
OF_HERE: Row = (1700, False, HERE, HERE, 1, False)
OF_ELSEWHERE: Row = (1700, False, ELSEWHERE, ELSEWHERE, 1, False)
WITHOUT: Row = (0, False, 0, HERE, 1, False)
WITHOUT_FROM_ELSEWHERE: Row = (0, False, 0, ELSEWHERE, 1, False)


def field_of(*rows: Row) -> Field:
    columns = np.array(rows, np.int64).T
    return Field(
        event=np.zeros(len(rows), np.int64),
        player=np.arange(1, len(rows) + 1),
        coefficient=columns[0],
        national=columns[1] > 0,
        valid_in=columns[2],
        region=columns[3],
        member=columns[4],
        master=columns[5] > 0,
    )


ENOUGH = (NATIONAL,) * 10


def with_others(
    rows: Sequence[Row], kind: CountingKind, law: Regulation = LAW, **changes: Any
) -> tuple[Judged, list[bool], list[bool]]:
    """The rows among ten players of the national list: who is valid, who is rated."""
    event = replace(EVENT, kind=kind, **changes)
    found = judge_counting([event], field_of(*rows, *ENOUGH), law)
    size = len(rows)
    return found, found.valid[:size].tolist(), found.rated[:size].tolist()


ROWS = (NATIONAL, OF_HERE, OF_ELSEWHERE, WITHOUT, WITHOUT_FROM_ELSEWHERE)


def test_ik_5_and_10_a_national_event_rates_everybody_but_figures_of_other_regions() -> None:
    found, valid, rated = with_others(ROWS, CountingKind.ALL_UKRAINIAN)
    assert found.verdicts[0].scope is Scope.NATIONAL
    assert valid == [True, True, False, False, False]
    assert rated == [True, True, False, True, True]


def test_ik_7_a_local_event_rates_the_players_of_its_region_below_the_border() -> None:
    found, valid, rated = with_others(ROWS, CountingKind.LOCAL)
    assert found.verdicts[0].scope is Scope.REGIONAL
    assert valid == [True, True, False, False, False]
    assert rated == [False, True, False, True, False]


def test_ik_7_and_10_a_figure_valid_in_the_region_is_rated_there_after_a_move_too() -> None:
    moved_away: Row = (1700, False, HERE, ELSEWHERE, 1, False)
    moved_here: Row = (1700, False, ELSEWHERE, HERE, 1, False)
    found, valid, rated = with_others([moved_away, moved_here], CountingKind.LOCAL)
    assert (valid, rated) == ([True, False], [True, False])
    reasons = {reason.article: reason for reason in found.verdicts[0].of_players}
    assert reasons["UA.IK.7"].measured["elsewhere"] == 0


def test_ik_5_all_events_by_the_other_reading_of_q45() -> None:
    law = LAW.with_reading("UA.Q45", "local_too")
    assert with_others(ROWS, CountingKind.LOCAL, law)[2] == [True, True, False, True, False]


def test_ik_10_by_consent_a_regional_figure_is_valid_everywhere() -> None:
    law = LAW.with_reading("UA.Q42", "everywhere")
    _found, valid, rated = with_others(ROWS, CountingKind.ALL_UKRAINIAN, law)
    assert valid == [True, True, True, False, False]
    assert rated == [True] * 5


def test_ik_10_a_regional_figure_is_valid_nowhere_abroad() -> None:
    master = (*OF_HERE[:5], True)
    _found, valid, rated = with_others(
        [master], CountingKind.ABROAD, material_received_on=EVENT.ends_on
    )
    assert (valid, rated) == ([False], [False])


def test_ik_10_says_how_many_figures_are_not_valid() -> None:
    found, _valid, _rated = with_others([OF_ELSEWHERE, OF_ELSEWHERE], CountingKind.ALL_UKRAINIAN)
    reasons = {reason.article: reason for reason in found.verdicts[0].of_players}
    assert reasons["UA.IK.10"].measured == {"not_valid": 2}
    assert reasons["UA.IK.10"].readings == ("UA.Q42",)


def test_ik_4_and_10_a_figure_of_another_region_does_not_make_the_half() -> None:
    field = field_of(*[NATIONAL] * 5, *[OF_ELSEWHERE] * 6)
    assert judge_counting([EVENT], field, LAW).verdicts[0].scope is Scope.NOT_COUNTED
    field = field_of(*[NATIONAL] * 5, *[OF_HERE] * 6)
    assert judge_counting([EVENT], field, LAW).verdicts[0].scope is Scope.NATIONAL


def test_ik_9_only_candidate_masters_and_higher_are_rated_in_international_events() -> None:
    master = (*NATIONAL[:5], True)
    _found, valid, rated = with_others(
        [master, NATIONAL], CountingKind.INTERNATIONAL, material_received_on=EVENT.ends_on
    )
    assert (valid, rated) == ([True, True], [True, False])


def test_ik_2_who_is_not_a_member_is_not_rated_but_is_an_opponent() -> None:
    foreign, unknown = ((*NATIONAL[:4], answer, False) for answer in (0, -1))
    found, valid, rated = with_others([foreign, unknown], CountingKind.ALL_UKRAINIAN)
    assert (valid, rated) == ([True, True], [False, False])
    members = found.verdicts[0].of_players[0]
    assert (members.article, members.outcome) == ("UA.IK.2", Outcome.UNDECIDED)
    assert members.measured == {"members": 10, "unknown": 1, "participants": 12}
    assert found.verdicts[0].scope is Scope.NATIONAL


def test_ik_2_readings_of_membership() -> None:
    unless_foreign = LAW.with_reading("UA.Q41", "unless_foreign")
    assert [member(code, LAW) for code in ("UKR", "POL", "")] == [1, 0, -1]
    assert [member(code, unless_foreign) for code in ("UKR", "POL", "")] == [1, 0, 1]


def test_nobody_is_rated_in_an_event_that_does_not_count() -> None:
    found, _valid, rated = with_others(ROWS, CountingKind.ALL_UKRAINIAN, submitted=False)
    assert found.verdicts[0].scope is Scope.NOT_COUNTED
    assert rated == [False] * 5


def test_events_judged_together_are_judged_as_alone() -> None:
    field = field_of(*ROWS, *ENOUGH)
    local = replace(EVENT, kind=CountingKind.LOCAL)
    both = Field(
        event=np.concatenate([field.event, field.event + 1]),
        **{
            name: np.concatenate([getattr(field, name)] * 2)
            for name in (
                *("player", "coefficient", "national", "valid_in"),
                *("region", "member", "master"),
            )
        },
    )
    together = judge_counting([EVENT, local], both, LAW)
    alone = [judge_counting([event], field, LAW) for event in (EVENT, local)]
    assert list(together.verdicts) == [one.verdicts[0] for one in alone]
    assert together.rated.tolist() == [*alone[0].rated.tolist(), *alone[1].rated.tolist()]
    assert together.valid.tolist() == [*alone[0].valid.tolist(), *alone[1].valid.tolist()]


# ---------------------------------------------------------------- in words


@pytest.mark.parametrize("kind", [None, *CountingKind])
@pytest.mark.parametrize("received_on", [None, EVENT.ends_on])
@pytest.mark.parametrize("control", [None, NORM_CONTROL])
@pytest.mark.parametrize("rows", [(), (*ROWS, (*NATIONAL[:4], -1, False)), ENOUGH])
def test_every_reason_can_be_said(
    kind: CountingKind | None,
    received_on: date | None,
    control: TimeControl | None,
    rows: Sequence[Row],
) -> None:
    event = replace(EVENT, kind=kind, material_received_on=received_on, time_control=control)
    field = field_of(*rows) if rows else replace_all(field_of(NATIONAL), slice(0, 0))
    verdict = judge_counting([event], field, LAW).verdicts[0]
    with translation.override("en"):
        for reason in (*verdict.reasons, *verdict.of_players):
            words = reason_sentence(reason)
            assert words.requirement
            assert words.measured
            assert "None" not in words.requirement + words.measured
            assert reason.article in LAW.articles
            assert (reason.outcome is Outcome.UNDECIDED) == bool(reason.asks)
            if reason.asks:
                assert ask_sentence(reason.asks)


def replace_all(field: Field, places: slice) -> Field:
    return Field(**{one.name: getattr(field, one.name)[places] for one in fields(field)})

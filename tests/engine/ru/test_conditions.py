"""Places, status of the event, time control and ages: both sides of every edge."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from qualifications.engine import EventFacts, EventSystem, GameFact, GameKind, Outcome, TimeControl
from qualifications.engine.editions.ru import RuTables
from qualifications.engine.facts import AgeGroup, Discipline, EventLevel, EventRecognition

from .builders import (
    GR,
    KMS,
    LAW,
    MS,
    RANK_1,
    YOUTH_1,
    YOUTH_2,
    YOUTH_3,
    change_hero,
    event,
    found,
    outcome_of,
    played,
    verdict_of,
)

MET, NOT_MET, UNDECIDED, NOT_APPLICABLE = (
    Outcome.MET,
    Outcome.NOT_MET,
    Outcome.UNDECIDED,
    Outcome.NOT_APPLICABLE,
)
PLACES = LAW.tables_as(RuTables).places
PAIRS = [(row, discipline) for row in PLACES for discipline in row.disciplines]
RAPID_LONG, RAPID_SHORT, BLITZ = TimeControl(15, 10), TimeControl(10, 5), TimeControl(3, 2)


def great(place: int | None = 1, **changes: Any) -> EventFacts:
    """A world championship in which number 1 has everything that a grandmaster needs."""
    facts = {"level": EventLevel.WORLD_CHAMPIONSHIP, "olympiad_rules": True, **changes}
    hero = {"place": place, "rating_on_last_day": 2600, "earlier_result_on": date(2019, 6, 1)}
    return event([2600] * 9, 18, hero=hero, **facts)


# ---------------------------------------------------------------- grandmaster


@pytest.mark.parametrize(("row", "discipline"), PAIRS, ids=lambda value: str(value)[:40])
def test_ru_gr_p_the_last_place_of_every_line(row: Any, discipline: Discipline) -> None:
    facts = great(row.lowest, level=row.level, discipline=discipline, composition_sections=True)
    assert outcome_of(facts, GR) is MET
    reason = found(facts, GR, "ru_place")
    assert (reason.article, reason.outcome) == (row.article, MET)
    assert outcome_of(change_hero(facts, place=row.lowest + 1), GR) is NOT_MET


def test_ru_gr_p_a_competition_that_is_not_listed() -> None:
    for level, discipline in (
        (EventLevel.NATIONAL, Discipline.CLASSICAL),
        (EventLevel.EUROPEAN_CUP_FINAL, Discipline.CLASSICAL),
    ):
        facts = great(level=level, discipline=discipline)
        assert found(facts, GR, "ru_listed_competition").outcome is NOT_MET
        assert outcome_of(facts, GR) is NOT_MET


@pytest.mark.parametrize(
    ("level", "discipline", "outcome", "asks"),
    [
        (None, Discipline.CLASSICAL, UNDECIDED, "level"),
        (EventLevel.WORLD_CHAMPIONSHIP, None, UNDECIDED, "discipline"),
        (EventLevel.LOCAL, None, NOT_MET, ""),
    ],
)
def test_ru_gr_p_an_unknown_competition(
    level: EventLevel | None, discipline: Discipline | None, outcome: Outcome, asks: str
) -> None:
    reason = found(great(level=level, discipline=discipline), GR, "ru_listed_competition")
    assert (reason.outcome, reason.asks) == (outcome, asks)


def tied(own: int, others: list[int], **changes: Any) -> EventFacts:
    """Number 1 with these half-points among others, in a world championship; no place stated."""
    facts = great(None, **changes)
    people = [
        replace(one, total_half_points=points)
        for one, points in zip(facts.participants, [own, *others], strict=True)
    ]
    return replace(facts, participants=tuple(people))


@pytest.mark.parametrize(
    ("own", "others", "outcome"),
    [
        (10, [18, 18, 18, 18, 18, 9, 9, 9, 9], MET),
        (10, [18, 18, 18, 18, 18, 10, 9, 9, 9], UNDECIDED),
        (10, [18, 18, 18, 18, 18, 18, 9, 9, 9], NOT_MET),
    ],
)
def test_ru_gr_p1_a_place_that_only_the_points_tell(
    own: int, others: list[int], outcome: Outcome
) -> None:
    reason = found(tied(own, others), GR, "ru_place")
    assert (reason.outcome, reason.asks) == (outcome, "place" if outcome is UNDECIDED else "")


def test_ru_gr_p2_points_say_nothing_of_a_teams_place() -> None:
    for changes in ({"discipline": Discipline.TEAM}, {"system": EventSystem.TEAM}):
        reason = found(tied(18, [0] * 9, **changes), GR, "ru_place")
        assert (reason.outcome, reason.asks) == (UNDECIDED, "place")


@pytest.mark.parametrize(("fact", "outcome"), [(True, MET), (False, NOT_MET), (None, UNDECIDED)])
def test_ru_gr_f1_regulations_of_the_olympiad(fact: bool | None, outcome: Outcome) -> None:
    facts = great(level=EventLevel.INTERNATIONAL, discipline=Discipline.TEAM, olympiad_rules=fact)
    assert found(facts, GR, "ru_olympiad_rules").outcome is outcome
    assert outcome_of(facts, GR) is outcome


@pytest.mark.parametrize(
    ("earlier", "outcome"),
    [
        (date(2018, 6, 7), MET),
        (date(2018, 6, 6), NOT_MET),
        (date(2020, 6, 6), MET),
        (date(2020, 6, 7), NOT_MET),
        (None, UNDECIDED),
    ],
)
def test_ru_gr_f2_twice_within_two_years(earlier: date | None, outcome: Outcome) -> None:
    facts = great(level=EventLevel.INTERNATIONAL, discipline=Discipline.BLITZ)
    facts = change_hero(facts, earlier_result_on=earlier)
    assert found(facts, GR, "ru_second_result").outcome is outcome
    assert outcome_of(facts, GR) is outcome


@pytest.mark.parametrize(
    ("sex", "rating", "outcome"),
    [
        ("m", 2599, NOT_MET),
        ("m", 2600, MET),
        ("w", 2399, NOT_MET),
        ("w", 2400, MET),
        ("m", None, UNDECIDED),
    ],
)
def test_ru_gr_1_rating_on_the_last_day(sex: str, rating: int | None, outcome: Outcome) -> None:
    facts = change_hero(great(), sex=sex, rating_on_last_day=rating)
    reason = found(facts, GR, "ru_rating_on_last_day")
    assert (reason.article, reason.outcome) == ("RU.GR.1", outcome)
    assert outcome_of(facts, GR) is outcome


def test_ru_gr_1_not_for_composition() -> None:
    composition = great(discipline=Discipline.COMPOSITION, composition_sections=True)
    facts = change_hero(composition, rating_on_last_day=None)
    assert found(facts, GR, "ru_rating_on_last_day").outcome is NOT_APPLICABLE
    assert outcome_of(facts, GR) is MET
    unknown = change_hero(great(discipline=None), rating_on_last_day=2000)
    assert found(unknown, GR, "ru_rating_on_last_day").asks == "discipline"


@pytest.mark.parametrize(
    ("games", "half_points", "outcomes"),
    [
        (6, 7, (MET, MET)),
        (5, 7, (NOT_MET, MET)),
        (6, 6, (MET, NOT_MET)),
        (0, 0, (NOT_MET, NOT_MET)),
    ],
)
def test_ru_gr_4_two_thirds_of_the_games_and_more_than_half_of_the_points(
    games: int, half_points: int, outcomes: tuple[Outcome, Outcome]
) -> None:
    absent = tuple(GameFact(n, GameKind.ABSENT, 0) for n in range(games + 1, 10))
    numbers: list[int | None] = list(range(2, games + 2))
    facts = change_hero(
        great(discipline=Discipline.TEAM), games=(*played(half_points, numbers), *absent)
    )
    checks = ("ru_team_games", "ru_team_points")
    assert tuple(found(facts, GR, check).outcome for check in checks) == outcomes
    single = replace(facts, discipline=Discipline.CLASSICAL)
    assert {found(single, GR, check).outcome for check in checks} == {NOT_APPLICABLE}
    unknown = [found(replace(facts, discipline=None), GR, check) for check in checks]
    assert [reason.outcome for reason in unknown] == [
        MET if outcome is MET else UNDECIDED for outcome in outcomes
    ]


@pytest.mark.parametrize(("fact", "outcome"), [(True, MET), (False, NOT_MET), (None, UNDECIDED)])
def test_ru_gr_5_sections_of_composition(fact: bool | None, outcome: Outcome) -> None:
    facts = great(discipline=Discipline.COMPOSITION, composition_sections=fact)
    assert found(facts, GR, "ru_composition_sections").outcome is outcome
    assert found(great(), GR, "ru_composition_sections").outcome is NOT_APPLICABLE


# ---------------------------------------------------------------- status of the event


@pytest.mark.parametrize(
    ("level", "group", "outcome", "asks"),
    [
        (EventLevel.FEDERAL_DISTRICT, AgeGroup.ADULTS, MET, ""),
        (EventLevel.FEDERAL_DISTRICT, AgeGroup.U21, NOT_MET, ""),
        (EventLevel.FEDERAL_DISTRICT, None, UNDECIDED, "age_group"),
        (EventLevel.NATIONAL, AgeGroup.U21, MET, ""),
        (EventLevel.REGIONAL, AgeGroup.ADULTS, NOT_MET, ""),
        (None, AgeGroup.ADULTS, UNDECIDED, "level"),
    ],
)
def test_ru_ms_4_not_below_the_championship_of_a_district(
    level: EventLevel | None, group: AgeGroup | None, outcome: Outcome, asks: str
) -> None:
    facts = event([2449] * 9, 18, level=level, age_group=group)
    reason = found(facts, MS, "ru_level")
    assert (reason.outcome, reason.asks) == (outcome, asks)
    assert outcome_of(facts, MS) is outcome


@pytest.mark.parametrize(
    ("fact", "master", "rank"),
    [
        (EventRecognition.OFFICIAL, MET, MET),
        (EventRecognition.PHYSICAL_CULTURE, NOT_MET, MET),
        (EventRecognition.UNOFFICIAL, NOT_MET, NOT_MET),
        (None, UNDECIDED, UNDECIDED),
    ],
)
def test_ru_ms_4_and_rank_13_official_events(
    fact: EventRecognition | None, master: Outcome, rank: Outcome
) -> None:
    facts = event([2449] * 9, 18, recognition=fact)
    assert (outcome_of(facts, MS), outcome_of(facts, RANK_1)) == (master, rank)


@pytest.mark.parametrize(
    ("level", "kms"),
    [
        (EventLevel.REGIONAL, MET),
        (EventLevel.MUNICIPAL, MET),
        (EventLevel.LOCAL, NOT_MET),
        (None, UNDECIDED),
    ],
)
def test_ru_rank_13_candidates_from_a_municipal_event_on(
    level: EventLevel | None, kms: Outcome
) -> None:
    facts = event([2449] * 9, 18, level=level)
    assert (outcome_of(facts, KMS), outcome_of(facts, RANK_1)) == (kms, MET)


# ---------------------------------------------------------------- candidate by a first place


def juniors(place: int | None = 1, **changes: Any) -> EventFacts:
    """Number 1 has no point in a weak first-place contest of a district, under 15."""
    group = {"age_group": AgeGroup.U15, **changes}
    return event([1100] * 9, 0, hero={"place": place}, **group)


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, MET),
        ({"place": 2}, NOT_MET),
        ({"place": None, "system": EventSystem.TEAM}, UNDECIDED),
        ({"age_group": AgeGroup.U21}, MET),
        ({"age_group": AgeGroup.U19}, MET),
        ({"age_group": AgeGroup.U17}, MET),
        ({"age_group": AgeGroup.U13}, NOT_MET),
        ({"age_group": AgeGroup.STUDENTS}, NOT_MET),
        ({"age_group": AgeGroup.ADULTS}, NOT_MET),
        ({"age_group": None}, UNDECIDED),
        ({"discipline": Discipline.TEAM}, MET),
        ({"discipline": Discipline.RAPID, "time_control": RAPID_LONG}, NOT_MET),
        ({"discipline": None}, UNDECIDED),
        ({"level": EventLevel.NATIONAL}, MET),
        ({"level": EventLevel.REGIONAL}, NOT_MET),
        ({"level": None}, UNDECIDED),
        ({"recognition": EventRecognition.PHYSICAL_CULTURE}, NOT_MET),
        ({"recognition": None}, UNDECIDED),
    ],
)
def test_ru_rank_14_candidate_by_a_first_place(changes: dict[str, Any], outcome: Outcome) -> None:
    verdict = verdict_of(juniors(**changes), KMS)
    assert [route.key for route in verdict.routes] == ["table", "first_place"]
    assert verdict.routes[0].outcome is NOT_MET
    assert verdict.routes[1].outcome is outcome
    assert verdict.outcome is outcome


# ---------------------------------------------------------------- time control


@pytest.mark.parametrize(
    ("control", "rapid", "blitz"),
    [
        (RAPID_LONG, MET, NOT_MET),
        (RAPID_SHORT, MET, NOT_MET),
        (BLITZ, NOT_MET, MET),
        (TimeControl(15, 5), NOT_MET, NOT_MET),
        (TimeControl(15, 0), NOT_MET, NOT_MET),
        (TimeControl(5, 0), NOT_MET, NOT_MET),
        (TimeControl(15, 10, first_period_moves=40), NOT_MET, NOT_MET),
        (TimeControl(15, 10, second_period_minutes=5), NOT_MET, NOT_MET),
        (None, UNDECIDED, UNDECIDED),
    ],
)
def test_ru_ms_5_and_rank_6_and_7_time_control(
    control: TimeControl | None, rapid: Outcome, blitz: Outcome
) -> None:
    fast = event([2449] * 11, 22, discipline=Discipline.RAPID, time_control=control)
    for grade, article in ((MS, "RU.MS.5"), (RANK_1, "RU.RANK.6")):
        reason = found(fast, grade, "ru_time_control")
        assert (reason.article, reason.outcome) == (article, rapid)
        assert reason.asks == ("time_control" if control is None else "")
    faster = replace(fast, discipline=Discipline.BLITZ)
    reason = found(faster, RANK_1, "ru_time_control")
    assert (reason.article, reason.outcome) == ("RU.RANK.7", blitz)
    assert found(faster, MS, "ru_time_control").outcome is NOT_APPLICABLE
    slow = replace(fast, discipline=Discipline.CLASSICAL)
    assert found(slow, RANK_1, "ru_time_control").outcome is NOT_APPLICABLE
    unknown = replace(fast, discipline=None)
    assert found(unknown, RANK_1, "ru_time_control").asks == "discipline"


# ---------------------------------------------------------------- ages


@pytest.mark.parametrize(
    ("grade", "article", "least"),
    [(GR, "RU.GR.AGE", 16), (MS, "RU.MS.AGE", 12), (KMS, "RU.KMS.AGE", 9)],
)
def test_ru_age_in_the_calendar_year(grade: str, article: str, least: int) -> None:
    def reason(birth: date | None, year: int | None, law: Any = LAW) -> Any:
        facts = event([2449] * 9, 18, hero={"birth_date": birth, "birth_year": year})
        return found(facts, grade, "ru_age", law=law)

    december = date(2020 - least, 12, 31)
    old, young = reason(december, None), reason(date(2021 - least, 1, 1), None)
    assert (old.article, old.outcome, old.readings) == (article, MET, ("RU.Q07",))
    assert (young.outcome, young.readings) == (NOT_MET, ())
    assert reason(None, 2020 - least).outcome is MET
    assert (reason(None, None).outcome, reason(None, None).asks) == (UNDECIDED, "birth_date")
    full = LAW.with_reading("RU.Q07", "full_years")
    assert reason(december, None, full).outcome is NOT_MET
    assert reason(None, 2020 - least, full).outcome is UNDECIDED


def child(birth_year: int, mean: int, **changes: Any) -> EventFacts:
    hero = {"birth_date": date(birth_year, 12, 31), "birth_year": birth_year}
    return event([mean] * 11, 22, hero=hero, **changes)


@pytest.mark.parametrize(("birth_year", "outcome"), [(2006, MET), (2005, NOT_MET)])
def test_ru_rank_16_youth_ranks_up_to_15(birth_year: int, outcome: Outcome) -> None:
    facts = child(birth_year, 1210)
    assert [outcome_of(facts, grade) for grade in (YOUTH_1, YOUTH_2, YOUTH_3)] == [outcome] * 3
    rapid = replace(facts, discipline=Discipline.RAPID, time_control=RAPID_LONG)
    assert found(rapid, YOUTH_1, "ru_youth_age").outcome is NOT_APPLICABLE
    assert outcome_of(rapid, YOUTH_1) is MET
    unknown = found(replace(facts, discipline=None), YOUTH_1, "ru_youth_age")
    assert unknown.outcome is (MET if outcome is MET else UNDECIDED)


@pytest.mark.parametrize(
    ("group", "outcome"),
    [
        (AgeGroup.U15, MET),
        (AgeGroup.ADULTS, MET),
        (AgeGroup.U13, NOT_MET),
        (AgeGroup.U11, NOT_MET),
        (AgeGroup.U9, NOT_MET),
        (None, UNDECIDED),
    ],
)
def test_ru_rank_15_no_ranks_under_13_in_rapid_and_blitz(
    group: AgeGroup | None, outcome: Outcome
) -> None:
    for discipline, control in ((Discipline.RAPID, RAPID_LONG), (Discipline.BLITZ, BLITZ)):
        facts = event([1801] * 11, 22, discipline=discipline, time_control=control, age_group=group)
        assert outcome_of(facts, RANK_1) is outcome
    slow = event([1801] * 11, 22, age_group=group)
    assert found(slow, RANK_1, "ru_not_under_13").outcome is NOT_APPLICABLE
    unknown = found(replace(slow, discipline=None), RANK_1, "ru_not_under_13")
    assert unknown.outcome is (MET if outcome is MET else UNDECIDED)


@pytest.mark.parametrize(("birth_year", "by_age"), [(2007, MET), (2008, NOT_MET)])
def test_ru_q12_the_age_of_the_player(birth_year: int, by_age: Outcome) -> None:
    facts = child(birth_year, 1801, discipline=Discipline.RAPID, time_control=RAPID_LONG)
    reason = found(facts, RANK_1, "ru_not_under_13")
    assert (reason.outcome, reason.readings) == (MET, () if by_age is MET else ("RU.Q12",))
    law = LAW.with_reading("RU.Q12", "age_of_player")
    other = found(facts, RANK_1, "ru_not_under_13", law=law)
    assert other.outcome is by_age
    unknown = change_hero(facts, birth_date=None, birth_year=None)
    assert found(unknown, RANK_1, "ru_not_under_13", law=law).asks == "birth_date"

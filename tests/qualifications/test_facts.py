"""What the engine is told of a participant: the registry says it, the commission, or nobody."""

from datetime import date, timedelta

import pytest

from federation.keeping import fact_record
from qualifications.engine import regulation_for
from qualifications.facts import gather_event
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.decisions import earlier_award_record
from qualifications.wording_ua_titles import CHAMPIONSHIPS
from tests.qualifications.building import NOW
from tournaments.grades import Championship, StatedClass
from tournaments.models import Entry, GameKind, Newcomers

FIRST_DAY, LAST_DAY = date(2025, 5, 1), date(2025, 5, 9)
LAW = regulation_for("ua", on=LAST_DAY)


def award(federation, player, grade: str, on: date) -> None:
    earlier_award_record(
        player=player,
        grade=grade,
        effective_on=on,
        commission=federation.region_commission,
        document="квиток",
        user=federation.chair,
        at=NOW,
        today=date(2026, 1, 1),
    )


def event_of(federation, players, **fields):
    fields = {"starts_on": FIRST_DAY, "ends_on": LAST_DAY} | fields
    return federation.event(players, [(1, 0, 1, 2)], **fields)


def held(event, number: int = 1):
    participant = gather_event(event, LAW).facts.participants[number - 1]
    return participant.grade_known, participant.grade, participant.candidate_points


def mark(event, number: int = 1, **fields) -> None:
    Entry.objects.filter(event=event, number=number).update(**fields)


@pytest.mark.parametrize(
    ("awarded_on", "expected"),
    [
        (date(2025, 4, 30), (True, "ua.rank_1", 0)),
        (FIRST_DAY, (True, "ua.rank_1", 0)),
        (date(2025, 5, 2), (False, None, 0)),
        (date(2022, 5, 1), (True, "ua.rank_1", 0)),  # its last day is the event's first
        (date(2022, 4, 30), (True, None, 0)),  # ended the day before: known to be without
    ],
)
def test_a_rank_counts_as_held_on_the_first_day(federation, awarded_on, expected):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    award(federation, players[0], "ua.rank_1", awarded_on)
    assert held(event_of(federation, players)) == expected


def test_candidate_points_of_the_first_day_come_along(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    award(federation, players[0], "ua.rank_1", date(2024, 1, 10))
    award(federation, players[0], "ua.candidate_point", date(2024, 6, 10))
    award(federation, players[0], "ua.candidate_point", date(2025, 5, 2))
    assert held(event_of(federation, players)) == (True, "ua.rank_1", 1)


def test_nobody_has_said_what_a_player_without_a_record_holds(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    assert held(event_of(federation, players)) == (False, None, 0)


@pytest.mark.parametrize(
    ("newcomers", "expected"),
    [(Newcomers.WITHOUT_RANK, (True, None, 0)), (Newcomers.UNKNOWN, (False, None, 0))],
)
def test_newcomers_are_what_the_papers_say(federation, newcomers, expected):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    event = event_of(federation, players, newcomers=newcomers)
    mark(event, newcomer=True)
    assert held(event) == expected


def test_the_statement_about_newcomers_does_not_speak_of_foreigners(federation):
    players = federation.players("Новак Ян", "Дорош Назар", federation="POL")
    event = event_of(federation, players, newcomers=Newcomers.WITHOUT_RANK)
    mark(event, newcomer=True)
    assert held(event) == (False, None, 0)


def test_a_statement_of_an_earlier_event_still_holds(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    earlier = event_of(
        federation,
        players,
        starts_on=date(2025, 4, 1),
        ends_on=FIRST_DAY,
        newcomers=Newcomers.WITHOUT_RANK,
    )
    mark(earlier, newcomer=True)
    assert held(event_of(federation, players)) == (True, None, 0)


def test_a_statement_of_a_later_event_does_not_reach_back(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    later = event_of(
        federation,
        players,
        starts_on=FIRST_DAY,
        ends_on=date(2025, 5, 2),
        newcomers=Newcomers.WITHOUT_RANK,
    )
    mark(later, newcomer=True)
    assert held(event_of(federation, players)) == (False, None, 0)


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (StatedClass.NONE, (True, None, 0)),
        (StatedClass.YOUTH_1, (True, "ua.youth_1", 0)),
        (StatedClass.RANK_1, (True, "ua.rank_1", 0)),
        (StatedClass.RANK_1_ONE_POINT, (True, "ua.rank_1", 1)),
        (StatedClass.RANK_1_TWO_POINTS, (True, "ua.rank_1", 2)),
        (StatedClass.GM, (True, "ua.gm", 0)),
    ],
)
def test_uaq12_a_class_stated_by_the_commission_goes_before_the_ledger(
    federation, stated, expected
):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    award(federation, players[0], "ua.rank_3", date(2024, 1, 10))
    event = event_of(federation, players)
    mark(event, stated_class=stated)
    assert held(event) == expected


def test_the_coefficient_is_that_of_the_list_in_force_on_the_first_day(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(date(2025, 4, 1), {players[0]: (2150, 40)})
    facts = gather_event(event_of(federation, players), LAW).facts
    assert [p.individual_coefficient for p in facts.participants] == [2150, None]
    day_before = {"starts_on": date(2025, 3, 31), "ends_on": date(2025, 4, 9)}
    facts = gather_event(event_of(federation, players, **day_before), LAW).facts
    assert [p.individual_coefficient for p in facts.participants] == [None, None]


def test_every_round_reaches_the_engine_as_it_was(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    event = event_of(federation, players, kind=GameKind.FORFEIT)
    [first, second] = gather_event(event, LAW).facts.participants
    assert [(g.round, g.kind, g.half_points, g.opponent) for g in first.games] == [
        (1, "forfeit", 2, 2)
    ]
    assert [(g.round, g.kind, g.half_points, g.opponent) for g in second.games] == [
        (1, "forfeit", 0, 1)
    ]


def test_the_number_of_queries_does_not_grow_with_the_participants(
    federation, django_assert_num_queries
):
    few = event_of(federation, federation.players("Гнатюк Остап", "Дорош Назар"))
    many = event_of(federation, federation.players(*(f"Гравець {n}" for n in range(30))))
    for event in (few, many):
        with django_assert_num_queries(13):
            gather_event(event, LAW)


def test_the_digest_tells_other_facts_apart(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    event = event_of(federation, players)
    before = gather_event(event, LAW).digest()
    assert gather_event(event, LAW).digest() == before
    mark(event, stated_class=StatedClass.RANK_2)
    assert gather_event(event, LAW).digest() != before


def participant_of(event, number: int = 1):
    return gather_event(event, LAW).facts.participants[number - 1]


def point(federation, event, player, on: date) -> None:
    """A candidate point that the registry counted in an event."""
    LedgerEntry.objects.create(
        player=player,
        kind=LedgerKind.CANDIDATE_POINT_EARNED,
        grade="ua.candidate_point",
        effective_on=on,
        recorded_at=NOW,
        recorded_by=federation.chair,
        commission=federation.region_commission,
        event=event,
        edition="ua_2007",
        article="UA.KMS.N2",
    )


def test_ua_kms_2_points_of_earlier_events_valid_on_the_last_day(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    award(federation, players[0], "ua.rank_1", date(2024, 1, 10))
    earlier = event_of(federation, players, starts_on=date(2024, 6, 1), ends_on=date(2024, 6, 9))
    event = event_of(federation, players)
    point(federation, earlier, players[0], date(2024, 6, 9))
    point(federation, event, players[0], LAST_DAY)
    assert participant_of(event).candidate_points_on_last_day == 1


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "system", "simultaneous"),
    [
        (date(2025, 4, 20), FIRST_DAY, "swiss", True),
        (date(2025, 4, 20), date(2025, 4, 30), "swiss", False),
        (LAST_DAY, date(2025, 5, 20), "round_robin", True),
        (date(2025, 5, 10), date(2025, 5, 20), "round_robin", False),
        (FIRST_DAY, LAST_DAY, "team", False),
    ],
)
def test_ua_awd_19_another_event_of_these_days(
    federation, starts_on, ends_on, system, simultaneous
):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    event_of(federation, players, starts_on=starts_on, ends_on=ends_on, system=system)
    assert participant_of(event_of(federation, players)).simultaneous is simultaneous


def test_coefficients_of_the_lists_of_both_days(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(date(2025, 4, 1), {players[0]: (2110, 40), players[1]: (1900, 40)})
    event = event_of(federation, players, starts_on=date(2025, 3, 31), ends_on=date(2025, 4, 1))
    participant = participant_of(event)
    assert participant.individual_coefficient is None
    assert participant.coefficient_on_last_day == 2110


def test_the_championship_that_the_papers_name_is_told(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    told = [
        gather_event(event_of(federation, players, championship=key), LAW).facts.championship
        for key in ("", Championship.UKRAINE)
    ]
    assert told == [None, "ua_championship"]


def test_the_papers_can_name_every_listed_championship_and_no_other():
    listed = {key for line in LAW.tables.places for key in line.championships}
    assert set(Championship.values) == listed == set(CHAMPIONSHIPS)


def test_a_recorded_title_is_that_of_the_first_day_with_its_confirmation(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    event = event_of(federation, players)
    facts = (
        ("CM", date(2020, 1, 1), None),
        ("IM", FIRST_DAY, date(2025, 5, 3)),
        ("GM", FIRST_DAY + timedelta(days=1), None),
    )
    for title, since, confirmed_on in facts:
        fact_record(
            players[0],
            kind="title",
            value=title,
            valid_from=since,
            confirmed_on=confirmed_on,
            source="ФІДЕ",
            user=None,
            at=NOW,
            today=LAST_DAY,
        )

    def told() -> tuple:
        one = participant_of(event)
        return one.fide_title, one.fide_title_confirmed_on, one.fide_title_before

    assert told() == ("IM", date(2025, 5, 3), "CM")
    event.entries.filter(number=1).update(file_title="FM")  # the file says what was used
    assert told() == ("FM", None, "CM")

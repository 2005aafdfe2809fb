"""One event, several regulations: who is judged by which, and what is kept of it."""

from dataclasses import replace
from datetime import date

import pytest
from django.conf import settings
from django.test import override_settings
from django.urls import reverse

from qualifications.distance import missing
from qualifications.engine import Outcome, Reason, Route, Verdict, all_regulations
from qualifications.engine.fide.tables import FideTables
from qualifications.facts import gather_event
from qualifications.grades import LADDERS, highest_of_each, ladder_place, schemes_kept
from qualifications.judging import came_near, judge_event, judge_under
from qualifications.law import law_for
from qualifications.models import Assessment, LedgerEntry, VerdictRecord
from qualifications.selectors import norms_to_award, player_card
from qualifications.services.assessment import event_assess
from qualifications.wording import GRADES
from tests import world
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tests.samples import round_robin
from tournaments.grades import Championship
from tournaments.models import Entry, Event
from tournaments.title_facts import FideCategory

pytestmark = pytest.mark.once

FIRST, LAST = date(2025, 5, 1), date(2025, 5, 9)
KNOWN = {
    "fide_federation": "UKR",
    "fide_registered_on": date(2025, 3, 1),
    "most_hours_on_one_day": 6,
    "most_rounds_on_one_day": 1,
    "same_conditions": True,
    "same_clocks": True,
    "arbiter_played": False,
    "changed_for_players": False,
}
FIELD = (
    *(("GM", "POL"), ("GM", "POL"), ("GM", "GER"), ("IM", "GER"), ("IM", "FRA")),
    *(("IM", "FRA"), ("FM", "UKR"), ("FM", "UKR"), ("FM", "UKR")),
)


def strong(federation: Federation, *, lost: int = 0, **fields) -> Event:
    """A round robin of ten: the first, without a title, wins all but `lost` games against masters
    of four federations, rated 2450 each."""
    players = [
        *federation.players("Березенко Ігор", sex="m"),
        *(
            player
            for place, (_title, land) in enumerate(FIELD)
            for player in federation.players(f"Суперник {place}", sex="m", federation=land)
        ),
    ]
    event = federation.event(
        players,
        [
            (round_, white, black, _half_points(white, black, lost))
            for round_, white, black, _half in everybody_against_everybody(10)
        ],
        starts_on=FIRST,
        ends_on=LAST,
        **{"system": "round_robin", **KNOWN, **fields},
    )
    event.arbiters.create(name="Озерянський Захар", category="international", chief=True)
    for entry, (title, land) in zip(
        event.entries.exclude(number=1).order_by("number"), FIELD, strict=True
    ):
        Entry.objects.filter(pk=entry.pk).update(
            file_title=title, file_rating=2450, file_federation=land, file_fide_id=entry.pk + 100
        )
    Entry.objects.filter(event=event, number=1).update(file_rating=2300, file_fide_id=99)
    return event


def _half_points(white: int, black: int, lost: int) -> int:
    if white == 0:
        return 0 if black <= lost else 2
    if black == 0:
        return 2 if white <= lost else 0
    return 1


def assess(federation: Federation, event: Event) -> dict[str, Assessment]:
    return event_assess(event, user=federation.member, at=NOW)


def test_the_home_scheme_is_always_kept_and_comes_first() -> None:
    assert settings.REGISTRY_SCHEMES == ("ua", "fide")
    with override_settings(REGISTRY_SCHEMES=("fide", "ru")):
        assert schemes_kept() == ("ua", "fide", "ru")


def test_every_grade_that_an_event_can_bring_has_a_name_and_a_place() -> None:
    grades = [grade for ladder in LADDERS.values() for grade in ladder]
    assert [grade for grade in grades if grade not in GRADES] == []
    assert sorted(grades, key=ladder_place) == grades
    assert ladder_place("xx.unknown") > ladder_place("fide.wcm")


def test_an_event_is_judged_once_under_each_scheme(federation: Federation) -> None:
    found = assess(federation, strong(federation))
    assert {scheme: (a.edition, a.outcome) for scheme, a in found.items()} == {
        "ua": ("ua_2007", "judged"),
        "fide": ("fide_2024", "judged"),
    }
    assert found["fide"].participants.count() == 0
    assert found["ua"].participants.count() == 10


def test_a_norm_of_fide_goes_into_the_ledger_and_onto_the_card_and_is_not_ours_to_award(
    federation: Federation,
) -> None:
    event = strong(federation, lost=2)
    assess(federation, event)
    [entry] = LedgerEntry.objects.filter(grade__startswith="fide.")
    assert (entry.kind, entry.grade, entry.edition) == ("norm_met", "fide.gm", "fide_2024")
    assert entry.article == "FIDE.1.48"
    assert entry.effective_on == LAST
    card = player_card(entry.player, on=LAST)
    assert [norm.pk for norm in card.other_norms] == [entry.pk]
    assert card.standing.grade is None
    assert entry not in norms_to_award(federation.national)
    assert entry not in card.earned


def test_the_highest_norm_of_a_player_serves_the_lower_titles() -> None:
    met = [(1, "fide.im"), (1, "fide.gm"), (2, "fide.wim"), (2, "fide.im")]
    assert highest_of_each(met) == {(1, "fide.gm"), (2, "fide.im")}


def test_what_nobody_has_said_about_the_event_leaves_the_norm_open_and_asks(
    federation: Federation,
) -> None:
    event = strong(federation, fide_registered_on=None)
    assess(federation, event)
    record = VerdictRecord.objects.get(grade="fide.gm", entry__number=1)
    assert record.outcome == "undecided"
    asked = [r["asks"] for r in record.reasons["conditions"] if r["outcome"] == "undecided"]
    assert asked == ["registered_on"]
    assert not LedgerEntry.objects.filter(grade__startswith="fide.").exists()


def test_a_file_without_fide_data_judges_nobody_and_says_so(federation: Federation) -> None:
    event = strong(federation)
    event.entries.update(file_title="", file_rating=None, file_fide_id=None)
    found = assess(federation, event)
    assert found["fide"].outcome == "no_facts"
    assert found["fide"].verdicts.count() == 0


def test_norms_out_of_reach_are_counted_and_not_kept(federation: Federation) -> None:
    found = assess(federation, strong(federation))
    kept = found["fide"].verdicts.count()
    judged = judge_event(found["fide"].event).judgements["fide"]
    assert kept == len(judged.verdicts)
    assert found["fide"].out_of_reach == judged.out_of_reach > 0


def _verdict(*failed: str, needed: int | None = 12, scored: int = 11) -> Verdict:
    reasons = (
        Reason("FIDE.1.41", "fide_norm_games", Outcome.MET),
        *(Reason("FIDE.1.48", check, Outcome.NOT_MET) for check in failed),
    )
    outcome = Outcome.NOT_MET if failed else Outcome.MET
    route = Route("title_norm", outcome, reasons)
    return Verdict(1, "fide.im", outcome, (), (route,), needed, scored, "fide_2024")


@pytest.mark.parametrize(
    ("verdict", "near"),
    [
        (_verdict(), True),
        (_verdict("fide_performance"), True),
        (_verdict("fide_performance", scored=10), True),
        (_verdict("fide_performance", scored=9), False),
        (_verdict("fide_performance", "fide_mean_rating"), False),
        (_verdict("fide_title_holders", needed=None), True),
    ],
)
def test_near_is_one_requirement_and_at_most_a_point(verdict: Verdict, near: bool) -> None:
    assert came_near(verdict) is near


def test_an_open_norm_is_always_kept() -> None:
    assert came_near(replace(_verdict("fide_performance", scored=1), outcome=Outcome.UNDECIDED))


def test_ranks_of_one_country_are_not_told_to_another(federation: Federation) -> None:
    event = strong(federation)
    event.entries.filter(number=1).update(stated_class="ua.rank_1")
    home = law_for("ua", on=LAST)
    judgement = judge_under("ru", law_for("ru", on=LAST), gather_event(event, home))
    assert {verdict.grade.partition(".")[0] for verdict in judgement.verdicts} == {"ru"}


def test_the_choices_of_the_form_are_those_of_the_regulations() -> None:
    categories = {
        key
        for law in all_regulations()
        if law.scheme == "fide"
        for key in law.tables_as(FideTables).categories
    }
    assert categories - {"open"} == set(FideCategory.values)
    [ukraine] = [law for law in all_regulations() if law.edition == "ua_2007"]
    listed = {key for line in ukraine.tables.places for key in line.championships}
    assert listed <= set(Championship.values)


def test_a_kind_of_event_that_the_edition_does_not_know_is_like_any_other(
    federation: Federation,
) -> None:
    event = strong(federation, fide_category="womens_world_championship")
    assert assess(federation, event)["fide"].outcome == "judged"


def test_the_number_of_queries_does_not_grow_with_the_players(
    clerk, django_assert_num_queries
) -> None:
    few = world.submit_event(round_robin(6, seed=5), user=clerk)
    many = world.submit_event(round_robin(16, seed=6), user=clerk)
    for event in (few, many):
        with django_assert_num_queries(15):
            judge_event(event)


# --- pages --------------------------------------------------------------------------------------


def test_the_pages_tell_the_norm_by_its_regulation(client, federation: Federation) -> None:
    event = strong(federation, lost=2)
    assess(federation, event)
    entry = event.entries.get(number=1)
    english = {"accept-language": "en"}
    page = client.get(reverse("event-detail", args=[event.pk]), headers=english)
    assert "International grandmaster (GM)" in page.content.decode()
    page = client.get(reverse("verdict-list", args=[entry.player_id, event.pk]), headers=english)
    html = page.content.decode()
    assert html.index('id="ua"') < html.index('id="fide"')
    assert "FIDE Title Regulations" in html
    other = event.entries.exclude(verdicts__assessment__scheme="fide").first()
    assert other is not None
    page = client.get(reverse("verdict-list", args=[other.player_id, event.pk]), headers=english)
    assert "No FIDE norm was in reach." in page.content.decode()
    card = client.get(reverse("player-card", args=[entry.player_id]), headers=english)
    assert "International norms" in card.content.decode()


def test_verdicts_for_programs(client, federation: Federation) -> None:
    event = strong(federation, lost=2)
    assess(federation, event)
    entry = event.entries.get(number=1)
    url = reverse("verdict-list", args=[entry.player_id, event.pk])
    data = client.get(url, {"format": "json"}, headers={"accept-language": "en"}).json()
    assert data["player"]["name"] == "Березенко Ігор"
    assert data["result"] == {"half_points": 14, "place": 1}
    assert len(data["games"]) == 9
    assert [one["scheme"] for one in data["judgements"]] == ["ua", "fide"]
    gm = next(v for v in data["judgements"][1]["verdicts"] if v["grade"] == "fide.gm")
    assert (gm["outcome"], gm["scored_half_points"]) == ("met", 14)
    reasons = [r for route in gm["routes"] for r in route["reasons"]]
    assert {r["outcome"] for r in reasons} <= {"met", "not_applicable", "waived"}
    rank = data["judgements"][0]["verdicts"][-1]
    ages = [r for r in rank["conditions"] if r["check"] == "minimum_age"]
    assert [(r["measured"], r["found"]) for r in ages] == [({}, "")] * len(ages)
    assert ages != []


# --- distance -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "required", "measured", "words"),
    [
        ("fide_norm_games", {"games": 9}, {"games": 8}, "1 more game needed"),
        ("minimum_games", {"games": 9}, {"games": 7}, "2 more games needed"),
        (
            "fide_title_holders",
            {"opponents": 5},
            {"opponents": 4},
            "1 more opponent with a title needed",
        ),
        (
            "fide_other_federations",
            {"federations": 2},
            {"federations": 1},
            "opponents from 1 more federation needed",
        ),
        (
            "fide_own_federation",
            {"at_most": 5},
            {"opponents": 7},
            "2 opponents too many of the player's own federation",
        ),
        (
            "fide_mean_rating",
            {"mean": 2230},
            {"mean": 2229},
            "the mean rating of the opponents is 1 point too low",
        ),
    ],
)
def test_what_is_missing_in_numbers(check, required, measured, words) -> None:
    reason = Reason("FIDE.1.41", check, Outcome.NOT_MET, required, measured)
    verdict = Verdict(
        1,
        "fide.im",
        Outcome.NOT_MET,
        (),
        (Route("title_norm", Outcome.NOT_MET, (reason,)),),
        None,
        11,
        "fide_2024",
    )
    assert missing(verdict) == [words]


def test_points_come_first_and_the_nearest_way_is_taken() -> None:
    games = Reason("A", "minimum_games", Outcome.NOT_MET, {"games": 9}, {"games": 8})
    points = Reason("B", "table_norm", Outcome.NOT_MET)
    verdict = Verdict(
        1,
        "ua.rank_1",
        Outcome.NOT_MET,
        (games,),
        (
            Route("first_place", Outcome.NOT_MET, (points, points)),
            Route("table", Outcome.NOT_MET, (points,)),
        ),
        12,
        11,
        "ua_2007",
    )
    assert missing(verdict) == ["half a point short", "1 more game needed"]

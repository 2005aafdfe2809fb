"""Readings as decisions: tried out, decided, and never rewriting what was judged."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from federation.errors import Refused
from qualifications import whatif
from qualifications.engine import all_regulations, regulation_for
from qualifications.engine.regulation import UnknownReading
from qualifications.law import LawBook, edition_named, law_for, law_judged_with, read_as
from qualifications.models import Assessment, ReadingDecision, VerdictRecord
from qualifications.models.readings import DecisionsAreAppendOnly
from qualifications.services.assessment import event_assess
from qualifications.services.readings import choices_open, reading_decide
from qualifications.whatif import reading_what_if
from tests import world
from tests.samples import round_robin
from tournaments.models import Event

ENGLISH = {"accept-language": "en"}
LAW = regulation_for("ua", on=world.TODAY)


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


def decide(user, question: str = "UA.Q03", choice: str = "down", **changes) -> ReadingDecision:
    arguments = {
        "commission": world.commission("UKR"),
        "decided_on": world.TODAY,
        "holds_from": world.TODAY,
        "note": "minutes 4",
        "user": user,
        "at": world.NOW,
        "today": world.TODAY,
    } | changes
    return reading_decide(LAW, question, choice, **arguments)


def test_a_decision_holds_from_its_day(national_chair) -> None:
    decide(national_chair)
    before, after = date(2026, 7, 9), world.TODAY
    assert law_for("ua", on=before).reading("UA.Q03") == "up"
    assert law_for("ua", on=after).reading("UA.Q03") == "down"
    assert law_for("ua", on=after).digest == f"{LAW.digest}+UA.Q03=down"
    assert law_for("ua", on=after) is law_for("ua", on=after)
    assert law_for("ua", on=before) is LAW


def test_what_was_not_recorded_yet_is_not_known(national_chair) -> None:
    decide(national_chair)
    earlier = world.NOW.replace(year=2025)
    assert law_for("ua", on=world.TODAY, known_at=earlier).reading("UA.Q03") == "up"


def test_the_decision_that_holds_last_wins(national_chair) -> None:
    decide(national_chair, holds_from=date(2026, 9, 1))
    decide(national_chair, "UA.Q03", "down", holds_from=date(2026, 8, 1))
    decide(national_chair, "UA.Q03", "up", holds_from=date(2026, 8, 15))
    read = [
        LawBook.read().law_for("ua", on=day).reading("UA.Q03")
        for day in (date(2026, 7, 31), date(2026, 8, 1), date(2026, 8, 15), date(2026, 9, 1))
    ]
    assert read == ["up", "down", "up", "down"]


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"choice": "up"}, "read in this way already"),
        ({"choice": "sideways"}, "cannot be read in this way"),
        ({"question": "UA.Q999"}, "cannot be read in this way"),
        ({"question": "UA.Q12", "choice": "unknown"}, "cannot be read in this way"),
        ({"decided_on": date(2026, 7, 11), "holds_from": date(2026, 7, 11)}, "in the future"),
        ({"holds_from": date(2026, 7, 9)}, "from the day of the decision"),
    ],
)
def test_what_cannot_be_decided_is_refused(national_chair, changes, refusal) -> None:
    with pytest.raises(Refused, match=refusal):
        decide(national_chair, **changes)
    assert not ReadingDecision.objects.exists()


def test_a_decision_is_never_changed(national_chair) -> None:
    decision = decide(national_chair)
    for attempt in (
        decision.save,
        decision.delete,
        ReadingDecision.objects.all().delete,
        lambda: ReadingDecision.objects.update(choice="up"),
    ):
        with pytest.raises(DecisionsAreAppendOnly):
            attempt()


def test_an_edition_takes_only_choices_that_it_has() -> None:
    assert read_as(LAW, {"UA.Q03": "sideways", "XX.Q1": "x"}) is LAW
    assert edition_named("ua_1900") is None


def test_every_choice_that_can_be_decided_is_one_of_the_file() -> None:
    for law in all_regulations():
        for reading in law.readings.values():
            assert set(choices_open(reading)) <= {choice.key for choice in reading.choices}


def test_past_judgements_stay_and_name_their_readings(
    admitted_event: Event, national_chair
) -> None:
    assessment = Assessment.objects.get(event=admitted_event, scheme="ua")
    verdicts = list(VerdictRecord.objects.order_by("pk").values())
    decide(national_chair)
    assert assessment.readings["UA.Q03"] == "up"
    law = law_judged_with(assessment)
    assert law is not None
    assert law.reading("UA.Q03") == "up"
    assert list(VerdictRecord.objects.order_by("pk").values()) == verdicts


def test_a_new_event_is_judged_as_decided(clerk, member, national_chair) -> None:
    decide(national_chair, decided_on=date(2026, 4, 1), holds_from=date(2026, 4, 1))
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY)
    assessment = world.admit_event(world.submit_event(parsed, user=clerk), user=member)
    assert assessment.readings["UA.Q03"] == "down"
    record = assessment.verdicts.first()
    assert record is not None
    page = Client().get(
        reverse("verdict-list", args=[record.entry.player_id, assessment.event_id]),
        headers=ENGLISH,
    )
    assert "Judged with a decided reading." in page.content.decode()


# --- what if ------------------------------------------------------------------------------------


def _outcomes(event: Event) -> dict[tuple[int, str], str]:
    records = VerdictRecord.objects.filter(
        assessment__event=event, assessment__current=True, assessment__scheme="ua"
    )
    return {
        (number, grade): outcome
        for number, grade, outcome in records.values_list("entry__number", "grade", "outcome")
    }


@pytest.mark.parametrize(
    ("question", "choice"), [("UA.Q03", "down"), ("UA.Q13", "event_without_groups")]
)
def test_what_if_lists_exactly_what_judging_anew_would_change(
    admitted_event: Event, national_chair, member, question, choice
) -> None:
    old = _outcomes(admitted_event)
    listed = {
        (change.entry.number, change.grade): (change.old, change.new)
        for one in reading_what_if(LAW, question, choice).events
        for change in one.changes
    }
    decide(
        national_chair,
        question,
        choice,
        decided_on=date(2026, 1, 1),
        holds_from=date(2026, 1, 1),
    )
    Assessment.objects.filter(event=admitted_event).update(current=False)
    event_assess(admitted_event, user=member, at=world.NOW)
    new = _outcomes(admitted_event)
    assert listed == {key: (old[key], new[key]) for key in old if old[key] != new[key]}


def test_another_rounding_of_half_points_changes_somebody(admitted_event: Event) -> None:
    found = [
        reading_what_if(LAW, reading.id, choice)
        for reading in LAW.readings.values()
        for choice in choices_open(reading)
        if choice != reading.in_force
    ]
    changed = [change for one in found for event in one.events for change in event.changes]
    assert changed != []
    assert all(change.old is not change.new for change in changed)


def test_what_if_stores_nothing_and_refuses_an_unknown_choice(admitted_event: Event) -> None:
    before = Assessment.objects.count(), VerdictRecord.objects.count()
    reading_what_if(LAW, "UA.Q03", "down")
    assert (Assessment.objects.count(), VerdictRecord.objects.count()) == before
    with pytest.raises(UnknownReading):
        reading_what_if(LAW, "UA.Q03", "sideways")


def test_what_if_goes_through_all_events_page_by_page(
    clerk, member, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (1, 2, 3):
        parsed = round_robin(6, seed=seed, starts_on=date(2026, 5, 1))
        world.admit_event(world.submit_event(parsed, user=clerk), user=member)
    monkeypatch.setattr(whatif, "EVENTS_AT_ONCE", 2)
    first = reading_what_if(LAW, "UA.Q03", "down")
    second = reading_what_if(LAW, "UA.Q03", "down", after=first.next_after)
    assert (first.looked_at, second.looked_at, second.next_after) == (2, 1, "")
    assert first.all_events == second.all_events == 3
    monkeypatch.setattr(whatif, "EVENTS_AT_ONCE", 25)
    monkeypatch.setattr(whatif, "ENTRIES_AT_ONCE", 6)
    assert reading_what_if(LAW, "UA.Q03", "down").looked_at == 1


# --- pages --------------------------------------------------------------------------------------


def test_the_chair_tries_and_then_decides(client, admitted_event: Event, national_chair) -> None:
    client.force_login(national_chair)
    url = reverse("reading-decision", args=["ua_2007", "UA.Q03"])
    words = client.get(url, headers=ENGLISH).content.decode()
    assert "A decision does not rewrite what has been judged" in words
    answer = client.post(
        url,
        {"choice": "down", "decided_on": "2026-07-10", "holds_from": "2026-07-10", "note": "why"},
    )
    assert answer["Location"] == url
    page = client.get(reverse("regulation", args=["ua_2007"]), headers=ENGLISH).content.decode()
    reading = page[page.index('id="UA.Q03"') :][:2000]
    assert "<strong>rounded down</strong>" in reading
    assert "holds since 10.07.2026" in reading


def test_a_refused_decision_comes_back_filled(client, national_chair) -> None:
    client.force_login(national_chair)
    url = reverse("reading-decision", args=["ua_2007", "UA.Q03"])
    answer = client.post(
        url,
        {"choice": "down", "decided_on": "2026-07-10", "holds_from": "2026-07-09", "note": "why"},
        headers=ENGLISH,
    )
    assert answer.status_code == 422
    assert "from the day of the decision" in answer.content.decode()
    assert "why</textarea>" in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/desk/readings/ua_1900/UA.Q03/",
        "/desk/readings/ua_2007/UA.Q999/",
        "/desk/readings/ua_2007/UA.Q03/?choice=sideways",
        "/desk/readings/ua_2007/UA.Q03/?after=zzz",
    ],
)
def test_nonsense_in_the_address_is_not_found(client, national_chair, path) -> None:
    client.force_login(national_chair)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("edition", [law.edition for law in all_regulations()])
def test_every_edition_shows_every_rule_with_its_state(client, db, edition) -> None:
    law = edition_named(edition)
    assert law is not None
    html = client.get(reverse("regulation", args=[edition]), headers=ENGLISH).content.decode()
    for key in (*law.articles, *law.errata, *law.readings):
        assert html.count(f'id="{key}"') == 1, key
    assert html.count('<article class="article"') == sum(
        map(len, (law.articles, law.errata, law.readings))
    )


def test_the_index_names_every_edition(client, db) -> None:
    html = client.get(reverse("regulation-index")).content.decode()
    for law in all_regulations():
        assert reverse("regulation", args=[law.edition]) in html


def test_the_decision_is_offered_after_the_last_event_and_not_before(
    client, clerk, member, national_chair, monkeypatch
) -> None:
    monkeypatch.setattr(whatif, "EVENTS_AT_ONCE", 1)
    first = world.play(clerk, member)
    parsed = round_robin(6, seed=9, starts_on=world.FIRST_DAY)
    second = world.admit_event(world.submit_event(parsed, user=clerk), user=member).event
    client.force_login(national_chair)
    address = reverse("reading-decision", args=["ua_2007", "UA.Q03"])
    offered = []
    for after in ("", str(max(first.pk, second.pk))):
        page = client.get(address, {"after": after} if after else {})
        offered.append('name="holds_from"' in page.content.decode())
    assert offered == [False, True]

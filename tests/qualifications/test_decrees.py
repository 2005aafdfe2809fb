"""Decrees: what was earned is awarded, once; one person drafts, another approves."""

import hashlib
import json
from datetime import UTC, date, datetime

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from federation.errors import Refused
from federation.models import Commission, Player, Region
from qualifications.life_facts import life_facts
from qualifications.models import Assessment, Decision, Decree, LedgerEntry, VerdictRecord
from qualifications.models.ledger import LedgerKind
from qualifications.proposals import awards_waiting, open_questions, proposal_key
from qualifications.selectors import earned_not_awarded, norms_to_award, player_card
from qualifications.services.decisions import earlier_award_record
from qualifications.services.decree_approval import decree_approve, digest_of
from qualifications.services.decrees import (
    Chosen,
    DecreeText,
    Stale,
    annulment_draft,
    decree_abandon,
    decree_change,
    decree_draft,
)
from tests.qualifications.building import NOW

LAST_DAY = date(2025, 5, 9)
TODAY = date(2025, 6, 1)


@pytest.fixture
def event(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    return federation.event(players, [(1, 0, 1, 2)], starts_on=date(2025, 5, 1), ends_on=LAST_DAY)


def norm_of(federation, event, number: int = 1, grade: str = "ua.rank_2") -> LedgerEntry:
    return LedgerEntry.objects.create(
        player=event.entries.get(number=number).player,
        kind=LedgerKind.NORM_MET,
        grade=grade,
        effective_on=event.ends_on,
        recorded_at=NOW,
        recorded_by=federation.member,
        commission=event.commission,
        event=event,
        edition="ua_2007",
        article="UA.RANK.T",
    )


def keys(norms) -> list[str]:
    return [proposal_key("award", n.player_id, n.grade, n.effective_on) for n in norms]


def draft(federation, norms, **changed) -> Decree:
    day = changed.get("today", TODAY)
    return decree_draft(
        commission=changed.get("commission", federation.region_commission),
        text=DecreeText(
            changed.get("number", "14"), changed.get("dated_on", date(2025, 5, 20)), "Львів"
        ),
        chosen=Chosen(keys(norms), changed.get("notes", {})),
        user=federation.clerk,
        at=datetime(day.year, day.month, day.day, 9, tzinfo=UTC),
    )


def approve(federation, decree, *, version=1, user=None, today=TODAY) -> Decree:
    return decree_approve(
        decree,
        version=version,
        user=user or federation.chair,
        at=datetime(today.year, today.month, today.day, 12, tzinfo=UTC),
    )


def record(federation, norms, **changed) -> Decision:
    written = draft(federation, norms, **changed)
    return approve(federation, written, today=changed.get("today", TODAY)).decision


def test_an_award_is_in_force_from_the_last_day_of_the_event_for_three_years(federation, event):
    norm = norm_of(federation, event)
    record(federation, [norm])
    for on, grade in (
        (date(2025, 5, 8), None),
        (LAST_DAY, "ua.rank_2"),
        (date(2028, 5, 9), "ua.rank_2"),
        (date(2028, 5, 10), None),
    ):
        assert player_card(norm.player, on=on).standing.grade == grade


def test_what_is_awarded_is_no_longer_waiting(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    assert list(earned_not_awarded(federation.region_commission)) == norms
    record(federation, norms[:1])
    assert list(earned_not_awarded(federation.region_commission)) == norms[1:]


def test_the_same_norm_is_not_awarded_twice(federation, event):
    norm = norm_of(federation, event)
    record(federation, [norm])
    with pytest.raises(Refused):
        record(federation, [norm], number="15")
    assert LedgerEntry.objects.filter(kind=LedgerKind.AWARDED).count() == 1


@pytest.mark.parametrize(
    ("earlier", "later", "waiting"),
    [
        ("ua.rank_2", "ua.rank_2", ["ua.rank_2"]),
        ("ua.rank_2", "ua.rank_3", ["ua.rank_2"]),
        ("ua.rank_3", "ua.rank_2", ["ua.rank_3", "ua.rank_2"]),
    ],
)
def test_a_norm_that_an_earlier_one_covers_does_not_wait_for_an_award(
    federation, event, earlier, later, waiting
):
    first = norm_of(federation, event, grade=earlier)
    players = [first.player, event.entries.get(number=2).player]
    next_event = federation.event(
        players, [(1, 0, 1, 2)], starts_on=date(2025, 5, 10), ends_on=date(2025, 5, 12)
    )
    second = norm_of(federation, next_event, grade=later)
    assert [n.grade for n in norms_to_award(federation.region_commission)] == waiting
    if second.grade not in waiting[1:]:
        with pytest.raises(Refused):
            record(federation, [second])


def test_awd_16_a_body_decides_for_the_players_of_its_region(federation, event):
    norm = norm_of(federation, event)
    other = Commission.objects.get(code="KHA")
    with pytest.raises(Refused):
        record(federation, [norm], commission=other)
    norm.player.region = Region.objects.get(code="KHA")
    norm.player.save()
    assert record(federation, [norm], commission=other).lines.count() == 1


@pytest.mark.parametrize(
    ("grade", "bodies"),
    [
        ("ua.youth_1", ["LVI"]),
        ("ua.rank_3", ["LVI"]),
        ("ua.rank_2", ["LVI"]),
        ("ua.rank_1", ["LVI"]),
        ("ua.kmsu", []),
        ("ua.msu", []),
        ("ua.gm", []),
    ],
)
def test_awd_15_16_who_awards_what_without_a_submission(federation, event, grade, bodies):
    """The rank of candidate master and titles wait for a submission."""
    norm_of(federation, event, grade=grade)
    waiting = [c.code for c in Commission.objects.order_by("code") if awards_waiting(c)]
    assert waiting == bodies


@pytest.mark.parametrize(
    ("dated_on", "refusal"),
    [
        (date(2025, 5, 8), "before the end"),
        (date(2025, 5, 9), None),
        (date(2025, 6, 1), None),
        (date(2025, 6, 2), "future"),
    ],
)
def test_the_date_of_a_decree(federation, event, dated_on, refusal):
    norm = norm_of(federation, event)
    if refusal:
        with pytest.raises(Refused, match=refusal):
            record(federation, [norm], dated_on=dated_on)
        assert Decree.objects.count() == 0
    else:
        assert record(federation, [norm], dated_on=dated_on).decided_on == dated_on


def test_a_number_is_used_once_a_year_in_a_commission(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    record(federation, norms[:1])
    with pytest.raises(Refused, match=r"already has a decree number 14 in 2025\. Free is 15"):
        draft(federation, norms[1:])
    given_up = draft(federation, norms[1:], number="15")
    decree_abandon(given_up, version=1, user=federation.member, at=NOW)
    assert draft(federation, norms[1:], number="15").status == "draft"
    norm = norm_of(federation, event, 1, grade="ua.rank_1")
    other_year = {"dated_on": date(2026, 1, 10), "today": date(2026, 2, 1)}
    assert record(federation, [norm], **other_year).number == "14"


def test_nothing_chosen_is_refused(federation, event):
    with pytest.raises(Refused, match="at least one"):
        record(federation, [])


# --- one drafts, another approves ---------------------------------------------------------------


def test_nothing_is_in_force_before_another_person_approves(federation, event):
    norm = norm_of(federation, event)
    written = draft(federation, [norm])
    assert player_card(norm.player, on=TODAY).standing.grade is None
    assert awards_waiting(federation.region_commission) == []
    with pytest.raises(Refused, match="another person approves it"):
        approve(federation, written, user=federation.clerk)
    approved = approve(federation, written)
    assert (approved.status, approved.decided_by) == ("approved", federation.chair)
    assert player_card(norm.player, on=TODAY).standing.grade == "ua.rank_2"


def test_who_changed_the_draft_does_not_approve_it_either(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    written = draft(federation, norms[:1])
    change = {"text": DecreeText("14", date(2025, 5, 21), "Львів"), "user": federation.chair}
    changed = decree_change(
        written,
        version=1,
        keep=[line.pk for line in written.lines.all()],
        chosen=Chosen(keys(norms[1:])),
        at=NOW,
        **change,
    )
    assert [line.player for line in changed.lines.all()] == [norm.player for norm in norms]
    with pytest.raises(Refused, match="another person approves it"):
        approve(federation, written, version=2)
    with pytest.raises(Stale, match="has changed the draft since"):
        approve(federation, written, version=1, user=federation.member)
    with pytest.raises(Stale, match="has changed the draft since"):
        decree_change(written, version=1, keep=[], chosen=Chosen(), at=NOW, **change)
    assert approve(federation, written, version=2, user=federation.member).lines.count() == 2


def test_an_approved_or_abandoned_draft_is_neither_again(federation, event):
    norm = norm_of(federation, event)
    first = draft(federation, [norm])
    decree_abandon(first, version=1, user=federation.member, at=NOW)
    with pytest.raises(Refused, match="given up by"):
        approve(federation, first)
    second = draft(federation, [norm])
    approve(federation, second)
    for again in (
        lambda: approve(federation, second, user=federation.member),
        lambda: decree_abandon(second, version=1, user=federation.member, at=NOW),
    ):
        with pytest.raises(Refused, match="approved by"):
            again()
    assert LedgerEntry.objects.filter(kind=LedgerKind.AWARDED).count() == 1


def test_a_person_stands_in_one_draft_for_one_norm(federation, event):
    norm = norm_of(federation, event)
    draft(federation, [norm])
    with pytest.raises(Refused, match="have been decided or have changed"):
        draft(federation, [norm], number="15")


def void(federation, entry) -> None:
    LedgerEntry.objects.create(
        player=entry.player,
        kind=LedgerKind.VOIDED,
        effective_on=entry.effective_on,
        recorded_at=NOW,
        recorded_by=federation.chair,
        voids=entry,
    )


@pytest.mark.parametrize(
    ("meanwhile", "words"),
    [
        (lambda f, norm: void(f, norm), "has been judged otherwise since"),
        (
            lambda f, norm: earlier_award_record(
                player=norm.player,
                grade="ua.rank_1",
                effective_on=date(2025, 5, 2),
                commission=f.region_commission,
                document="квиток 7",
                user=f.member,
                at=NOW,
                today=TODAY,
            ),
            "already holds as much",
        ),
        (
            lambda f, norm: Player.objects.filter(pk=norm.player_id).update(
                merged_into=f.players("Гнатюк Остап Іванович")[0]
            ),
            "has been joined with",
        ),
        (
            lambda f, norm: Player.objects.filter(pk=norm.player_id).update(
                region=Region.objects.get(code="KHA")
            ),
            "does not belong to this region any more",
        ),
        (
            lambda f, norm: Player.objects.filter(pk=norm.player_id).update(region=None),
            "does not belong to this region any more",
        ),
    ],
)
def test_a_line_that_no_longer_stands_is_named_and_nothing_is_done(
    federation, event, meanwhile, words
):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    written = draft(federation, norms)
    meanwhile(federation, norms[0])
    before = LedgerEntry.objects.count()
    with pytest.raises(Refused, match=words) as refused:
        approve(federation, written)
    assert norms[0].player.name in str(refused.value)
    assert norms[1].player.name not in str(refused.value)
    assert (Decision.objects.filter(number="14").count(), LedgerEntry.objects.count()) == (
        0,
        before,
    )


def test_text_and_evidence_are_frozen_with_their_digest(federation, event):
    norm = norm_of(federation, event)
    approved = approve(federation, draft(federation, [norm]))
    text = json.dumps(
        approved.frozen, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()
    assert approved.digest == hashlib.sha256(text).hexdigest()
    [section] = approved.frozen["sections"]
    [line] = section["lines"]
    assert (section["act"], section["grade"], line["name"]) == (
        *("award", "ua.rank_2"),
        norm.player.name,
    )
    assert line["evidence"]["event"]["name"] == event.name
    assert approved.frozen["approved_by"] == {"name": str(federation.chair), "role": "chair"}
    Player.objects.filter(pk=norm.player_id).update(name="Інша Назва")
    approved.refresh_from_db()
    assert digest_of(approved.frozen) == approved.digest


# --- candidate points and open questions --------------------------------------------------------


def test_awd_16_a_candidate_point_is_listed_and_counts_once(federation, event):
    point = LedgerEntry.objects.create(
        player=event.entries.get(number=1).player,
        kind=LedgerKind.CANDIDATE_POINT_EARNED,
        grade="ua.candidate_point",
        effective_on=event.ends_on,
        recorded_at=NOW,
        recorded_by=federation.member,
        commission=event.commission,
        event=event,
        edition="ua_2007",
    )
    [waiting] = awards_waiting(federation.region_commission)
    assert (waiting.act, waiting.norm) == ("point", point)
    decree = decree_draft(
        commission=federation.region_commission,
        text=DecreeText("3", TODAY, "Львів"),
        chosen=Chosen([waiting.key]),
        user=federation.clerk,
        at=datetime(2025, 6, 1, 9, tzinfo=UTC),
    )
    before = life_facts(Q(player=point.player_id))
    approve(federation, decree)
    assert life_facts(Q(player=point.player_id)) == before
    assert awards_waiting(federation.region_commission) == []


def test_an_open_question_enters_with_a_note_that_is_printed(federation, event):
    assessment = Assessment.objects.create(
        event=event,
        scheme="ua",
        edition="ua_2007",
        outcome="judged",
        facts_digest="0",
        assessed_by=federation.member,
        assessed_at=NOW,
    )
    entry = event.entries.get(number=1)
    verdict = VerdictRecord.objects.create(
        assessment=assessment,
        entry=entry,
        grade="ua.rank_2",
        outcome="undecided",
        norm_half_points=1,
        scored_half_points=2,
        reasons={},
    )
    commission = federation.region_commission
    assert list(open_questions(commission)) == [verdict]
    assert list(open_questions(Commission.objects.get(code="KHA"))) == []
    with pytest.raises(Refused, match="how the open question"):
        draft(federation, [], notes={verdict.pk: " "})
    note = "Годинники були: звіт арбітра від 10.05.2025"
    approved = approve(federation, draft(federation, [], notes={verdict.pk: note}))
    award = approved.decision.lines.get()
    assert (award.kind, award.grade, award.player, award.event, award.note) == (
        *("awarded", "ua.rank_2", entry.player, event),
        note,
    )
    [line] = approved.frozen["sections"][0]["lines"]
    assert (line["note"], line["noted_by"]) == (note, str(federation.clerk))
    assert list(open_questions(commission)) == []


# --- annulling ----------------------------------------------------------------------------------


def annul(federation, decree, *, reason="хибні таблиці", number="15") -> Decree:
    return annulment_draft(
        decree,
        text=DecreeText(number, date(2025, 5, 25), "Львів"),
        reason=reason,
        user=federation.member,
        at=datetime(2025, 6, 1, 13, tzinfo=UTC),
    )


def test_annulling_is_another_decree_and_leaves_everybody_as_before(federation, event):
    norm = norm_of(federation, event)
    before = player_card(norm.player, on=TODAY).standing
    approved = approve(federation, draft(federation, [norm]))
    annulment = annul(federation, approved)
    assert player_card(norm.player, on=TODAY).standing.grade == "ua.rank_2"
    with pytest.raises(Refused, match="another person approves it"):
        approve(federation, annulment, user=federation.member)
    annulment = approve(federation, annulment)
    assert player_card(norm.player, on=TODAY).standing == before
    voiding = annulment.decision.lines.get()
    assert (voiding.kind, voiding.voids.decision, voiding.note) == (
        *("voided", approved.decision),
        "хибні таблиці",
    )
    assert [one.norm for one in awards_waiting(federation.region_commission)] == [norm]
    with pytest.raises(Refused, match="annuls another one"):
        annul(federation, annulment, number="16")
    with pytest.raises(Refused, match="Decree 15 annuls it already"):
        annul(federation, approved, number="16")


def test_a_draft_cannot_be_annulled_and_annulling_needs_a_reason(federation, event):
    written = draft(federation, [norm_of(federation, event)])
    with pytest.raises(Refused, match="Only an approved decree"):
        annul(federation, written)
    with pytest.raises(Refused, match="why the decree is annulled"):
        annul(federation, approve(federation, written), reason=" ")


def test_a_draft_is_changed_on_its_page_and_a_stale_form_is_shown_beside_it(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    written = draft(federation, norms[:1])
    client = Client(headers={"accept-language": "en"})
    client.force_login(federation.clerk)
    page = reverse("decree-change", args=[written.pk])
    [line] = written.lines.all()
    waiting = keys(norms[1:])
    typed = {"version": 1, "number": "15", "dated_on": "2025-05-20", "place": "Стрий"}
    assert client.get(page).context["version"] == 1
    saved = client.post(page, typed | {"keep": [line.pk], "lines": waiting})
    assert saved["Location"] == reverse("decree-detail", args=[written.pk])
    written.refresh_from_db()
    assert (written.number, written.place, written.lines.count()) == ("15", "Стрий", 2)

    faulty = client.post(page, typed | {"dated_on": "", "keep": [line.pk]})
    assert (faulty.status_code, faulty.context["version"], faulty.context["stale"]) == (422, 1, [])
    stale = client.post(page, typed | {"place": "Львів", "keep": [line.pk]})
    assert (stale.status_code, stale.context["version"]) == (422, 2)
    assert [(one["what"], one["now"], one["yours"]) for one in stale.context["stale"]] == [
        ("Place", "Стрий", "Львів"),
        ("Lines", norms[1].player.name, "–"),
    ]
    assert written.lines.count() == 2

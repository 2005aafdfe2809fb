"""Drafts of decrees: one person writes them, changes them, gives them up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, User
from federation.written import written
from qualifications.lifetime import lifetime_waiting
from qualifications.models import Decree, DecreeAct, DecreeLine, DecreeStatus
from qualifications.proposals import (
    MOST_PROPOSALS,
    Proposal,
    awards_waiting,
    moves_waiting,
    open_questions,
    question_of,
)
from qualifications.services.decisions import lock_entries


class Stale(Refused):
    """Somebody else has changed the draft since the form was opened."""


@dataclass(frozen=True, slots=True)
class DecreeText:
    """What a person writes of a decree besides its lines."""

    number: str
    dated_on: date
    place: str
    preamble: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which proposals go into a decree, by their keys, and notes for open questions by verdict."""

    keys: Collection[str] = ()
    notes: Mapping[int, str] = field(default_factory=dict)


@transaction.atomic
def decree_draft(
    *,
    commission: Commission,
    text: DecreeText,
    chosen: Chosen,
    user: User,
    at: datetime,
) -> Decree:
    """Write a draft with the chosen proposals of the body.

    Raises Refused without a line, for a number that the body has given in that year, a date in the
    future or before the last day of a tournament, and for proposals that wait no longer.
    """
    today = timezone.localtime(at).date()
    lines = _lines(commission, chosen, user, today=today)
    if not lines:
        raise Refused(_("Choose at least one player."))
    return decree_with_lines(commission, text, lines, user=user, at=at, today=today)


def decree_with_lines(
    commission: Commission,
    text: DecreeText,
    lines: Sequence[DecreeLine],
    *,
    user: User,
    at: datetime,
    today: date,
) -> Decree:
    """Store a new draft with these lines. Raises Refused as `decree_draft`."""
    decree = Decree(
        commission=commission,
        number=text.number,
        year=text.dated_on.year,
        dated_on=text.dated_on,
        place=text.place,
        preamble=text.preamble,
        drafted_by=user,
        drafted_at=at,
    )
    _save(decree, lines, today=today)
    _store(decree, lines)
    return decree


@transaction.atomic
def decree_change(
    decree: Decree,
    *,
    version: int,
    text: DecreeText,
    keep: Collection[int],
    chosen: Chosen,
    user: User,
    at: datetime,
) -> Decree:
    """Change a draft: its words, and its lines to those of `keep` and the newly `chosen`.

    Raises Stale when somebody else has changed it since `version`, and as `decree_draft`.
    """
    decree = draft_locked(decree, version)
    today = timezone.localtime(at).date()
    decree.number, decree.dated_on, decree.year = text.number, text.dated_on, text.dated_on.year
    decree.place, decree.preamble = text.place, text.preamble
    decree.version += 1
    decree.changed_by, decree.changed_at = user, at
    stored = list(decree.lines.all())
    kept = [line for line in stored if line.pk in keep]
    new = _lines(decree.commission, chosen, user, today=today)
    if not decree.annuls_id and not kept and not new:
        raise Refused(_("A decree needs at least one player. Give the draft up instead."))
    _save(decree, [*kept, *new], today=today)
    decree.lines.exclude(pk__in=keep).delete()
    _store(decree, new)
    return decree


@transaction.atomic
def decree_abandon(decree: Decree, *, version: int, user: User, at: datetime) -> Decree:
    """Give a draft up; its proposals wait again, its number is free.

    Raises Refused when it was approved or given up meanwhile, Stale when it was changed.
    """
    decree = draft_locked(decree, version)
    decree.status = DecreeStatus.ABANDONED
    decree.decided_by, decree.decided_at = user, at
    decree.save()
    return decree


@transaction.atomic
def annulment_draft(
    decree: Decree, *, text: DecreeText, reason: str, user: User, at: datetime
) -> Decree:
    """Write a draft that annuls an approved decree; nothing is annulled before it is approved.

    Raises Refused without a reason, for a decree that is not in force, and for one that annuls
    itself: what it annulled is awarded anew.
    """
    decree = Decree.objects.select_for_update().get(pk=decree.pk)
    if not reason.strip():
        raise Refused(_("Say why the decree is annulled."))
    if decree.status != DecreeStatus.APPROVED:
        raise Refused(_("Only an approved decree can be annulled."))
    if decree.annuls_id:
        raise Refused(
            _("This decree annuls another one. What it annulled is awarded anew by a new decree.")
        )
    begun = decree.annulling.exclude(status=DecreeStatus.ABANDONED).first()
    if begun is not None:
        raise Refused(
            _("Decree %(number)s annuls it already.") % {"number": begun.number}
            if begun.status == DecreeStatus.APPROVED
            else _("Draft %(number)s is to annul it already.") % {"number": begun.number}
        )
    annulment = Decree(
        commission=decree.commission,
        number=text.number,
        year=text.dated_on.year,
        dated_on=text.dated_on,
        place=text.place,
        preamble=text.preamble,
        annuls=decree,
        reason=written(reason, most=500),
        drafted_by=user,
        drafted_at=at,
    )
    if text.dated_on < decree.dated_on:
        raise Refused(_("A decree cannot be annulled by one with an earlier date."))
    _save(annulment, [], today=timezone.localtime(at).date())
    return annulment


def draft_locked(decree: Decree, version: int) -> Decree:
    """The draft as it is now, locked. Raises Refused when it is none any more, Stale by version."""
    decree = (
        Decree.objects.select_for_update(of=("self",))
        .select_related("commission", "annuls", "drafted_by", "decided_by", "changed_by")
        .get(pk=decree.pk)
    )
    if decree.status == DecreeStatus.APPROVED:
        raise Refused(
            _("The decree has been approved by %(who)s meanwhile.") % {"who": decree.decided_by}
        )
    if decree.status == DecreeStatus.ABANDONED:
        raise Refused(
            _("The draft has been given up by %(who)s meanwhile.") % {"who": decree.decided_by}
        )
    if decree.version != version:
        raise Stale(
            _("%(who)s has changed the draft since you opened it. Look at it again.")
            % {"who": decree.changed_by or decree.drafted_by}
        )
    return decree


def next_number(commission: Commission, year: int) -> str:
    """One more than the highest whole number among the body's decrees and decisions of a year."""
    decrees = Decree.objects.filter(commission=commission, year=year)
    numbers = [
        *decrees.exclude(status=DecreeStatus.ABANDONED).values_list("number", flat=True),
        *commission.decisions.filter(year=year).values_list("number", flat=True),
    ]
    return str(max((int(n) for n in numbers if n.isascii() and n.isdigit()), default=0) + 1)


def _save(decree: Decree, lines: Sequence[DecreeLine], *, today: date) -> None:
    if decree.dated_on > today:
        raise Refused(_("The date of the decree lies in the future."))
    early = [line for line in lines if decree.dated_on < line.effective_on]
    if early:
        raise Refused(
            _("The decree is dated before the day from which the line of %(player)s holds.")
            % {"player": early[0].player}
            if early[0].act == DecreeAct.REVOKE
            else _("The decree is dated before the end of the tournament of %(player)s.")
            % {"player": early[0].player}
        )
    taken = _("The body already has a decree number %(number)s in %(year)d. Free is %(free)s.") % {
        "number": decree.number,
        "year": decree.year,
        "free": next_number(decree.commission, decree.year),
    }
    if decree.commission.decisions.filter(
        year=decree.year, number=decree.number, earlier=False
    ).exists():
        raise Refused(taken)
    try:
        with transaction.atomic():
            decree.save()
    except IntegrityError as error:
        raise Refused(taken) from error


def _lines(commission: Commission, chosen: Chosen, user: User, *, today: date) -> list[DecreeLine]:
    """Lines of the chosen proposals that wait now. Raises Refused where some wait no longer."""
    waiting = {
        one.key: one
        for one in (
            *awards_waiting(commission),
            *moves_waiting(commission, today=today),
            *lifetime_waiting(commission, today=today),
        )
    }
    gone = [key for key in chosen.keys if key not in waiting]
    questions = list(open_questions(commission).filter(pk__in=chosen.notes)[:MOST_PROPOSALS])
    if gone or len(questions) < len(chosen.notes):
        raise Refused(
            _("Some of the chosen lines have been decided or have changed. Check the list again.")
        )
    found = [_line(waiting[key], user) for key in dict.fromkeys(chosen.keys)]
    for verdict in questions:
        note = chosen.notes[verdict.pk].strip()
        if not note:
            raise Refused(
                _("Say how the open question about %(player)s was resolved.")
                % {"player": verdict.entry.player}
            )
        found.append(_line(question_of(verdict), user, note=note))
    lock_entries([line.norm_id for line in found if line.norm_id])
    return found


def _line(proposal: Proposal, user: User, *, note: str = "") -> DecreeLine:
    submitted = proposal.submission_line
    if submitted is not None and proposal.verdict is not None:
        note = submitted.note
    return DecreeLine(
        act=proposal.act,
        player=proposal.player,
        grade=proposal.grade,
        effective_on=proposal.effective_on,
        norm=proposal.norm,
        verdict=proposal.verdict,
        submission_line=submitted,
        article=proposal.article,
        note=note[:500],
        noted_by=(submitted.noted_by if submitted else user) if note else None,
    )


def _store(decree: Decree, lines: Sequence[DecreeLine]) -> None:
    """Add lines to a draft. Raises Refused where another draft has one of them."""
    drafts = DecreeLine.objects.filter(decree__status=DecreeStatus.DRAFT).exclude(decree=decree)
    for rows, pks in (
        ("norm__in", [line.norm_id for line in lines if line.act != DecreeAct.MOVE]),
        ("verdict__in", [line.verdict_id for line in lines]),
    ):
        wanted = [pk for pk in pks if pk]
        other = drafts.filter(**{rows: wanted}).select_related("decree", "player").first()
        if other is not None:
            raise Refused(
                _("%(player)s stands in draft %(number)s already.")
                % {"player": other.player, "number": other.decree.number}
            )
    for line in lines:
        line.decree = decree
    try:
        with transaction.atomic():
            DecreeLine.objects.bulk_create(lines)
    except IntegrityError as error:
        raise Refused(_("A person stands in this decree twice for the same.")) from error

"""Late corrections of published lists: drafted by one person, computed, signed by another.

Until it is signed nothing that is published changes. Computing and signing are long, so they are
tasks; both say where they are in the correction's row.
"""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player, User
from federation.persons import persons_of
from federation.taken_back import taken_back
from federation.written import written
from qualifications.correction_page import other_coefficient
from qualifications.corrections.at_work import Clock, at_work
from qualifications.corrections.changes import Change, Changes, Done, PlayerChange
from qualifications.corrections.comparing import compare
from qualifications.corrections.computing import (
    corrected_inputs,
    corrected_run,
    old_runs_go,
    periods_touched,
)
from qualifications.corrections.consequences import consequences_of
from qualifications.models import (
    Correction,
    CorrectionStatus,
    ListIssue,
    RatingPeriod,
    RatingRun,
    ResultCorrection,
)
from qualifications.services.assessment import event_reassess
from qualifications.services.deadlines import deadlines_refresh
from qualifications.services.moved_entries import move_remember
from qualifications.services.periods import periods_lock
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock
from tournaments.models import Entry, Event, EventStatus

# --- drafting -----------------------------------------------------------------------------------


@transaction.atomic
def correction_draft(change: Change, *, reason: str, user: User, at: datetime) -> Correction:
    """Begin a late correction with one change. Raises Refused where it cannot be made."""
    if not reason.strip():
        raise Refused(_("Say why the published lists have to be corrected."))
    correction = Correction(
        reason=written(reason, most=500),
        drafted_by=user,
        drafted_at=at,
    )
    _set_changes(correction, [change])
    return correction


@transaction.atomic
def correction_add(correction: Correction, change: Change, *, user: User) -> Correction:
    """Add a change to a draft; its lists have to be computed again. Raises Refused."""
    correction = _own_draft(correction, user)
    changes = Changes.of_json(correction.changes).all
    if any(one.target == change.target for one in changes):
        raise Refused(_("This correction changes that already. Take the other change out first."))
    _set_changes(correction, [*changes, change])
    return correction


@transaction.atomic
def correction_remove(correction: Correction, number: int, *, user: User) -> Correction:
    """Take the change in place `number`, from 0, out of a draft. Raises Refused for the last."""
    correction = _own_draft(correction, user)
    changes = list(Changes.of_json(correction.changes).all)
    if not 0 <= number < len(changes):
        raise Refused(_("Meanwhile this change was taken out. Look at the correction again."))
    if len(changes) == 1:
        raise Refused(_("A correction changes something. Discard it instead."))
    del changes[number]
    _set_changes(correction, changes, check=False)
    return correction


@transaction.atomic
def correction_discard(
    correction: Correction, *, because: str, user: User, at: datetime
) -> Correction:
    """Give a draft up, saying why; its lists go. Raises Refused."""
    correction = _draft(correction)
    if not because.strip():
        raise Refused(_("Say why the correction is discarded."))
    correction.lines.all().delete()
    old_runs_go(correction, {})
    correction.status = CorrectionStatus.DISCARDED
    correction.discarded_because = written(because, most=500)
    correction.decided_by, correction.decided_at = user, at
    correction.task_id = ""
    correction.save()
    return correction


def _draft(correction: Correction) -> Correction:
    """Locked. Raises Refused when it is decided already."""
    correction = Correction.objects.select_for_update(of=("self",)).get(pk=correction.pk)
    if correction.status != CorrectionStatus.DRAFT:
        raise Refused(
            _("This correction is %(status)s already.")
            % {"status": correction.get_status_display()}
        )
    return correction


def _own_draft(correction: Correction, user: User) -> Correction:
    correction = _draft(correction)
    if correction.drafted_by_id != user.pk:
        raise Refused(_("Only the person who drafted a correction changes it."))
    return correction


def _set_changes(correction: Correction, changes: list[Change], *, check: bool = True) -> None:
    """Raises Refused where they cannot be done one after the other.

    Without `check` such a draft stays as it is, so that each of several changes that somebody else
    has done meanwhile can be taken out; computing refuses it.
    """
    try:
        done = _tried(Changes(tuple(changes)))
    except Refused:
        if check:
            raise
    else:
        first = min((one.period for one in done), key=lambda period: period.list_on)
        correction.first_period = first
    correction.changes = [one.as_json() for one in changes]
    correction.consequences = {}
    correction.computed_at, correction.task_id, correction.failure = None, "", ""
    correction.save()


def _tried(changes: Changes) -> list[Done]:
    """What doing them gives; the database is as before. Raises Refused."""
    with taken_back():
        return changes.done()


# --- computing ----------------------------------------------------------------------------------


@transaction.atomic
def correction_stop(correction: Correction) -> None:
    """Ask the work on a draft to end; it does so after the list it is at. Raises Refused."""
    correction = _draft(correction)
    if not correction.task_id:
        raise Refused(_("Nothing is being computed here: it has ended, or was stopped already."))
    correction.task_id = ""
    correction.save(update_fields=["task_id"])


def correction_compute(correction_id: int, *, task_id: str, clock: Clock, today: date) -> None:
    """Find the lists that follow from a draft, their difference, and what else is touched.

    Each list is a transaction of its own; the same inputs give the earlier run back.
    Raises Refused.
    """
    with at_work(correction_id, task_id=task_id, clock=clock) as advance:
        correction = Correction.objects.select_related("first_period", "drafted_by").get(
            pk=correction_id
        )
        changes = Changes.of_json(correction.changes)
        periods = list(periods_touched(correction.first_period))
        Correction.objects.filter(pk=correction_id).update(total=len(periods) + 1)
        with taken_back():
            firsts = [(one.period.pk, one.change) for one in _still_done(changes)]
        instead: dict[int, int] = {}
        for done, period in enumerate(periods):
            advance(done)
            run, is_new = corrected_run(correction, period, changes, instead, at=clock())
            if run.correction_id == correction.pk:
                instead[period.pk] = run.pk
            if is_new:
                compare(correction, period, run, [one for pk, one in firsts if pk == period.pk])
        advance(len(periods))
        found = consequences_of(
            lambda: _apply(
                correction, changes, instead, user=correction.drafted_by, at=clock(), today=today
            )
        )
        with transaction.atomic():
            advance(len(periods) + 1)
            old_runs_go(correction, instead)
            correction.lines.exclude(period__in=instead).delete()
            Correction.objects.filter(pk=correction_id).update(
                consequences=found, computed_at=clock()
            )


# --- signing ------------------------------------------------------------------------------------


def correction_sign(
    correction_id: int,
    *,
    computed_at: datetime | None,
    user: User,
    task_id: str,
    clock: Clock,
    today: date,
) -> None:
    """Apply a correction and issue every list from the first touched one on anew.

    In one transaction: the changes with what stood before, the issues, the events judged again.
    `computed_at` is of the difference that the person has seen. Raises Refused for the person who
    drafted it, and when anything that the lists are computed from has changed since.
    """
    with at_work(correction_id, task_id=task_id, clock=clock) as advance, transaction.atomic():
        correction = Correction.objects.select_related("first_period").get(pk=correction_id)
        advance(0)  # and the row is ours until the end
        judging_lock()
        periods_lock(correction.first_period.scheme)
        correction.refresh_from_db(fields=["status", "computed_at"])
        _refuse_signing(correction, computed_at, user)
        at = clock()
        runs = dict(correction.runs.values_list("period", "pk"))
        _apply(correction, Changes.of_json(correction.changes), runs, user=user, at=at, today=today)
        correction.status = CorrectionStatus.SIGNED
        correction.decided_by, correction.decided_at = user, at
        correction.save(update_fields=["status", "decided_by", "decided_at"])


def _refuse_signing(correction: Correction, computed_at: datetime | None, user: User) -> None:
    if correction.drafted_by_id == user.pk:
        raise Refused(_("You drafted this correction; another member has to sign it."))
    if correction.computed_at is None:
        raise Refused(_("Compute the correction first, and look at its difference."))
    if computed_at is not None and correction.computed_at != computed_at:
        raise Refused(
            _("The correction was computed again after you opened the page. Look at it first.")
        )


def _apply(
    correction: Correction,
    changes: Changes,
    runs: dict[int, int],
    *,
    user: User,
    at: datetime,
    today: date,
) -> None:
    """All that signing does besides the correction's own row; `runs` is period → corrected run."""
    judging_lock()
    done = _still_done(changes)
    events = [*dict.fromkeys(one.event for one in done if one.event is not None)]
    players = _players_touched(correction, done)
    _remember_moves(correction, done, user, at)
    ResultCorrection.objects.bulk_create(
        ResultCorrection(
            correction=correction, event_id=one.event, change=one.as_json(), applied_at=at
        )
        for one in done
        if one.event is not None
    )
    _issue_again(correction, changes, runs, user, at)
    players_lock(players)
    touched = Event.objects.filter(pk__in=events)
    since = min([correction.first_period.list_on, *touched.values_list("starts_on", flat=True)])
    for event in touched.filter(status=EventStatus.ADMITTED).order_by("ends_on", "pk"):
        players |= event_reassess(event, user=user, at=at, because_correction=correction)
    later_events_rejudge(players, since=since, user=user, at=at, because_correction=correction)
    deadlines_refresh(players, on=today)


def _issue_again(
    correction: Correction, changes: Changes, runs: dict[int, int], user: User, at: datetime
) -> None:
    """Lists that stay as issued are not in `runs`.

    Raises Refused when a list would be computed otherwise now, or another one was published.
    """
    stale = Refused(
        _(
            "Lists, results or tournaments have changed since this correction was computed. "
            "Compute it again and look at the difference."
        )
    )
    periods = list(periods_touched(correction.first_period))
    digests = dict(RatingRun.objects.filter(pk__in=runs.values()).values_list("period", "digest"))
    before: dict[int, int] = {}
    for period in periods:
        issued = period.published_run
        digest = digests.get(period.pk, issued.digest if issued else "")
        if corrected_inputs(period, changes, before).digest() != digest:
            raise stale
        if period.pk in runs:
            before[period.pk] = runs[period.pk]
    periods = [period for period in periods if period.pk in runs]
    numbers = dict(
        ListIssue.objects.filter(period__in=periods)
        .values_list("period")
        .annotate(last=Max("number"))
        .order_by()
    )
    for period in periods:
        ListIssue.objects.create(
            period=period,
            number=numbers.get(period.pk, 1) + 1,
            run_id=runs[period.pk],
            correction=correction,
            issued_by=user,
            issued_at=at,
        )
        RatingPeriod.objects.filter(pk=period.pk).update(published_run=runs[period.pk])


def _still_done(changes: Changes) -> list[Done]:
    """Do them. Raises Refused when one was done by another correction, or cannot be any longer."""
    try:
        return changes.done()
    except Refused as refusal:
        raise Refused(
            _(
                "This can no longer be corrected so: another correction may have done it "
                "meanwhile. Take the change out, or discard the correction. The reason: %(why)s"
            )
            % {"why": refusal}
        ) from refusal


def _players_touched(correction: Correction, done: list[Done]) -> set[int]:
    """Whose coefficient changes, and who stood and stands behind a corrected entry."""
    figures = other_coefficient(correction.lines.all())
    players = set(figures.values_list("player", flat=True))
    for one in done:
        if isinstance(one.change, PlayerChange):
            players.update((one.change.to, one.before["player"]))
    return set(persons_of(players).expand(players))


def _remember_moves(correction: Correction, done: list[Done], user: User, at: datetime) -> None:
    """Entries that went over to other people, and how the file spells them."""
    for one in done:
        if not isinstance(one.change, PlayerChange):
            continue
        entry = Entry.objects.get(pk=one.change.entry)
        other = Entry.objects.get(pk=one.before["other"]) if "other" in one.before else None
        wrong = Player.objects.get(pk=one.before["player"])
        move_remember(entry, wrong, other, reason=correction.reason, user=user, at=at)

"""Rating periods: opening, publishing, and the list taken over at the start."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.errors import Refused
from federation.models import Player, User
from qualifications.engine.regulation import Regulation
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.models import (
    ListIssue,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunStatus,
)
from qualifications.rating_run import (
    ENGINE_VERSION,
    border_of,
    inputs_digest,
    next_list_waits,
    refuse_out_of_turn,
)


def quarter_of(day: date, law: Regulation) -> tuple[date, date]:
    """First day of the period that `day` lies in, and the date of its list, the day after it ends.

    UA.IK.11: lists are issued four times a year; the months are the edition's.
    """
    rules = law.rating_rules(day)
    lists = [
        date(year, month, rules.list_day)
        for year in (day.year - 1, day.year, day.year + 1)
        for month in rules.list_months
    ]
    return max(d for d in lists if d <= day), min(d for d in lists if d > day)


def period_ensure(day: date) -> RatingPeriod:
    """The period that counts an event which ended on `day`; made when it is not there yet.

    An event whose own period has been published already belongs to the first one after the last
    published list.
    """
    day = _day_counted(day)
    starts_on, list_on = quarter_of(day, law_for(SCHEME, on=day))
    period, _created = RatingPeriod.objects.get_or_create(
        scheme=SCHEME,
        list_on=list_on,
        defaults={"starts_on": starts_on, "ends_on": list_on - timedelta(days=1)},
    )
    return period


def period_counting(day: date) -> RatingPeriod | None:
    """The same where it is there already; None before anything made it, or without an edition."""
    day = _day_counted(day)
    periods = RatingPeriod.objects.filter(scheme=SCHEME, starts_on__lte=day, ends_on__gte=day)
    return periods.exclude(status=PeriodStatus.PUBLISHED).first()


def _day_counted(day: date) -> date:
    """The day itself, or that of the last published list where it came later."""
    published = (
        RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.PUBLISHED)
        .order_by("-list_on")
        .first()
    )
    return published.list_on if published and day < published.list_on else day


def period_in_turn(today: date) -> RatingPeriod | None:
    """The period whose list is computed next: the earliest with something to count, or the last.

    A period in which nothing can be counted has no list; it is passed over once a later one has
    begun.
    """
    periods = RatingPeriod.objects.filter(scheme=SCHEME, starts_on__lte=today)
    published = periods.filter(status=PeriodStatus.PUBLISHED).order_by("-list_on").first()
    if published is not None:
        periods = periods.filter(list_on__gt=published.list_on)
    waiting = list(periods.exclude(status=PeriodStatus.PUBLISHED).order_by("list_on"))
    return next(filter(next_list_waits, waiting), waiting[-1] if waiting else None)


@transaction.atomic
def period_publish(
    period: RatingPeriod, *, run_id: int, user: User, at: datetime, today: date
) -> RatingPeriod:
    """Publish the draft that the person has looked at; from then on nothing of it changes.

    `run_id` is the run shown on the page: when a newer one exists, or events were admitted since,
    Refused asks to look again.
    """
    periods_lock(period.scheme)
    period = RatingPeriod.objects.get(pk=period.pk)
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(_("This list is already published."))
    if today < period.list_on:
        raise Refused(
            _("The period runs through %(day)s. Its list can be published after that day.")
            % {"day": f"{period.ends_on:%d.%m.%Y}"}
        )
    refuse_out_of_turn(period)
    run = (
        period.runs.filter(status=RunStatus.DONE, correction=None)
        .order_by("-finished_at", "-pk")
        .first()
    )
    if run is None:
        raise Refused(_("Compute the draft list first."))
    if run.pk != run_id:
        raise Refused(
            _("The draft was computed again after you opened the page. Look at it first.")
        )
    if inputs_digest(period) != run.digest:
        raise Refused(
            _(
                "Tournaments were admitted or lines objected to after this draft was computed. "
                "Compute it again."
            )
        )
    if not run.run_events.exists() and not period_is_first(period):
        raise Refused(
            _(
                "No tournament was counted in this period, so there is nothing to publish. The "
                "last list stays in force, and the next one does not wait for this."
            )
        )
    if not run.rows.filter(after__isnull=False).exists():
        raise Refused(_("The list has no lines; there is nothing to publish."))
    _issue(period, run, user=user, at=at)
    period_ensure(period.list_on)
    return period


def periods_lock(scheme: str) -> None:
    """Lock the periods of a scheme: a list is issued by one person at a time, the first or anew."""
    periods = RatingPeriod.objects.filter(scheme=scheme).order_by("list_on")
    list(periods.select_for_update().values("pk"))


def _issue(period: RatingPeriod, run: RatingRun, *, user: User, at: datetime) -> None:
    """The list is published with this run; it is its first issue."""
    period.status = PeriodStatus.PUBLISHED
    period.published_run = run
    period.published_by = user
    period.published_at = at
    period.save()
    ListIssue.objects.create(period=period, number=1, run=run, issued_by=user, issued_at=at)


def period_is_first(period: RatingPeriod) -> bool:
    """Whether no list was published before this one."""
    return not RatingPeriod.objects.filter(
        scheme=period.scheme, status=PeriodStatus.PUBLISHED, list_on__lt=period.list_on
    ).exists()


@transaction.atomic
def run_cancel(period: RatingPeriod, *, user: User, at: datetime) -> None:
    """Ask the running computation of a period to stop; it does so at its next step.

    Raises Refused when nothing is running.
    """
    running = RatingRun.objects.filter(
        period=period, status=RunStatus.RUNNING, cancel_asked_at=None
    )
    if not running.update(cancel_asked_at=at, cancel_asked_by=user):
        raise Refused(_("Nothing is being computed here: it has ended, or was stopped already."))


@transaction.atomic
def opening_list_record(
    *,
    list_on: date,
    coefficients: Mapping[int, tuple[int, int]],
    user: User,
    at: datetime,
    strong: Collection[int] = (),
) -> RatingPeriod:
    """Take over the list with which the registry starts.

    `coefficients` is player id → (coefficient, games so far); `strong` are those who had 2400 or
    more at some time, beside those who have it now. `list_on` is the day from which the list is in
    force. Raises Refused when an earlier or later period already exists.
    """
    if RatingPeriod.objects.filter(scheme=SCHEME).exists():
        raise Refused(_("The registry already has rating periods; an opening list comes first."))
    if not coefficients:
        raise Refused(_("The opening list is empty."))
    players = Player.objects.only("sort_key", "name", "sex", "birth_year", "region").in_bulk(
        coefficients
    )
    gaps = [key for key, (value, _games) in coefficients.items() if not value or key not in players]
    if gaps:
        raise Refused(
            ngettext(
                "The opening list has a gap: player %(numbers)s is not in the registry or has no "
                "coefficient.",
                "The opening list has gaps: players %(numbers)s are not in the registry or have no "
                "coefficient.",
                len(gaps),
            )
            % {"numbers": ", ".join(map(str, gaps[:20]))}
        )
    law = law_for(SCHEME, on=list_on)
    last_day = list_on - timedelta(days=1)
    period = RatingPeriod.objects.create(
        scheme=SCHEME,
        starts_on=quarter_of(last_day, law)[0],
        ends_on=last_day,
        list_on=list_on,
        opening=True,
    )
    run = RatingRun.objects.create(
        period=period,
        status=RunStatus.DONE,
        digest="opening",
        edition=law.edition,
        engine_version=ENGINE_VERSION,
        requested_by=user,
        started_at=at,
        finished_at=at,
    )
    rules = law.rating_rules(last_day)
    border = border_of(law, on=last_day)
    RatingRow.objects.bulk_create(
        RatingRow(
            run=run,
            player_id=player_id,
            sort_key=players[player_id].sort_key,
            name=players[player_id].name,
            sex=players[player_id].sex,
            birth_year=players[player_id].birth_year,
            after=coefficient,
            games_total=games,
            reached_2400=coefficient >= rules.strong_from or player_id in strong,
            national=coefficient >= border,
            region_id=players[player_id].region_id,
        )
        for player_id, (coefficient, games) in coefficients.items()
    )
    _issue(period, run, user=user, at=at)
    period_ensure(list_on)
    return period

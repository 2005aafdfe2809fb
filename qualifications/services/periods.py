"""Rating periods: opening, publishing, and the list taken over at the start."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player, User
from qualifications.engine.regulation import Regulation
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.models import (
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunStatus,
)
from qualifications.recompute import ENGINE_VERSION, inputs_digest


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
    published = (
        RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.PUBLISHED)
        .order_by("-list_on")
        .first()
    )
    if published and day < published.list_on:
        day = published.list_on
    law = law_for(SCHEME, on=day)
    starts_on, list_on = quarter_of(day, law)
    period, _created = RatingPeriod.objects.get_or_create(
        scheme=SCHEME,
        list_on=list_on,
        defaults={"starts_on": starts_on, "ends_on": list_on - timedelta(days=1)},
    )
    return period


@transaction.atomic
def period_publish(
    period: RatingPeriod, *, run_id: int, user: User, at: datetime, today: date
) -> RatingPeriod:
    """Publish the draft that the person has looked at; from then on nothing of it changes.

    `run_id` is the run shown on the page: when a newer one exists, or events were admitted since,
    Refused asks to look again.
    """
    period = RatingPeriod.objects.select_for_update().get(pk=period.pk)
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(_("This list is already published."))
    if today < period.list_on:
        raise Refused(
            _("The period runs through %(day)s. Its list can be published after that day.")
            % {"day": f"{period.ends_on:%d.%m.%Y}"}
        )
    run = period.runs.filter(status=RunStatus.DONE).order_by("-finished_at", "-pk").first()
    if run is None:
        raise Refused(_("Compute the draft list first."))
    if run.pk != run_id:
        raise Refused(
            _("The draft was computed again after you opened the page. Look at it first.")
        )
    if inputs_digest(period) != run.digest:
        raise Refused(
            _("Tournaments were admitted after this draft was computed. Compute it again.")
        )
    if not run.rows.filter(after__isnull=False).exists():
        raise Refused(_("The list has no lines; there is nothing to publish."))
    period.status = PeriodStatus.PUBLISHED
    period.published_run = run
    period.published_by = user
    period.published_at = at
    period.save()
    period_ensure(period.list_on)
    return period


@transaction.atomic
def opening_list_record(
    *,
    list_on: date,
    coefficients: Mapping[int, tuple[int, int]],
    user: User,
    at: datetime,
) -> RatingPeriod:
    """Take over the list with which the registry starts.

    `coefficients` is player id → (coefficient, games so far). `list_on` is the day from which the
    list is in force. Raises Refused when an earlier or later period already exists.
    """
    if RatingPeriod.objects.filter(scheme=SCHEME).exists():
        raise Refused(_("The registry already has rating periods; an opening list comes first."))
    if not coefficients:
        raise Refused(_("The opening list is empty."))
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
    sort_keys = dict(Player.objects.filter(pk__in=coefficients).values_list("pk", "sort_key"))
    RatingRow.objects.bulk_create(
        RatingRow(
            run=run,
            player_id=player_id,
            sort_key=sort_keys[player_id],
            after=coefficient,
            games_total=games,
            reached_2400=coefficient >= 2400,
        )
        for player_id, (coefficient, games) in coefficients.items()
    )
    period.status = PeriodStatus.PUBLISHED
    period.published_run = run
    period.published_by = user
    period.published_at = at
    period.save()
    period_ensure(list_on)
    return period

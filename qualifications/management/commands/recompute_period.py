"""manage.py recompute_period: compute the draft list of a period."""

from datetime import date

from django.core.management.base import CommandError

from federation import dates
from federation.errors import Refused
from federation.journal_doors import JournaledCommand
from qualifications.grades import SCHEME
from qualifications.models import PeriodStatus, RatingPeriod
from qualifications.rating_run import recompute_period


class Command(JournaledCommand):
    help = "Compute the draft rating list of a period; without a date, of the earliest open period."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "list_on", nargs="?", type=date.fromisoformat, help="date of the list, YYYY-MM-DD"
        )

    def handle(self, *args, **options) -> None:
        periods = RatingPeriod.objects.filter(scheme=SCHEME).order_by("list_on")
        if options["list_on"]:
            period = periods.filter(list_on=options["list_on"]).first()
        else:
            period = periods.exclude(status=PeriodStatus.PUBLISHED).first()
        if period is None:
            raise CommandError("There is no such period.")
        try:
            run = recompute_period(period.pk, requested_by_id=None, task_id="", clock=dates.now)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        changed = run.rows.exclude(games=0).count()
        self.stdout.write(
            f"List of {period.list_on}: run {run.pk}, {run.rows.count()} lines, "
            f"{changed} with games, digest {run.digest[:12]}."
        )

"""manage.py rebuild_standings: what the work lists show, from the ledger; or only compare."""

from collections.abc import Iterable
from datetime import date

from django.core.management.base import CommandError

from federation import dates
from federation.journal_doors import JournaledCommand
from qualifications.services.deadlines import (
    PLAYERS_AT_ONCE,
    Checked,
    Rebuilt,
    deadlines_rebuild,
    ranges_of_players,
    standings_check,
)
from qualifications.tasks import deadlines_of_range


class Command(JournaledCommand):
    help = "Write all deadlines anew from the ledger; with --check compare and write nothing."

    def add_arguments(self, parser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument(
            "--check", action="store_true", help="compare only; fails when anything differs"
        )
        how.add_argument(
            "--workers",
            action="store_true",
            help="hand the ranges to the workers, which share them; do not wait",
        )
        parser.add_argument(
            "--on", type=date.fromisoformat, help="as of another day than today, YYYY-MM-DD"
        )
        parser.add_argument(
            "--size", type=int, default=PLAYERS_AT_ONCE, help="players in memory at once"
        )

    def handle(self, *args, **options) -> None:
        on = options["on"] or dates.today()
        if options["size"] < 1:
            raise CommandError("At least one player at once.")
        ranges = ranges_of_players(options["size"])
        if options["check"]:
            self._check(sum((standings_check(a, b, on=on) for a, b in ranges), Checked()))
            return
        if options["workers"]:
            self._hand_out(ranges, on)
            return
        done = sum((deadlines_rebuild(a, b, on=on) for a, b in ranges), Rebuilt())
        self.stdout.write(
            f"{done.players} players, {done.added} deadlines added, {done.removed} taken away."
        )

    def _hand_out(self, ranges: Iterable[tuple[int, int]], on: date) -> None:
        count = 0
        for first, last in ranges:
            count += 1
            deadlines_of_range.delay(first, last, on.isoformat())
        self.stdout.write(f"{count} ranges handed to the workers; --check compares afterwards.")

    def _check(self, found: Checked) -> None:
        for line in found.differences:
            self.stderr.write(line)
        self.stdout.write(f"{found.players} players, {len(found.differences)} differences")
        if found.differences:
            raise CommandError("What is shown is not what the ledger says.")

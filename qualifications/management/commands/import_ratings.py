"""manage.py import_ratings: take over a published rating list."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from federation import dates
from federation.errors import Refused
from federation.journal_doors import JournaledCommand
from qualifications.models import ImportedKind, RatingScheme
from qualifications.services.imported_ratings import HeldOut, ratings_import


class Command(JournaledCommand):
    help = (
        "Take over the ratings of a published list for the people whom the registry has, by their "
        "FIDE number. Lines that are held out are printed with the reason."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the list as published, packed as zip or not")
        parser.add_argument("--scheme", required=True, choices=RatingScheme.values)
        parser.add_argument("--kind", required=True, choices=ImportedKind.values)
        parser.add_argument(
            "--list-on", required=True, type=date.fromisoformat, help="first day of the list"
        )
        parser.add_argument("--source", required=True, help="where the file comes from")
        parser.add_argument(
            "--quiet-unmatched",
            action="store_true",
            help="do not print the lines of people whom the registry does not have",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]

        def tell(one: HeldOut) -> None:
            if options["quiet_unmatched"] and one.is_unmatched:
                return
            number = "–" if one.fide_id is None else one.fide_id
            self.stdout.write(f"{one.line}: {one.name} ({number}): {_(one.why)}")

        try:
            with path.open("rb") as stream:
                found = ratings_import(
                    stream,
                    scheme=options["scheme"],
                    kind=options["kind"],
                    list_on=options["list_on"],
                    source=options["source"],
                    at=dates.now(),
                    filename=path.name,
                    tell=tell,
                )
        except OSError as fault:
            raise CommandError(
                _("The file %(name)s cannot be opened: %(reason)s.")
                % {"name": path, "reason": fault.strerror}
            ) from fault
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            _(
                "Lines: %(lines)s. Imported: %(imported)s, there already: %(already)s, not in the "
                "registry: %(unmatched)s, held out: %(held_out)s, unreadable cells: %(unreadable)s."
            )
            % {
                "lines": found.lines,
                "imported": found.imported,
                "already": found.already,
                "unmatched": found.unmatched,
                "held_out": found.held_out,
                "unreadable": found.unreadable,
            }
        )

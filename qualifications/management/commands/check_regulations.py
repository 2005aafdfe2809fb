"""manage.py check_regulations: look for what is wrong in the regulation files."""

from collections import Counter
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from qualifications.engine.edition_files import RegulationError
from qualifications.engine.lint import Finding, lint_edition
from qualifications.engine.loading import EDITIONS


class Command(BaseCommand):
    help = "Check the numbers of the regulations; --printed leaves errata and readings out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("edition", nargs="*", help="folders; without any, all of them")
        parser.add_argument(
            "--printed", action="store_true", help="look at the pages as they were printed"
        )

    def handle(self, *args, **options) -> None:
        folders = sorted(path.parent for path in EDITIONS.glob("*/regulation.toml"))
        wanted = options["edition"]
        unknown = set(wanted) - {folder.name for folder in folders}
        if unknown:
            raise CommandError(f"There is no edition {', '.join(sorted(unknown))}.")
        faults = sum(
            self._check(folder, printed=options["printed"])
            for folder in folders
            if not wanted or folder.name in wanted
        )
        if faults and not options["printed"]:
            raise CommandError(f"{faults} faults")

    def _check(self, folder: Path, *, printed: bool) -> int:
        try:
            findings = lint_edition(folder, printed=printed)
        except RegulationError as error:
            raise CommandError(str(error)) from error
        for finding in findings:
            self.stdout.write(f"{folder.name}/{line_of(finding)}")
        faults = sum(finding.fault for finding in findings)
        kinds = Counter(finding.kind.value for finding in findings)
        counted = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        self.stdout.write(f"{folder.name}: {faults} faults ({counted or 'nothing found'})")
        return faults


def line_of(finding: Finding) -> str:
    """A finding in one line: place, kind, what was found, and the erratum that knows it."""
    places = (("row", finding.row), ("column", finding.column))
    place = "".join(f", {name} {value}" for name, value in places if value)
    known = f" (kept: {finding.known_as})" if finding.known_as else ""
    return f"{finding.file}{place}: {finding.kind.value}: {finding.value}{known}"

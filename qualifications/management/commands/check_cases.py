"""manage.py check_cases: answer files of worked cases through the engine."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from qualifications.casefiles import CheckedCase, UnusableFile, check_file


class Command(BaseCommand):
    help = (
        "Answer every case of the files through the engine, print those that differ and end with "
        "'N passed, M failed'. The exit status is 1 when any failed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of cases")

    def handle(self, *args: Any, **options: Any) -> None:
        passed = failed = 0
        for path in options["files"]:
            try:
                checked = check_file(path)
            except UnusableFile as error:
                self.stdout.write(str(error))
                failed += 1
                continue
            for case in checked.cases:
                if not case.passed:
                    self.stdout.write(said_of(case))
            passed += checked.passed
            failed += checked.failed
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)


def said_of(case: CheckedCase) -> str:
    """A case that did not pass: what differs, what came and what was expected."""
    if case.fault:
        return f"{case.id}: {case.fault}"
    return (
        f"{case.id}: {', '.join(case.differs)}\n"
        f"  got      {_json(case.got)}\n"
        f"  expected {_json(case.expected)}"
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_number)


def _number(value: object) -> float | str:
    """Only for printing: a decimal as a JSON number."""
    return float(value) if isinstance(value, Decimal) else str(value)

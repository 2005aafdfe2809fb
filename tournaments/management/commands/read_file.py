"""`manage.py read_file FILE`: what the reader finds in a file. Does not touch the database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.dates import today
from tournaments.formats.reading import read_file
from tournaments.formats.text import ENCODINGS, SIZE_LIMIT
from tournaments.wording import summary


class Command(BaseCommand):
    help = "Read a tournament file and say what is in it, without the database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--encoding", choices=ENCODINGS, help="overrule the guess")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as stream:
                data = stream.read(SIZE_LIMIT + 1)
        except OSError as fault:
            raise CommandError(
                _("The file %(name)s cannot be opened: %(reason)s.")
                % {"name": path, "reason": fault.strerror}
            ) from fault
        result = read_file(data, filename=path.name, encoding=options["encoding"], today=today())
        found = summary(result)
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(readable(found)))


def readable(found: dict[str, Any]) -> list[str]:
    """The lines of a summary for people."""
    labels = {
        "format": pgettext("of a file", "Format"),
        "encoding": _("Encoding"),
        "players": _("Players"),
        "rounds": _("Rounds"),
        "played_games": _("Games played"),
        "forfeit_pairings": _("Pairings decided without play"),
        "double_forfeits": _("of these lost by both"),
        "pending_pairings": _("Pairings without a result"),
        "half_point_byes": _("Half-point byes"),
        "full_point_byes": _("Full-point byes"),
        "pairing_byes": _("Pairing byes"),
        "zero_or_absent": _("Absences"),
    }
    lines = []
    if found["format"]:
        lines = [f"{label}: {found[key]}" for key, label in labels.items()]
        lines.append(_("Players whose points differ") + f": {len(found['points_mismatch'])}")
    severities = {"error": _("Error"), "warning": _("Warning"), "note": _("Note")}
    for problem in found["problems"]:
        place = ""
        if problem["line"] is not None:
            place = " " + _("(line %(line)s, column %(column)s)") % problem
        lines.append(f"{severities[problem['severity']]}{place}: {problem['message']}")
    return lines

"""`manage.py read_file FILE`: what the reader finds in a file. Does not touch the database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.dates import today
from tournaments.formats.rating_lists import summarise
from tournaments.formats.reading import read_file
from tournaments.formats.text import ENCODINGS, SIZE_LIMIT
from tournaments.wording import list_summary, summary


class Command(BaseCommand):
    help = "Read a tournament file or a rating list and say what is in it, without the database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--encoding", choices=ENCODINGS, help="overrule the guess")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as stream:
                of_list = summarise(stream, filename=path.name)
                stream.seek(0)
                data = b"" if of_list else stream.read(SIZE_LIMIT + 1)
        except OSError as fault:
            raise CommandError(
                _("The file %(name)s cannot be opened: %(reason)s.")
                % {"name": path, "reason": fault.strerror}
            ) from fault
        if of_list is not None:
            found = list_summary(of_list)
        else:
            encoding = options["encoding"]
            result = read_file(data, filename=path.name, encoding=encoding, today=today())
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
    if "rows" in found:
        labels = {
            "format": pgettext("of a file", "Format"),
            "encoding": _("Encoding"),
            "month": _("Month of the list"),
            "rows": _("People"),
            "with_rating": _("with a rating"),
            "with_fide_id": _("with a FIDE number"),
            "duplicates": _("Numbers that stand twice"),
        }
    lines = []
    if found["format"] and "rows" in found:
        lines = [f"{label}: {found[key] or 0}" for key, label in labels.items()]
    elif found["format"]:
        lines = [f"{label}: {found[key]}" for key, label in labels.items()]
        lines.append(_("Players whose points differ") + f": {len(found['points_mismatch'])}")
    severities = {"error": _("Error"), "warning": _("Warning"), "note": _("Note")}
    for problem in found["problems"]:
        place = ""
        if problem["line"] is not None:
            place = " " + _("(line %(line)s, column %(column)s)") % problem
        lines.append(f"{severities[problem['severity']]}{place}: {problem['message']}")
    lines += [_("Question") + f": {question['message']}" for question in found["questions"]]
    return lines

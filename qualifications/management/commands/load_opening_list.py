"""manage.py load_opening_list: the people and coefficients with which a registry begins."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from federation import dates
from federation.errors import Refused
from federation.journal import Acting, acting
from federation.models import User
from qualifications.services.opening_list import Opening, opening_prepare, opening_record
from tournaments.formats.problems import Severity
from tournaments.wording import problem_message


def _region(text: str) -> tuple[str, str]:
    word, equals, code = text.partition("=")
    if not equals or not word.strip():
        raise ArgumentTypeError("say it as WORD=CODE, for example КИР=KIR")
    return word.strip(), code.strip().upper()


class Command(BaseCommand):
    help = (
        "Take over the people and coefficients with which a registry begins, as its first "
        "published list. Without --record nothing is stored: the command only says what the file "
        "comes to."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="a table (docs/operations.md) or published list"
        )
        parser.add_argument(
            "--list-on",
            required=True,
            type=date.fromisoformat,
            help="day from which the list is in force, 2026-10-01",
        )
        parser.add_argument(
            "--games", type=int, help="rated games of a person of whom the file does not say them"
        )
        parser.add_argument(
            "--region",
            type=_region,
            action="append",
            default=[],
            metavar="WORD=CODE",
            help="which region a word of the file means; may be given many times",
        )
        parser.add_argument("--record", metavar="USER", help="store it in the name of this user")
        parser.add_argument(
            "--leave-out", action="store_true", help="store it without the lines that were named"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        user = self._user(options["record"])
        try:
            with path.open("rb") as stream:
                opening = opening_prepare(
                    stream,
                    filename=path.name,
                    list_on=options["list_on"],
                    games=options["games"],
                    regions=dict(options["region"]),
                )
            self._tell(opening)
            if user is None:
                self.stdout.write(_("Nothing is stored. Store it with --record USER."))
                return
            if not opening.is_whole and not options["leave_out"]:
                raise CommandError(
                    _(
                        "Nothing is stored: correct the lines named above, or leave them out with "
                        "--leave-out."
                    )
                )
            with acting(Acting(action="load_opening_list", user=user)):
                period = opening_record(
                    opening, games=options["games"], source=path.name, user=user, at=dates.now()
                )
        except OSError as fault:
            raise CommandError(
                _("The file %(name)s cannot be opened: %(reason)s.")
                % {"name": path, "reason": fault.strerror}
            ) from fault
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            _("The list of %(day)s is stored. The registry can begin.")
            % {"day": f"{period.list_on:%d.%m.%Y}"}
        )

    def _user(self, name: str | None) -> User | None:
        if name is None:
            return None
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            raise CommandError(_("There is no user %(name)s.") % {"name": name})
        return user

    def _tell(self, opening: Opening) -> None:
        for problem in opening.problems:
            words = problem_message(problem)
            if problem.line and problem.column:
                words = _("Line %(line)d, column %(column)d: %(problem)s") % {
                    "line": problem.line,
                    "column": problem.column,
                    "problem": words,
                }
            elif problem.line:
                words = _("Line %(line)s: %(words)s") % {"line": problem.line, "words": words}
            out = self.stderr if problem.severity is Severity.ERROR else self.stdout
            out.write(words)
        for one in opening.left_out:
            self.stderr.write(
                _("Line %(line)s: %(name)s is left out: %(why)s.")
                % {"line": one.line, "name": one.name, "why": _(one.why)}
            )
        self.stdout.write(
            _("New people: %(new)d, known already: %(known)d, left out: %(out)d.")
            % {
                "new": len(opening.new),
                "known": len(opening.found),
                "out": len(opening.left_out)
                + sum(one.severity is Severity.ERROR for one in opening.problems),
            }
        )

"""manage.py load_fide_list: FIDE's whole rating list into the registry."""

from argparse import ArgumentParser
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from federation import dates
from federation.errors import Refused
from federation.journal_doors import JournaledCommand
from qualifications.models import ListLoad
from qualifications.presenting_list_loads import count_words, problem_words, progress_words
from qualifications.services.list_loads import list_load_file

SECONDS_BETWEEN = 2


class Command(JournaledCommand):
    help = (
        "Load FIDE's list of all players (TXT or XML, packed as zip or not): the first time and "
        "every month. Ratings of the registry's people are kept with their day; other differences "
        "become proposals. An older list leaves ratings only."
    )

    _load: ListLoad | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="players_list_foa.txt or its zip")
        parser.add_argument(
            "--date", type=date.fromisoformat, help="first day of the list, 2026-10-01"
        )
        parser.add_argument(
            "--fewer", action="store_true", help="a list with far fewer people is right"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as stream:
                load = list_load_file(
                    stream,
                    filename=path.name,
                    list_on=options["date"],
                    fewer_allowed=options["fewer"],
                    clock=self._clock(options["verbosity"]),
                    watch=self._watch,
                )
        except OSError as fault:
            raise CommandError(
                _("The file %(name)s cannot be opened: %(reason)s.")
                % {"name": path, "reason": fault.strerror}
            ) from fault
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        for words in problem_words(load):
            self.stdout.write(words)
        self.stdout.write(count_words(load))

    def _watch(self, load: ListLoad) -> None:
        self._load = load

    def _clock(self, verbosity: int) -> Callable[[], datetime]:
        """The registry's clock, asked at every step forward, which is the moment to say so."""
        said: list[datetime] = []
        pause = timedelta(seconds=SECONDS_BETWEEN)

        def clock() -> datetime:
            at, load = dates.now(), self._load
            if load is None or not load.started_at or not verbosity:
                return at
            if not said or at - said[-1] >= pause:
                said.append(at)
                self.stderr.write(progress_words(load))
            return at

        return clock

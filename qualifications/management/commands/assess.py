"""manage.py assess: verdicts with reasons on an event from a file, as JSON."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import translation

from federation.journal_doors import JournaledCommand
from qualifications.factfiles import UnusableFacts, read_bare, read_event
from qualifications.factfiles.answering import answer_bare, answer_event


class Command(JournaledCommand):
    help = (
        "Judge the event of a JSON file (docs/assess.md) and print the verdicts with their reasons "
        "as JSON. The exit status is 1 when the file has faults, each named with its path, or when "
        "the event is outside the dates of every edition."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a JSON file in UTF-8")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            help="add sentences in this language",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"]
        data = read_json(options["file"])
        try:
            with translation.override(language) if language else nullcontext():
                answer = judged(data, words=bool(language))
        except UnusableFacts as error:
            raise CommandError(f"{options['file']} cannot be judged:\n{error}") from error
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        outside = [one["outside"] for one in answer["schemes"] if "outside" in one]
        if len(outside) == len(answer["schemes"]):
            raise CommandError("\n".join(outside))


def judged(data: object, *, words: bool) -> dict[str, Any]:
    """The answer to a whole event or to one player's games. Raises UnusableFacts."""
    if isinstance(data, dict) and ("participants" in data or "schemes" in data):
        return answer_event(read_event(data), words=words)
    if isinstance(data, dict | list):
        return answer_bare(read_bare(data), words=words)
    raise CommandError("An object with an event, or a list of games, is expected.")


def read_json(path: Path) -> object:
    """The decoded file. Raises CommandError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8: byte {error.start}") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise CommandError(f"{path} is not JSON: {where}: {error.msg}") from error

"""manage.py preview_event EVENT_ID [--json]: what admitting an event would do, or what it did."""

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser

from federation import dates
from qualifications.consequences_json import dry_run_json
from qualifications.meaning import meaning_of
from qualifications.presenting_consequences import meaning_sentence
from qualifications.services.dry_run import event_preview
from tournaments.models import Event


class Command(BaseCommand):
    help = "What admitting a tournament would do; nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="number of the tournament")
        parser.add_argument("--json", action="store_true", help="everything, as docs/api.md says")

    def handle(self, *args, **options) -> None:
        event = Event.objects.filter(pk=options["event"]).select_related("upload").first()
        if event is None:
            raise CommandError(f"There is no tournament {options['event']}.")
        tried = event_preview(event, at=dates.now(), today=dates.today())
        if tried is None:
            raise CommandError("It has no file that can be read, or was never judged.")
        if options["json"]:
            told = dry_run_json(event, tried)
            self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))
            return
        for line in tried.left_open:
            self.stdout.write(f"left open: {line.parsed.number} {line.parsed.name}")
        found = tried.consequences
        self.stdout.write(meaning_sentence(meaning_of(found)) if found else tried.refused)

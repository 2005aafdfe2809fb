"""manage.py load_regulations: read every edition; say what it holds or what is wrong with it."""

from django.core.management.base import BaseCommand, CommandError

from qualifications.engine import all_regulations
from qualifications.engine.loading import RegulationError


class Command(BaseCommand):
    help = (
        "Read the regulation files. They are used as they stand; nothing is copied to the database."
    )

    def handle(self, *args, **options) -> None:
        try:
            regulations = all_regulations()
        except RegulationError as error:
            raise CommandError(str(error)) from error
        for law in regulations:
            end = law.in_force_until or "open"
            self.stdout.write(
                f"{law.edition}: {law.title}; in force {law.in_force_from} to {end}; "
                f"{len(law.articles)} articles, {len(law.readings)} readings, "
                f"{len(law.errata)} errata."
            )

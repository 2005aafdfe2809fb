"""manage.py load_reference: regions and commissions."""

from django.core.management.base import BaseCommand

from federation.reference import load_reference


class Command(BaseCommand):
    help = "Load regions and commissions. Safe to run again."

    def handle(self, *args, **options) -> None:
        load_reference()
        self.stdout.write("Regions and commissions are in place.")

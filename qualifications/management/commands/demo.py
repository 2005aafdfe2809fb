"""manage.py demo: fill an empty database with a made-up federation."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from federation import dates
from federation.models import Player, User
from federation.reference import load_reference
from qualifications.demo.accounts import PASSWORD, demo_accounts
from qualifications.demo.build import build_demo
from qualifications.models import LedgerEntry, RatingPeriod
from tournaments.models import Event


class Command(BaseCommand):
    help = (
        "Fill an empty database with a made-up federation: players, tournaments, lists, decisions "
        "and one account for each role."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=400, help="at least 60; 400 if not said")
        parser.add_argument("--years", type=int, default=3, help="at least 1; 3 if not said")
        parser.add_argument("--password", default="", help="of all demo accounts")
        parser.add_argument(
            "--quiet-if-filled",
            action="store_true",
            help="leave a database that has players as it is, and print its demo accounts",
        )

    def handle(self, *args, **options) -> None:
        if Player.objects.exists():
            if not options["quiet_if_filled"]:
                raise CommandError(
                    "The database has players already; the demo is only built in an empty one."
                )
            self._print_accounts(PASSWORD)
            return
        if not settings.DEBUG and not options["password"]:
            raise CommandError("On a real server, say --password: the usual one is known to all.")
        if options["players"] < 60 or options["years"] < 1:
            raise CommandError("The demo needs at least 60 players and one year.")
        self.stdout.write("Building the demo federation, this takes some seconds …")
        password = options["password"] or PASSWORD
        load_reference()
        build_demo(
            today=dates.today(),
            players=options["players"],
            years=options["years"],
            password=password,
        )
        self.stdout.write(
            f"{Player.objects.count()} players, {Event.objects.count()} tournaments, "
            f"{RatingPeriod.objects.count()} rating periods, "
            f"{LedgerEntry.objects.count()} ledger entries."
        )
        self._print_accounts(password)

    def _print_accounts(self, password: str) -> None:
        """The accounts with this password; nothing when the database is no demo."""
        accounts = [a for a in demo_accounts() if a.role]
        user = User.objects.filter(username=accounts[0].username).first() if accounts else None
        if user is None or not user.check_password(password):
            return
        self.stdout.write(f"\nAccounts of the demo, password of all: {password}")
        for account in demo_accounts():
            self.stdout.write(
                f"  {account.username:16} {account.role or 'administrator':16} {account.commission}"
            )

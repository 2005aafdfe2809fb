"""manage.py permissions: the table of who may do what."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from federation.permission_table import permission_page


class Command(BaseCommand):
    help = "Print who may do what, as docs/permissions.md has it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="write docs/permissions.md anew")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            (settings.BASE_DIR / "docs" / "permissions.md").write_text(permission_page(), "utf-8")
        else:
            self.stdout.write(permission_page(), ending="")

"""`flush` as tests with real transactions need it between two of them.

The registry's own `flush` is refused by the database as soon as the ledger has a row.
"""

from typing import Any

from django.core.management.commands.flush import Command as Flush
from django.db import connections

from qualifications.ledger_guard import lift_guard, raise_guard


class Command(Flush):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        lift_guard(connection)
        try:
            super().handle(**options)
        finally:
            raise_guard(connection)

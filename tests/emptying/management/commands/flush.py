"""`flush` as tests with real transactions need it between two of them.

The registry's own `flush` is refused by the database as soon as ledger or journal have a row.
"""

from typing import Any

from django.core.management.commands.flush import Command as Flush
from django.db import connections

from federation import journal_guard
from qualifications import ledger_guard


class Command(Flush):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        for guard in (ledger_guard, journal_guard):
            guard.lift_guard(connection)
        try:
            super().handle(**options)
        finally:
            for guard in (ledger_guard, journal_guard):
                guard.raise_guard(connection)

"""The database's own refusal to change or delete a row of the ledger, on both databases.

Used by migrations. SQLite makes a table anew to change its columns, and the new one has no
triggers: a migration that does that to the ledger ends with `raise_guard` again. A test looks.
"""

from collections.abc import Sequence

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "qualifications_ledgerentry"
REFUSAL = "Ledger entries can be neither changed nor deleted."

_POSTGRESQL_RAISE = (
    f"""CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$""",
    f"""CREATE TRIGGER ledger_rows_stay BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()""",
    f"""CREATE TRIGGER ledger_stays BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()""",
)
_POSTGRESQL_LIFT = (
    f"DROP TRIGGER ledger_rows_stay ON {TABLE}",
    f"DROP TRIGGER ledger_stays ON {TABLE}",
    "DROP FUNCTION ledger_is_append_only()",
)

# INSERT OR REPLACE deletes the old row without firing a trigger for it: hence the third one.
_SQLITE_RAISE = (
    f"""CREATE TRIGGER ledger_rows_change_not BEFORE UPDATE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    f"""CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    f"""CREATE TRIGGER ledger_rows_are_not_replaced BEFORE INSERT ON {TABLE}
    WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM {TABLE} WHERE voids_id = NEW.voids_id)
      OR EXISTS (SELECT 1 FROM {TABLE} WHERE verdict_id = NEW.verdict_id AND kind = NEW.kind)
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",  # noqa: S608  a constant of this module
)
_SQLITE_LIFT = (
    "DROP TRIGGER ledger_rows_change_not",
    "DROP TRIGGER ledger_rows_stay",
    "DROP TRIGGER ledger_rows_are_not_replaced",
)

_RAISE = {"postgresql": _POSTGRESQL_RAISE, "sqlite": _SQLITE_RAISE}
_LIFT = {"postgresql": _POSTGRESQL_LIFT, "sqlite": _SQLITE_LIFT}


def raise_guard(connection: BaseDatabaseWrapper) -> None:
    """Make the triggers. Raises KeyError on a database that the registry does not run on."""
    _run(connection, _RAISE[connection.vendor])


def lift_guard(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away: for undoing the migration, and for emptying a test's database."""
    _run(connection, _LIFT[connection.vendor])


def _run(connection: BaseDatabaseWrapper, statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)

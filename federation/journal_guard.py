"""The database's own refusal to change or delete a row of the journal, on both databases.

Used by migrations. SQLite makes a table anew to change its columns, and the new one has no
triggers: a migration that does that to the journal ends with `raise_guard` again.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "federation_journalentry"
REFUSAL = "Entries of the journal can be neither changed nor deleted."

_RAISE = {
    "postgresql": (
        f"""CREATE OR REPLACE FUNCTION journal_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$""",
        f"""CREATE TRIGGER journal_only_grows BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION journal_only_grows()""",
        f"""CREATE TRIGGER journal_stays BEFORE TRUNCATE ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION journal_only_grows()""",
    ),
    "sqlite": tuple(
        f"""CREATE TRIGGER journal_only_grows_{what} BEFORE {what} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"""
        for what in ("update", "delete")
    ),
}
_LIFT = {
    "postgresql": (
        f"DROP TRIGGER journal_only_grows ON {TABLE}",
        f"DROP TRIGGER journal_stays ON {TABLE}",
        "DROP FUNCTION journal_only_grows()",
    ),
    "sqlite": (
        "DROP TRIGGER journal_only_grows_update",
        "DROP TRIGGER journal_only_grows_delete",
    ),
}


def raise_guard(connection: BaseDatabaseWrapper) -> None:
    """Make the triggers. Raises KeyError on a database that the registry does not run on."""
    with connection.cursor() as cursor:
        for statement in _RAISE[connection.vendor]:
            cursor.execute(statement)


def lift_guard(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away, for undoing the migration."""
    with connection.cursor() as cursor:
        for statement in _LIFT[connection.vendor]:
            cursor.execute(statement)

"""The database's own refusal of overlapping periods of one fact, on both databases.

Used by migrations. Both ends of a period are inclusive, an empty end is open; voided facts do not
count. PostgreSQL lets two transactions on one person wait for each other, so that neither overlooks
the other's row. SQLite makes a table anew to change its columns, and the new one has no triggers: a
migration that does that to the facts ends with `raise_guard` again.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "federation_personfact"
PLAYERS = "federation_player"
REFUSAL = "Periods of the same fact overlap."

_ANOTHER = f"""SELECT 1 FROM {TABLE} f
    WHERE f.player_id = NEW.player_id AND f.kind = NEW.kind AND f.slot = NEW.slot
      AND f.id <> NEW.id AND f.voided_at IS NULL
      AND (f.valid_until IS NULL OR NEW.valid_from IS NULL OR f.valid_until >= NEW.valid_from)
      AND (NEW.valid_until IS NULL OR f.valid_from IS NULL OR NEW.valid_until >= f.valid_from)"""  # noqa: S608  constants of this module

_RAISE = {
    "postgresql": (
        f"""CREATE OR REPLACE FUNCTION person_facts_apart() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF NEW.voided_at IS NULL THEN
            PERFORM 1 FROM {PLAYERS} WHERE id = NEW.player_id FOR NO KEY UPDATE;
            IF EXISTS ({_ANOTHER}) THEN
              RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'exclusion_violation';
            END IF;
          END IF;
          RETURN NEW;
        END $$""",
        f"""CREATE TRIGGER person_facts_apart BEFORE INSERT OR UPDATE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION person_facts_apart()""",
    ),
    "sqlite": tuple(
        f"""CREATE TRIGGER person_facts_apart_{what} AFTER {what} ON {TABLE}
        WHEN NEW.voided_at IS NULL AND EXISTS ({_ANOTHER})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"""
        for what in ("insert", "update")
    ),
}
_LIFT = {
    "postgresql": (
        f"DROP TRIGGER person_facts_apart ON {TABLE}",
        "DROP FUNCTION person_facts_apart()",
    ),
    "sqlite": (
        "DROP TRIGGER person_facts_apart_insert",
        "DROP TRIGGER person_facts_apart_update",
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

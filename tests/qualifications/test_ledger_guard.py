"""Rows of the ledger are changed or deleted by nobody: what the database itself says to that."""

import pytest
from django.core.management import CommandError, call_command
from django.core.management.commands.flush import Command as OwnFlush
from django.db import Error, IntegrityError, connection, transaction

from qualifications.ledger_guard import TABLE, lift_guard, raise_guard
from qualifications.models import LedgerEntry
from tests import world
from tests.samples import people


@pytest.fixture
def row(reference: None) -> LedgerEntry:
    [player] = world.register_players(people(1))
    world.held(player, "ua.rank_1")
    return LedgerEntry.objects.get()


def run(sql: str, *values: object) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE {TABLE} SET grade = 'ua.kmsu' WHERE id = %s",
        f"UPDATE {TABLE} SET note = note WHERE id = %s",
        f"DELETE FROM {TABLE} WHERE id = %s",
    ],
)
def test_a_row_cannot_be_changed_or_deleted_by_sql(row: LedgerEntry, sql: str) -> None:
    with pytest.raises(IntegrityError, match="neither changed nor deleted"):
        run(sql, row.pk)
    assert LedgerEntry.objects.values_list("pk", "grade").get() == (row.pk, "ua.rank_1")


def test_the_managers_that_forbid_nothing_are_refused_too(row: LedgerEntry) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry._base_manager.filter(pk=row.pk).update(grade="ua.kmsu")
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry._base_manager.filter(pk=row.pk)._raw_delete(connection.alias)
    assert LedgerEntry.objects.values_list("pk", "grade").get() == (row.pk, "ua.rank_1")


@pytest.mark.skipif("world.on_postgresql()", reason="only SQLite replaces rows")
def test_a_row_cannot_be_replaced_on_sqlite(row: LedgerEntry) -> None:
    with connection.cursor() as cursor:
        names = [c.name for c in connection.introspection.get_table_description(cursor, TABLE)]
    copied = ", ".join("'ua.kmsu'" if name == "grade" else name for name in names)
    with pytest.raises(IntegrityError, match="neither changed nor deleted"):
        run(f"INSERT OR REPLACE INTO {TABLE} SELECT {copied} FROM {TABLE} WHERE id = %s", row.pk)
    assert LedgerEntry.objects.get().grade == "ua.rank_1"


@pytest.mark.postgres
def test_the_table_cannot_be_truncated(row: LedgerEntry) -> None:
    with pytest.raises(IntegrityError, match="neither changed nor deleted"):
        run(f"SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE {TABLE} CASCADE")
    assert LedgerEntry.objects.count() == 1


def test_rows_can_still_be_added_and_voided(row: LedgerEntry) -> None:
    """The guard stands after all migrations and hinders nothing else."""
    voiding = LedgerEntry(
        player=row.player,
        kind="voided",
        effective_on=row.effective_on,
        recorded_at=world.NOW,
        recorded_by=row.recorded_by,
        voids=row,
    )
    voiding.save()
    assert list(LedgerEntry.objects.order_by("pk").values_list("pk", "voids")) == [
        (row.pk, None),
        (voiding.pk, row.pk),
    ]


def test_undoing_the_migration_lifts_the_guard(row: LedgerEntry) -> None:
    lift_guard(connection)
    run(f"UPDATE {TABLE} SET note = 'x' WHERE id = %s", row.pk)
    raise_guard(connection)
    with pytest.raises(IntegrityError):
        run(f"UPDATE {TABLE} SET note = 'y' WHERE id = %s", row.pk)
    assert LedgerEntry.objects.get().note == "x"


@pytest.mark.django_db(transaction=True)
def test_tests_empty_their_database_and_the_registry_does_not(row: LedgerEntry) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(OwnFlush(), verbosity=0, interactive=False)
    assert isinstance(refused.value.__cause__, Error)
    assert LedgerEntry.objects.count() == 1
    call_command("flush", verbosity=0, interactive=False)
    assert LedgerEntry.objects.count() == 0

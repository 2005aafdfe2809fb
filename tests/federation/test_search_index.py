"""The index of parts of names on PostgreSQL, and a database that may not have it."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection

from federation.models import Player

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="an index of PostgreSQL"),
]
migration = import_module("federation.migrations.0008_search_by_part")


@pytest.fixture(autouse=True)
def _trigrams() -> None:
    if not _count("pg_available_extensions WHERE name = 'pg_trgm'"):
        pytest.skip("this PostgreSQL has no pg_trgm")


def _count(source: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {source}")
        return cursor.fetchone()[0]


def _indexes() -> int:
    return _count(f"pg_indexes WHERE indexname = '{migration.INDEX}'")


def test_a_part_of_a_cyrillic_name_is_looked_up_in_the_index() -> None:
    assert _count("unnest(show_trgm('ковал'))") > 0
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")
    plan = Player.objects.filter(search_key__contains="ковал").explain(costs=False)
    assert f"Bitmap Index Scan on {migration.INDEX}" in plan


def test_who_may_not_create_the_extension_has_a_search_without_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP EXTENSION pg_trgm CASCADE")
        cursor.execute("CREATE ROLE without_rights")
        cursor.execute("SET LOCAL ROLE without_rights")
        migration.add(None, SimpleNamespace(connection=connection))
        cursor.execute("RESET ROLE")
    assert _indexes() == 0
    migration.add(None, SimpleNamespace(connection=connection))
    assert _indexes() == 1

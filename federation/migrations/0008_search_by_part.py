"""An index of every three letters of names, where the database is PostgreSQL and has pg_trgm.

Without it a search by a part of a name reads the whole table; nothing else differs. So where the
extension is missing, or this user of the database may not create it, the migration leaves it out.
"""

from django.db import ProgrammingError, migrations, transaction

INDEX = "player_search_part"


def add(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
        if cursor.fetchone() is None:
            return
        try:
            with transaction.atomic(using=connection.alias):
                cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except ProgrammingError:  # permission denied
            return
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS {INDEX} ON federation_player"
            " USING gin (search_key gin_trgm_ops)"
        )


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP INDEX IF EXISTS {INDEX}")


class Migration(migrations.Migration):
    dependencies = [("federation", "0007_fact_guard")]

    operations = [migrations.RunPython(add, remove)]

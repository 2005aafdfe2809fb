"""The database refuses overlapping periods of one fact of a person."""

from django.db import migrations

from federation.fact_guard import lift_guard, raise_guard


def forwards(apps, schema_editor):
    raise_guard(schema_editor.connection)


def backwards(apps, schema_editor):
    lift_guard(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("federation", "0006_person_records")]

    operations = [migrations.RunPython(forwards, backwards)]

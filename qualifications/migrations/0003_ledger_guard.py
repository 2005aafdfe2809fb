"""The database refuses to change or delete a row of the ledger."""

from django.db import migrations

from qualifications.ledger_guard import lift_guard, raise_guard


def forwards(apps, schema_editor):
    raise_guard(schema_editor.connection)


def backwards(apps, schema_editor):
    lift_guard(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("qualifications", "0002_readings_decided")]

    operations = [migrations.RunPython(forwards, backwards)]

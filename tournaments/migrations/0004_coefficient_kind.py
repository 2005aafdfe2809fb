"""Kind of event and day of the material, for the individual coefficient."""

from django.db import migrations, models


def keep_what_was_said(apps, schema_editor):
    """An admitted event keeps the commission's word that it counts."""
    event = apps.get_model("tournaments", "Event")
    event.objects.filter(status="admitted", rated=True).update(coefficient_kind="stated")


def forget(apps, schema_editor):
    """The fields go; nothing else was changed."""


KINDS = [
    ("all_ukrainian", "all-Ukrainian event, individual or team"),
    ("qualifier", "qualifier for an all-Ukrainian event"),
    ("interregional", "between players of regions"),
    ("intercity", "between players of cities"),
    ("intersociety", "between players of sports societies"),
    ("interclub", "between players of sports clubs"),
    ("local", "local event in a region"),
    ("international", "international event in Ukraine"),
    ("abroad", "event abroad"),
    ("stated", "not told apart: the commission said in one word that it counts"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_facts_for_titles")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="rated",
            field=models.BooleanField(
                default=True,
                verbose_name="submitted for calculation of the individual coefficient",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="coefficient_kind",
            field=models.CharField(
                blank=True,
                choices=KINDS,
                max_length=16,
                verbose_name="kind of event for the individual coefficient",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="material_received_on",
            field=models.DateField(
                blank=True,
                null=True,
                verbose_name="material of an international event received on",
            ),
        ),
        migrations.RunPython(keep_what_was_said, forget),
    ]

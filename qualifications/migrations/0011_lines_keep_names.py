"""Lines of lists keep what they print of a player; those of earlier lists get what is known now."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery

FACTS = ("name", "sex", "birth_year")


def fill(apps, schema_editor):
    player = apps.get_model("federation", "Player").objects.filter(pk=OuterRef("player"))
    apps.get_model("qualifications", "RatingRow").objects.update(
        **{fact: Subquery(player.values(fact)) for fact in FACTS}
    )


class Migration(migrations.Migration):
    dependencies = [("qualifications", "0010_corrections_computed")]

    operations = [
        migrations.AddField(
            "ratingrow",
            "name",
            models.CharField(default="", editable=False, max_length=160),
        ),
        migrations.AddField(
            "ratingrow",
            "sex",
            models.CharField(
                choices=[("m", "male"), ("w", "female")], default="", editable=False, max_length=1
            ),
        ),
        migrations.AddField(
            "ratingrow",
            "birth_year",
            models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

"""Everybody who is registered already gets the keys by which files are matched."""

from django.db import migrations

from federation.naming import Birth, person_keys

AT_ONCE = 2000


def fill(apps, schema_editor):
    Player = apps.get_model("federation", "Player")
    Spelling = apps.get_model("federation", "Spelling")
    PersonKey = apps.get_model("federation", "PersonKey")
    last = 0
    while True:
        players = list(Player.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE])
        if not players:
            return
        names = {player.pk: [player.name, player.latin_name] for player in players}
        told = Spelling.objects.filter(player__gt=last, player__lte=players[-1].pk)
        for pk, text in told.values_list("player_id", "text"):
            names[pk].append(text)
        PersonKey.objects.bulk_create(
            (
                PersonKey(player_id=player.pk, key=key)
                for player in players
                for key in sorted(person_keys(names[player.pk], birth(player), player.fide_id))
            ),
            batch_size=5000,
        )
        last = players[-1].pk


def birth(player):
    day = player.birth_date
    if day:
        return Birth(day.year, day.month, day.day)
    return Birth(player.birth_year) if player.birth_year else None


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0004_person_keys'),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

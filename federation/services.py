"""Writes about people and places."""

from collections.abc import Iterable
from datetime import date, datetime

from federation.models import PersonKey, Player, Spelling


def players_create(players: Iterable[Player], *, at: datetime) -> list[Player]:
    """Store new players in one go with their keys; every row is validated first.

    Raises django.core.exceptions.ValidationError naming the field that is wrong.
    """
    players = list(players)
    for player in players:
        player.created_at = at
        player.set_keys()
        player.clean_fields(exclude=["region"])
    created = Player.objects.bulk_create(players)
    PersonKey.objects.renew(created)
    return created


def spellings_remember(spellings: Iterable[Spelling]) -> None:
    """Keep the spellings under which players were accepted; those known already stay.

    The players are found by them from now on.
    """
    spellings = sorted(spellings, key=lambda one: (one.player_id, one.key, one.born))
    Spelling.objects.bulk_create(spellings, ignore_conflicts=True)
    PersonKey.objects.renew({spelling.player for spelling in spellings})


def spellings_forget(event_number: int, *, of: Iterable[Player] | None = None) -> None:
    """Forget what was accepted for an event that is taken back: it decides nothing any more.

    With `of` only what was accepted for these people.
    """
    spellings = Spelling.objects.filter(event_number=event_number)
    if of is not None:
        spellings = spellings.filter(player__in=of)
    players = list(Player.objects.filter(spellings__in=spellings).distinct())
    spellings.delete()
    PersonKey.objects.renew(players)


def spellings_give(event_number: int, key: str, wrong: Player, to: Player) -> None:
    """What a name of an event's file was accepted for goes over to the right person."""
    spellings = Spelling.objects.filter(event_number=event_number, player=wrong, key=key)
    for spelling in spellings:
        spelling.pk, spelling.player = None, to
        Spelling.objects.bulk_create([spelling], ignore_conflicts=True)
    spellings.delete()
    PersonKey.objects.renew([wrong, to])


def contact_record(
    player: Player, *, email: str, email_consent_on: date | None, language: str
) -> Player:
    """Where and in which language a player may be written to, and since when there is consent.

    Empty takes address and consent away.
    """
    player.email, player.email_consent_on, player.language = email, email_consent_on, language
    player.save(update_fields=["email", "email_consent_on", "language"])
    return player

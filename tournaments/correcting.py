"""What a signed correction changes in a stored event: one game, or the person behind an entry."""

from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player
from federation.persons import persons_of
from tournaments.models import Entry, Game, GameKind

WITH_OPPONENT = (GameKind.PLAYED, GameKind.SHORT, GameKind.FORFEIT)
"""Kinds of a game between two; the others are a player's round without one."""


def points_possible(kind: str, white: int, black: int) -> bool:
    """Whether a game of this kind can end with these half-points.

    Played, it gives one point in all. Without play there is also none for both.
    """
    if kind not in WITH_OPPONENT or min(white, black) < 0:
        return False
    return white + black == 2 or (kind == GameKind.FORFEIT and white == black == 0)


def game_correct(game: Game, *, kind: str, white: int, black: int) -> None:
    """Give a game between two another result, in half-points; points and places follow.

    Runs inside the caller's transaction. Raises ValueError for a result that cannot be.
    """
    if game.black_id is None or not points_possible(kind, white, black):
        raise ValueError(f"{kind} {white}:{black} is no result of game {game.pk}")
    more = {
        game.white_id: white - game.white_half_points,
        game.black_id: black - (game.black_half_points or 0),
    }
    game.kind, game.white_half_points, game.black_half_points = kind, white, black
    game.save(update_fields=["kind", "white_half_points", "black_half_points"])
    entries = list(Entry.objects.filter(event=game.event_id).order_by("pk").select_for_update())
    for entry in entries:
        entry.half_points += more.get(entry.pk, 0)
    for entry in entries:
        entry.rank = 1 + sum(other.half_points > entry.half_points for other in entries)
    Entry.objects.bulk_update(entries, ["half_points", "rank"])


def entry_to_exchange(entry: Entry, to: Player, *, exchange: bool) -> Entry | None:
    """The entry of `to` in the same event, where the two are to change places.

    Raises Refused where `to` plays there and no exchange is asked for, and the other way round.
    """
    same = persons_of([to.pk]).same_as(to.pk)
    other = Entry.objects.filter(event=entry.event_id, player__in=same).select_related("player")
    found = other.first()
    if found is not None and not exchange:
        raise Refused(
            _(
                "%(player)s plays in this tournament already. Where the two were entered for each "
                "other, exchange them."
            )
            % {"player": to}
        )
    if found is None and exchange:
        raise Refused(
            _("%(player)s does not play in this tournament: there is nobody to exchange with.")
            % {"player": to}
        )
    return found


def entry_give(entry: Entry, to: Player) -> None:
    """Another person stands behind an entry, somebody who does not play in the event."""
    Entry.objects.filter(pk=entry.pk).update(player=to, newcomer=False)


def entries_exchange(one: Entry, other: Entry) -> None:
    """Two people of an event who were entered for each other change places.

    Runs inside the caller's transaction. Nobody stands behind two entries at any moment, so that a
    person is made who keeps one place meanwhile, and is gone at the end.
    """
    (keeper,) = Player.objects.bulk_create([Player(name="–", created_at=one.player.created_at)])
    entry_give(other, keeper)
    entry_give(one, other.player)
    entry_give(other, one.player)
    kept = Player.objects.filter(pk=keeper.pk)
    kept._raw_delete(kept.db)

"""What a signed correction changes in a stored event: one game, or the person behind an entry."""

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

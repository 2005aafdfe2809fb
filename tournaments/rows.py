"""From a review to rows: players, teams, entries and games, not yet stored.

The service stores them when the clerk sends the tournament; a dry run judges them as they are.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from federation.models import Player
from tournaments.formats.pairings import pairings
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer, RoundKind
from tournaments.models import Entry, Event, Game, Team
from tournaments.review import HOME_FEDERATION, OPEN, Review, ReviewLine


def new_players(event: Event, review: Review) -> dict[int, Player]:
    """The people whom the registry does not know yet, by starting number."""
    return {
        line.parsed.number: _new_player(line, event, review.blank_federation) for line in review.new
    }


def teams_of(event: Event, parsed: ParsedEvent) -> list[Team]:
    """The teams that the file names."""
    return [
        Team(
            event=event,
            number=team.number,
            name=team.name[:100] or str(team.number),
            short_name=team.short_name[:10],
            file_rank=team.rank,
            file_match_half_points=team.match_half_points,
            file_game_half_points=team.game_half_points,
        )
        for team in parsed.teams
    ]


def entries_of(
    event: Event,
    review: Review,
    parsed: ParsedEvent,
    new: Mapping[int, Player],
    teams: Iterable[Team] = (),
) -> list[Entry]:
    """One entry for each line that is decided; `new` are the new people by starting number."""
    seats = _seats(parsed, {team.number: team for team in teams})
    totals = total_half_points(parsed)
    places = {n: 1 + sum(other > t for other in totals.values()) for n, t in totals.items()}
    return [
        Entry(
            event=event,
            player=line.chosen or new[line.parsed.number],
            number=line.parsed.number,
            rank=places[line.parsed.number],
            half_points=totals[line.parsed.number],
            team=seats.get(line.parsed.number, _NO_SEAT)[0],
            board=seats.get(line.parsed.number, _NO_SEAT)[1],
            newcomer=line.is_new,
            stated_class=line.stated_class,
            stated_note=line.stated_note,
            **_as_in_file(line.parsed),
        )
        for line in review.lines
        if not line.undecided
    ]


_NO_SEAT: tuple[Team | None, int | None] = (None, None)


def _seats(
    parsed: ParsedEvent, teams: Mapping[int, Team]
) -> dict[int, tuple[Team | None, int | None]]:
    """Team and board by starting number; of two teams that name one player, the first."""
    seats: dict[int, tuple[Team | None, int | None]] = {}
    for team in parsed.teams:
        if team.number in teams:
            for board, member in enumerate(team.members, start=1):
                seats.setdefault(member, (teams[team.number], board))
    return seats


def games_of(event: Event, parsed: ParsedEvent, entries: Mapping[int, Entry]) -> Iterator[Game]:
    """The rounds between `entries` (by starting number); a game without a result is left out."""
    for pairing in pairings(parsed):
        if pairing.kind is RoundKind.PENDING or pairing.white not in entries:
            continue
        if pairing.black is not None and pairing.black not in entries:
            continue
        yield Game(
            event=event,
            round=pairing.round,
            white=entries[pairing.white],
            black=entries[pairing.black] if pairing.black else None,
            kind=pairing.kind.value,
            white_half_points=pairing.white_half_points or 0,
            black_half_points=pairing.black_half_points,
        )


def total_half_points(parsed: ParsedEvent) -> dict[int, int]:
    """Half-points of the final standings by starting number: every round's, byes included."""
    return {
        player.number: sum(entry.half_points or 0 for entry in player.rounds)
        for player in parsed.players
    }


def _as_in_file(parsed: ParsedPlayer) -> dict[str, Any]:
    return {
        "file_name": parsed.name[:160],
        "file_title": (parsed.title or "")[:10],
        "file_rating": parsed.rating,
        "file_federation": parsed.federation[:3],
        "file_fide_id": parsed.fide_id,
        "file_birth": _birth_text(parsed),
        "file_sex": parsed.sex or "",
        "file_half_points": parsed.half_points,
        "file_rank": parsed.rank,
    }


def _birth_text(parsed: ParsedPlayer) -> str:
    if parsed.birth is None:
        return ""
    day = parsed.birth.as_date()
    return day.isoformat() if day else str(parsed.birth.year)


def _new_player(line: ReviewLine, event: Event, blank_federation: str) -> Player:
    parsed = line.parsed
    federation = parsed.federation or ("" if blank_federation == OPEN else blank_federation)
    if len(federation) != 3:
        federation = ""  # a club's or city's code in the column, as some programs write it
    name = " ".join(parsed.name.replace(",", " ").split())
    return Player(
        name=name[:160],
        sex=parsed.sex or "",
        birth_date=parsed.birth.as_date() if parsed.birth else None,
        birth_year=parsed.birth.year if parsed.birth else None,
        federation=federation,
        fide_id=parsed.fide_id,
        region=event.region if federation == HOME_FEDERATION else None,
    )

"""Team events: the table of teams and their matches, from the games of the players.

Units are half-points throughout; two match points are four. Nothing here is stored.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Game, Team

WON_MATCH, DRAWN_MATCH = 4, 2
"""Half-points of two match points and of one, where the file does not declare the sums."""


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a match, from the side of the team that is named first."""

    first: Entry | None
    second: Entry | None
    """None: the game was won or lost without an opponent."""
    kind: str
    first_half_points: int
    second_half_points: int
    first_is_white: bool


@dataclass(frozen=True, slots=True)
class TeamMatch:
    round: int
    first: Team
    second: Team
    boards: tuple[Board, ...]
    """In the order of the first team."""

    @property
    def first_half_points(self) -> int:
        return sum(board.first_half_points for board in self.boards)

    @property
    def second_half_points(self) -> int:
        return sum(board.second_half_points for board in self.boards)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One line of the table of teams."""

    team: Team
    place: int
    """Equal points share the better place where the file states none."""
    match_half_points: int
    game_half_points: int
    members: tuple[Entry, ...]
    """In the order of boards."""


def team_table(
    teams: Sequence[Team], entries: Iterable[Entry], matches: Iterable[TeamMatch]
) -> list[TeamRow]:
    """Teams in the order of places.

    Places and points are those that the file declares for all teams. Otherwise a won match counts
    two match points and a drawn one a point, and places follow match points, then game points.
    """
    members = members_of(entries)
    won: dict[int, int] = defaultdict(int)
    for match in matches:
        mine, theirs = match.first_half_points, match.second_half_points
        won[match.first.pk] += _match_half_points(mine, theirs)
        won[match.second.pk] += _match_half_points(theirs, mine)
    declared = all(team.file_match_half_points is not None for team in teams)
    points = {
        team.pk: (
            (team.file_match_half_points or 0) if declared else won[team.pk],
            sum(entry.half_points for entry in members[team.pk])
            if team.file_game_half_points is None
            else team.file_game_half_points,
        )
        for team in teams
    }
    ranked = all(team.file_rank for team in teams)
    rows = [
        TeamRow(
            team=team,
            place=(team.file_rank or 0)
            if ranked
            else 1 + sum(other > points[team.pk] for other in points.values()),
            match_half_points=points[team.pk][0],
            game_half_points=points[team.pk][1],
            members=tuple(members[team.pk]),
        )
        for team in teams
    ]
    return sorted(rows, key=lambda row: (row.place, row.team.number))


def points_declared(teams: Iterable[Team]) -> bool:
    """Whether the match points of the table are those of the file."""
    return all(team.file_match_half_points is not None for team in teams)


def members_of(entries: Iterable[Entry]) -> Mapping[int, list[Entry]]:
    """The players of each team by its key, in the order of boards."""
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda e: (e.board or 0, e.number)):
        if entry.team_id is not None:
            members[entry.team_id].append(entry)
    return members


def team_matches(
    teams: Iterable[Team], entries: Iterable[Entry], games: Iterable[Game]
) -> list[TeamMatch]:
    """Who met whom, round by round: teams with a game between them.

    A player of such a team who won without an opponent in that round has a board of the match, when
    the team met one other only. The team with White on its first board is named first.
    """
    by_key = {team.pk: team for team in teams}
    players = {entry.pk: entry for entry in entries if entry.team_id in by_key}
    met: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    alone: dict[tuple[int, int], list[Game]] = defaultdict(list)
    for game in games:
        white = players.get(game.white_id)
        black = players.get(game.black_id) if game.black_id is not None else None
        if white is None:
            continue
        if game.black_id is None:
            if game.white_half_points:
                alone[game.round, white.team_id or 0].append(game)
        elif black is not None and black.team_id != white.team_id:
            pair = sorted((white.team_id or 0, black.team_id or 0))
            met[game.round, pair[0], pair[1]].append(game)
    opponents: dict[tuple[int, int], int] = defaultdict(int)
    for number, one, other in met:
        opponents[number, one] += 1
        opponents[number, other] += 1
    matches = []
    for (number, one, other), played in met.items():
        games_alone = [
            game
            for team in (one, other)
            if opponents[number, team] == 1
            for game in alone[number, team]
        ]
        matches.append(_match(number, by_key[one], by_key[other], played, games_alone, players))
    return sorted(matches, key=lambda m: (m.round, m.first.number, m.second.number))


def _match(
    number: int,
    one: Team,
    other: Team,
    played: list[Game],
    alone: list[Game],
    players: Mapping[int, Entry],
) -> TeamMatch:
    def seat(game: Game, team: Team) -> int:
        sides = [players[pk] for pk in (game.white_id, game.black_id or 0) if pk in players]
        return min(e.board or 0 for e in sides if e.team_id == team.pk)

    top = min(played, key=lambda game: seat(game, one))
    if players[top.white_id].team_id != one.pk:
        one, other = other, one
    boards = []
    for game in played:
        white, black = players[game.white_id], players[game.black_id or 0]
        points = (game.white_half_points, game.black_half_points or 0)
        if white.team_id == one.pk:
            boards.append(Board(white, black, game.kind, *points, first_is_white=True))
        else:
            boards.append(Board(black, white, game.kind, *points[::-1], first_is_white=False))
    for game in alone:
        player = players[game.white_id]
        if player.team_id == one.pk:
            boards.append(Board(player, None, game.kind, game.white_half_points, 0, True))
        else:
            boards.append(Board(None, player, game.kind, 0, game.white_half_points, False))
    boards.sort(key=lambda board: (_seat_of(board), board.first is None))
    return TeamMatch(number, one, other, tuple(boards))


def _seat_of(board: Board) -> int:
    player = board.first or board.second
    return (player.board or 0) if player else 0


def _match_half_points(mine: int, theirs: int) -> int:
    if mine == theirs:
        return DRAWN_MATCH
    return WON_MATCH if mine > theirs else 0

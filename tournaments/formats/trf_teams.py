"""Records of a Tournament Report File beside the players: teams, byes, penalties, national data."""

from dataclasses import dataclass, replace

from tournaments.formats import dates
from tournaments.formats.odd_lines import SEXES
from tournaments.formats.parsed import (
    LineUp,
    NationalRecord,
    ParsedPlayer,
    ParsedTeam,
    PointChange,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.points import half_points_of
from tournaments.formats.problems import ProblemLog
from tournaments.formats.trf_records import Source

CODES = frozenset(
    {
        "trf.record_unreadable",
        "trf.team_member_unknown",
        "trf.team_member_twice",
        "trf.team_number_twice",
        "trf.national_record_alone",
        "trf.bye_of_record",
        "trf.bye_contradicts",
    }
)

_BYES = {
    "F": (RoundKind.FULL_POINT_BYE, 2),
    "H": (RoundKind.HALF_POINT_BYE, 1),
    "Z": (RoundKind.ABSENT, 0),
}
_RESULT_MARKS = "WDLFHZ+-"
_MOST_TEAMS = 999


@dataclass(frozen=True, slots=True)
class TeamRecords:
    """What the records of a file say of its teams."""

    teams: tuple[ParsedTeam, ...]
    line_ups: tuple[LineUp, ...]
    byes: tuple[tuple[int, int], ...]
    bye_half_points: tuple[int, int] | None
    forfeits: tuple[tuple[str, int, int, int], ...]
    changes: tuple[PointChange, ...]


def read_teams(source: Source, players: list[ParsedPlayer], log: ProblemLog) -> TeamRecords:
    """Teams (310, or 013), line-ups (300), byes (320), forfeited matches (330), points (299)."""
    known = {player.number for player in players}
    teams = _teams(source, known, log)
    byes, bye_half_points = _team_byes(source, log)
    return TeamRecords(
        teams,
        _line_ups(source, log),
        byes,
        bye_half_points,
        _forfeits(source, log),
        _changes(source, log),
    )


def _teams(source: Source, known: set[int], log: ProblemLog) -> tuple[ParsedTeam, ...]:
    tag = "310" if source.of_teams.get("310") else "013"
    teams: dict[int, ParsedTeam] = {}
    owner: dict[int, int] = {}
    for index, (line, text) in enumerate(source.of_teams.get(tag, ())[:_MOST_TEAMS], start=1):
        number = _number(text[4:7]) if tag == "310" else index
        if number is None:
            log.warning("trf.record_unreadable", line, 5, tag=tag, text=text[4:40].strip())
            continue
        if number in teams:
            log.warning("trf.team_number_twice", line, 5, number=number)
            continue
        members = _numbers(text, 73 if tag == "310" else 36, line, tag, log)
        for member, column in members:
            if member not in known:
                log.warning("trf.team_member_unknown", line, column, number=member, team=number)
            elif owner.setdefault(member, number) != number:
                log.warning(
                    "trf.team_member_twice",
                    line,
                    column,
                    number=member,
                    team=number,
                    other_team=owner[member],
                )
        name = text[8:40] if tag == "310" else text[4:36]
        team = ParsedTeam(number, name.strip(), tuple(member for member, _ in members), line=line)
        if tag == "310":
            team = replace(
                team,
                short_name=text[41:46].strip(),
                strength=_number(text[47:53]),
                match_half_points=half_points_of(text[54:60].strip()),
                game_half_points=half_points_of(text[61:67].strip()),
                rank=_number(text[68:71]),
            )
        teams[number] = team
    return tuple(teams.values())


def _line_ups(source: Source, log: ProblemLog) -> tuple[LineUp, ...]:
    found = []
    for line, text in source.of_teams.get("300", ()):
        round_number, team = _number(text[4:7]), _number(text[8:11])
        if round_number is None or team is None:
            log.warning("trf.record_unreadable", line, 5, tag="300", text=text[4:40].strip())
            continue
        members = _numbers(text, 16, line, "300", log, zero=True)
        opponent = _number(text[12:15]) or 0
        found.append(LineUp(round_number, team, opponent, tuple(m for m, _ in members)))
    return tuple(found)


def _team_byes(
    source: Source, log: ProblemLog
) -> tuple[tuple[tuple[int, int], ...], tuple[int, int] | None]:
    found: list[tuple[int, int]] = []
    points = None
    for line, text in source.of_teams.get("320", ()):
        match, game = half_points_of(text[4:8].strip()), half_points_of(text[9:13].strip())
        if match is None or game is None:
            log.warning("trf.record_unreadable", line, 5, tag="320", text=text[4:40].strip())
            continue
        points = (match, game)
        for round_number, at in enumerate(range(14, len(text.rstrip()), 4), start=1):
            team = _number(text[at : at + 3])
            if team:
                found.append((round_number, team))
    return tuple(sorted(set(found))), points


def _forfeits(source: Source, log: ProblemLog) -> tuple[tuple[str, int, int, int], ...]:
    found = []
    for line, text in source.of_teams.get("330", ()):
        kind = text[4:6]
        numbers = [_number(text[at : at + 3]) for at in (7, 11, 15)]
        if kind not in ("+-", "-+", "--") or None in numbers:
            log.warning("trf.record_unreadable", line, 5, tag="330", text=text[4:40].strip())
            continue
        found.append((kind, numbers[0] or 0, numbers[1] or 0, numbers[2] or 0))
    return tuple(found)


def _changes(source: Source, log: ProblemLog) -> tuple[PointChange, ...]:
    found = []
    for line, text in source.of_teams.get("299", ()):
        kind = text[4:5].strip().upper()
        match, game = _signed(text[7:11]), _signed(text[13:17])
        round_text = text[19:22].strip()
        numbers = _numbers(text, 23, line, "299", log)
        if (
            match is None
            or game is None
            or not numbers
            or kind not in _RESULT_MARKS
            or (round_text and not _digits(round_text))
            or text[17:19].strip()
        ):
            log.warning("trf.record_unreadable", line, 5, tag="299", text=text[4:40].strip())
            continue
        found.append(
            PointChange(kind, match, game, int(round_text or 0), tuple(n for n, _ in numbers))
        )
    return tuple(found)


def apply_byes(
    source: Source, players: list[ParsedPlayer], rounds: int, log: ProblemLog, *, team: bool
) -> list[ParsedPlayer]:
    """Byes announced in records 240 for players whose own line has nothing in that round.

    A player's own entry is stronger; the two saying different things is noted. In a file of teams
    the numbers are those of teams, whose players' lines say all.
    """
    if team:
        return players
    at = {player.number: index for index, player in enumerate(players)}
    for line, text in source.of_teams.get("240", ()):
        known, round_number = _BYES.get(text[4:5].upper()), _number(text[6:9])
        if known is None or round_number is None:
            log.warning("trf.record_unreadable", line, 5, tag="240", text=text[4:40].strip())
            continue
        if not 1 <= round_number <= rounds:
            continue
        for number, column in _numbers(text, 10, line, "240", log):
            if number not in at:
                continue
            player = players[at[number]]
            entry = player.rounds[round_number - 1]
            if entry.column is None:
                log.note("trf.bye_of_record", line, column, number=number, round=round_number)
                kind, half_points = known
                written = RoundEntry(round_number, None, None, kind, half_points)
                changed = (*player.rounds[: round_number - 1], written)
                players[at[number]] = replace(player, rounds=changed + player.rounds[round_number:])
            elif entry.kind is not known[0]:
                log.note("trf.bye_contradicts", line, column, number=number, round=round_number)
    return players


def add_national(
    source: Source, players: list[ParsedPlayer], log: ProblemLog
) -> list[ParsedPlayer]:
    """National names, classes, ratings and numbers, each set at the player of its number."""
    found: dict[int, list[NationalRecord]] = {}
    numbers = {player.number for player in players}
    for line, text in source.national:
        number = int(text[4:8].strip())
        if number not in numbers:
            log.note("trf.national_record_alone", line, 5, number=number, tag=text[:3])
            continue
        found.setdefault(number, []).append(_national(text))
    if not found:
        return players
    return [
        replace(player, national=tuple(found[player.number])) if player.number in found else player
        for player in players
    ]


def _national(text: str) -> NationalRecord:
    birth, _ = dates.birth_date(text[69:79])
    return NationalRecord(
        federation=text[:3],
        name=text[14:47].strip(),
        sex=SEXES.get(text[9:10]),
        grade=text[10:13].strip(),
        rating=_number(text[48:52]),
        origin=text[53:56].strip(),
        number=text[57:68].strip(),
        birth=birth,
    )


def _numbers(
    text: str, start: int, line: int, tag: str, log: ProblemLog, *, zero: bool = False
) -> list[tuple[int, int]]:
    """Numbers in columns of four, five apart, from index `start`, each with its column from 1."""
    found = []
    for at in range(start, len(text), 5):
        word = text[at : at + 4].strip()
        if not word:
            continue
        if not _digits(word):
            log.warning("trf.record_unreadable", line, at + 1, tag=tag, text=word)
        elif int(word) or zero:
            found.append((int(word), at + 1))
    return found


def _signed(text: str) -> int | None:
    """Half-points with a sign; 0 where blank."""
    text = text.strip()
    half_points = half_points_of(text.removeprefix("-")) if text else 0
    if half_points is None:
        return None
    return -half_points if text.startswith("-") else half_points


def _number(text: str) -> int | None:
    text = text.strip()
    return (int(text) or None) if _digits(text) else None


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()

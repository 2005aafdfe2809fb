"""Writers of the Tournament Report File, TRF16 and TRF26, with a list of all that was adjusted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from tournaments.formats import cells
from tournaments.formats.parsed import (
    NationalRecord,
    ParsedEvent,
    ParsedPlayer,
    ParsedTeam,
    PartialDate,
    RoundKind,
)
from tournaments.formats.points import written_points
from tournaments.formats.problems import Problem, ProblemLog
from tournaments.formats.trf_records import CODE_TAGS, FIRST_ROUND

CODES = frozenset(
    {
        "write.name_cut",
        "write.title_cut",
        "write.entry_unknown",
        "write.not_in_trf16",
        "write.fide_id_filled",
        "write.fide_id_changed",
        "write.birth_filled",
        "write.sex_filled",
        "write.federation_filled",
    }
)

_NAME_WIDTH, _TEAM_WIDTH = 33, 32
_SCORING_CODES = {"P": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}


@dataclass(frozen=True, slots=True)
class Written:
    """A file and what it says otherwise than the event it was made of."""

    data: bytes
    adjustments: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """What the registry knows of a player in the file; None and empty where it does not."""

    fide_id: int | None = None
    birth: PartialDate | None = None
    sex: str | None = None
    federation: str = ""


def fill_from_registry(
    event: ParsedEvent, people: Mapping[int, KnownPerson]
) -> tuple[ParsedEvent, tuple[Problem, ...]]:
    """The event with what the registry knows of its players, by starting number; each change told.

    Blank fields are filled. A FIDE number that differs becomes the registry's, for a person has
    said who the player is; other differences stay as the file has them.
    """
    log = ProblemLog()
    players = []
    for player in event.players:
        known = people.get(player.number)
        players.append(_filled(player, known, log) if known else player)
    return replace(event, players=tuple(players)), log.problems()


def _filled(player: ParsedPlayer, known: KnownPerson, log: ProblemLog) -> ParsedPlayer:
    about: dict[str, str | int] = {"number": player.number, "name": player.name}
    if known.fide_id and player.fide_id != known.fide_id:
        code = "write.fide_id_changed" if player.fide_id else "write.fide_id_filled"
        log.warning(code, player.line, 58, fide_id=known.fide_id, before=player.fide_id, **about)
        player = replace(player, fide_id=known.fide_id)
    if known.birth and not player.birth:
        log.warning("write.birth_filled", player.line, 70, **about)
        player = replace(player, birth=known.birth)
    if known.sex and not player.sex:
        log.warning("write.sex_filled", player.line, 10, **about)
        player = replace(player, sex=known.sex)
    if known.federation and not player.federation:
        log.warning("write.federation_filled", player.line, 54, **about)
        player = replace(player, federation=known.federation)
    return player


def write_trf16(event: ParsedEvent) -> bytes:
    """The event as TRF16, without the list of adjustments; see `write_trf`."""
    return write_trf(event).data


def write_trf(
    event: ParsedEvent, *, version: int = 16, people: Mapping[int, KnownPerson] | None = None
) -> Written:
    """The event as TRF16 or TRF26: UTF-8 without byte order mark, columns in characters, CR LF.

    Reading it gives the same players, rounds, points and tournament data; TRF26 also teams,
    line-ups, penalties and national data. What the columns cannot hold is cut: names after 33
    characters, titles after 3. Every absence is written as `Z`. Declared rounds and other points
    than 1, ½, 0 go into `142` and `162` of TRF26, into the extensions `XXR` and `XXS` of TRF16.
    `people`: as for `fill_from_registry`.
    Raises ValueError for a number over 9999 or an entry without a mark in the format.
    """
    if version not in (16, 26):
        raise ValueError(f"version {version} of the format is not known")
    event, filled = fill_from_registry(event, people or {})
    log = ProblemLog()
    lines = [*_tournament(event, version)]
    lines += [_player(player, log) for player in event.players]
    if version == 26:
        lines += _trf26(event)
    else:
        lines += [_team_013(team) for team in event.teams]
        _tell_what_is_left_out(event, log)
    data = "".join(line.rstrip(" ") + "\r\n" for line in lines).encode("utf-8", "replace")
    return Written(data, filled + log.problems())


def _tournament(event: ParsedEvent, version: int) -> Iterator[str]:
    yield f"012 {_one_line(event.name)}"
    yield f"022 {_one_line(event.city)}"
    yield f"032 {_one_line(event.federation)}"
    yield f"042 {_written_date(event.starts_on)}"
    yield f"052 {_written_date(event.ends_on)}"
    yield f"062 {_or_blank(event.declared_players)}"
    yield f"072 {_or_blank(event.declared_rated)}"
    yield f"082 {_or_blank(event.declared_teams)}"
    yield f"092 {_one_line(event.type_text)}"
    yield f"102 {_one_line(event.chief_arbiter)}"
    yield from (f"112 {_one_line(name)}" for name in event.deputy_arbiters)
    yield f"122 {_one_line(event.time_control_text)}"
    if event.round_dates:
        days = "".join(
            f"{day:%y/%m/%d}".ljust(10) if day else " " * 10 for day in event.round_dates
        )
        yield "132".ljust(FIRST_ROUND) + days
    if event.declared_rounds is not None:
        yield f"{'142' if version == 26 else 'XXR'} {event.declared_rounds}"
    points = dict(event.scoring)
    if points and version == 26:
        letters = {"W": "W", "D": "D", "L": "L", "A": "Z", "P": "P"}
        yield "162  " + "    ".join(
            f"{letter}{written_points(points[mark]):>4}"
            for letter, mark in letters.items()
            if mark in points
        )
    usual = points.get("F") == points.get("W") and points.get("H") == points.get("D")
    if points and not (version == 26 and usual):
        pairs = (
            f"{_SCORING_CODES.get(mark, mark)}={written_points(n)}" for mark, n in event.scoring
        )
        yield "XXS " + " ".join(pairs)
    if version == 26:
        codes = dict(event.codes)
        yield from (f"{tag} {_one_line(codes[tag])}" for tag in CODE_TAGS if tag in codes)


def _player(player: ParsedPlayer, log: ProblemLog) -> str:
    if not 1 <= player.number <= 9999:
        raise ValueError(f"starting number {player.number} does not fit into four columns")
    name, title = _one_line(player.name), player.title or ""
    if len(name) > _NAME_WIDTH:
        log.warning("write.name_cut", player.line, 15, name=name, number=player.number)
    if len(title) > 3:
        log.warning("write.title_cut", player.line, 11, text=title, number=player.number)
    points = "" if player.half_points is None else written_points(player.half_points)
    head = (
        f"001 {player.number:4d} {player.sex or '':1.1}{title:>3.3} "
        f"{name[:_NAME_WIDTH]:{_NAME_WIDTH}} {_or_blank(player.rating):>4} "
        f"{player.federation:3.3} {_or_blank(player.fide_id):>11} {_birth(player.birth):10} "
        f"{points:>4} {_or_blank(player.rank):>4}"
    )
    for entry in player.rounds:
        if entry.opponent is None and entry.kind is RoundKind.PENDING:
            log.warning(
                "write.entry_unknown",
                player.line,
                entry.column,
                number=player.number,
                round=entry.round,
            )
    return head + "".join(cells.write_cell(entry) for entry in player.rounds)


def _trf26(event: ParsedEvent) -> Iterator[str]:
    """National data, teams, line-ups, byes, forfeits and points of TRF26."""
    for player in event.players:
        yield from (_national(player.number, record) for record in player.national)
    yield from (_team_310(team) for team in event.teams)
    for change in event.point_changes:
        match, game = _signed(change.match_half_points), _signed(change.game_half_points)
        numbers = " ".join(f"{number:4d}" for number in change.numbers)
        yield f"299 {change.kind:1}  {match:>4}  {game:>4}  {change.round:03d} {numbers}"
    for line_up in event.line_ups:
        members = " ".join(f"{n:4d}" if n else "0000" for n in line_up.members)
        yield f"300 {line_up.round:3d} {line_up.team:3d} {line_up.opponent:03d} {members}"
    if event.team_bye_half_points is not None:
        match, game = (written_points(n) for n in event.team_bye_half_points)
        left = list(event.team_byes)
        while left:
            row: dict[int, int] = {}
            for round_number, team in left:
                row.setdefault(round_number, team)
            left = [bye for bye in left if row[bye[0]] != bye[1]]
            teams = " ".join(f"{row.get(n, 0):03d}" for n in range(1, max(row) + 1))
            yield f"320 {match:>4} {game:>4} {teams}"
        if not event.team_byes:
            yield f"320 {match:>4} {game:>4}"
    for kind, round_number, white, black in event.forfeited_matches:
        yield f"330 {kind} {round_number:03d} {white:03d} {black:03d}"


def _national(number: int, record: NationalRecord) -> str:
    return (
        f"{record.federation:3.3} {number:4d} {record.sex or '':1.1}{record.grade:>3.3} "
        f"{_one_line(record.name)[:_NAME_WIDTH]:{_NAME_WIDTH}} {_or_blank(record.rating):>4} "
        f"{record.origin:3.3} {record.number:>11.11} {_birth(record.birth)}"
    )


def _team_013(team: ParsedTeam) -> str:
    members = " ".join(f"{number:4d}" for number in team.members)
    return f"013 {_one_line(team.name)[:_TEAM_WIDTH]:{_TEAM_WIDTH}}{members}"


def _team_310(team: ParsedTeam) -> str:
    match = "" if team.match_half_points is None else written_points(team.match_half_points)
    game = "" if team.game_half_points is None else written_points(team.game_half_points)
    members = " ".join(f"{number:4d}" for number in team.members)
    return (
        f"310 {team.number:3d} {_one_line(team.name)[:_TEAM_WIDTH]:{_TEAM_WIDTH}} "
        f"{_one_line(team.short_name)[:5]:5} {_or_blank(team.strength):>6} {match:>6} {game:>6} "
        f"{_or_blank(team.rank):>3}  {members}"
    )


def _tell_what_is_left_out(event: ParsedEvent, log: ProblemLog) -> None:
    """Records that only TRF26 has."""
    left_out = {
        "299": event.point_changes,
        "300": event.line_ups,
        "310": [team for team in event.teams if team.rank or team.match_half_points is not None],
        "320": event.team_byes,
        "330": event.forfeited_matches,
        "NRS": [player for player in event.players if player.national],
        **{tag: (value,) for tag, value in event.codes},
    }
    for tag, records in left_out.items():
        if records:
            log.note("write.not_in_trf16", group=tag, tag=tag)


def _birth(birth: PartialDate | None) -> str:
    return f"{birth.year:04d}/{birth.month or 0:02d}/{birth.day or 0:02d}" if birth else ""


def _signed(half_points: int) -> str:
    return ("-" if half_points < 0 else "") + written_points(abs(half_points))


def _written_date(day: date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


def _or_blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _one_line(value: str) -> str:
    """Without line ends and tabs, which would be read as something else."""
    for char in "\r\n\t\xa0":
        value = value.replace(char, " ")
    return value.strip()

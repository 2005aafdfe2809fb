"""FIDE's Tournament Report File: the reader of TRF06, TRF16 and TRF26.

One record a line, a tag in columns 1–3, fixed columns counted from 1. The reader takes every
deviation that real files show and says what it did; see `CODES` for all it may say.
"""

from tournaments.formats import text, trf_players, trf_records, trf_teams
from tournaments.formats.dates import possible_days
from tournaments.formats.parsed import ParsedEvent, ReadResult
from tournaments.formats.problems import ProblemLog, Severity

CODES = (
    frozenset({"file.is_vega", "file.not_a_tournament", "trf.no_players"})
    | trf_records.CODES
    | trf_players.CODES
    | trf_teams.CODES
)


def parse_trf(data: bytes, *, encoding: str | None = None, filename: str = "") -> ReadResult:
    """Read a TRF of any version; `encoding` overrules the guess.

    The problems are those of reading; what the entries say about each other is `check_event`'s.
    """
    log = ProblemLog()
    content = text.read_text(data, log, encoding=encoding, filename=filename)
    if content is None:
        return ReadResult(None, log.problems())
    event = parse_lines(content, log, filename=filename)
    problems = log.problems()
    if event is None:
        problems = tuple(problem for problem in problems if problem.severity is Severity.ERROR)
    return ReadResult(event, problems)


def looks_like_report(lines: tuple[str, ...]) -> bool:
    """Whether some line begins as the records of a report do."""
    return any(line.startswith(("001 ", "012 ", "001|", "001\t")) for line in lines)


def parse_lines(
    content: text.FileText, log: ProblemLog, *, filename: str = ""
) -> ParsedEvent | None:
    """The event of a decoded file, or None with an error in the log."""
    source = trf_records.sort_lines(content, log)
    if source is None:
        log.error("file.is_vega", filename=filename)
        return None
    if not source.players:
        recognised = {"012", "042"} & source.records.keys()
        log.error("trf.no_players" if recognised else "file.not_a_tournament", filename=filename)
        return None
    is_team = trf_records.is_team(source)
    scoring = trf_records.scoring(source)
    players, rounds = trf_players.read_players(
        source,
        log,
        by_bytes=content.encoding == "utf-8",
        team=is_team,
        pairing_bye=min(dict(scoring).get("P", 2), 2),
    )
    if not players:
        return None
    trf_records.check_last_line(source, content, log)
    if source.national:
        players = trf_teams.add_national(source, players, log)
    if source.of_teams:
        players = trf_teams.apply_byes(source, players, rounds, log, team=is_team)
    of_teams = trf_teams.read_teams(source, players, log)
    starts_on, ends_on = trf_records.event_dates(source, log)
    rounds_tag = "142" if "142" in source.records else "XXR"
    return ParsedEvent(
        format=trf_records.version(source),
        encoding=content.encoding,
        players=tuple(players),
        rounds=rounds,
        name=source.text("012"),
        city=trf_records.place_text(source, "022", log),
        federation=source.text("032"),
        starts_on=starts_on,
        possible_days=possible_days(source.text("042"), source.text("052")),
        ends_on=ends_on,
        declared_players=trf_records.count(source, "062", log),
        declared_rated=trf_records.count(source, "072", log),
        declared_teams=trf_records.count(source, "082", log),
        declared_rounds=trf_records.count(source, rounds_tag, log),
        type_text=source.text("092"),
        chief_arbiter=trf_records.place_text(source, "102", log),
        deputy_arbiters=tuple(source.deputies),
        time_control_text=source.text("122"),
        round_dates=trf_records.round_dates(source, starts_on, ends_on, log),
        is_team=is_team,
        teams=of_teams.teams,
        line_ups=of_teams.line_ups,
        team_byes=of_teams.byes,
        team_bye_half_points=of_teams.bye_half_points,
        forfeited_matches=of_teams.forfeits,
        scoring=scoring,
        point_changes=of_teams.changes,
        codes=tuple((tag, source.text(tag)) for tag in trf_records.CODE_TAGS if source.text(tag)),
        record_lines=tuple((tag, line) for tag, (line, _) in source.records.items()),
    )

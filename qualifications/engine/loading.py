"""Reads the edition folders once. What does not load names its file, table, row and cell.

A folder of `regulations/` is an edition. Every edition has the common files: `regulation.toml`
(head, `[thresholds]`, and where the scheme needs them `[coefficients]` and `[terms]`),
`articles.toml`, `readings.toml`, `errata.toml`; a copy of the text, where there is one, that the
head names as `source`; `ratings.toml` where ratings are computed. Its tables are the scheme's own.
To add a scheme:

1. `editions/<scheme>.py`: a frozen dataclass of the tables, `REQUIRED` (numbers of regulation.toml
   that the rules need) and `tables(reader, common)`, which reads `tables/*.toml` with
   `edition_files.Row` so that mistakes name their place;
2. a line in `editions.SCHEMES`, with the day of an event that names the edition;
3. `rules/<module>.py` with `assess(event, law)`, which gets its tables typed by
   `law.tables_as(ItsTables)`, and a line for each edition in `rules/__init__.py`;
4. `states/<module>.py` with the state of every rule and the choices of readings that the rules can
   follow, and a line for each edition in `registry.py`.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from .edition_files import Reader, RegulationError, Row, unique
from .editions import SCHEMES, Common
from .registry import READINGS_WRITTEN
from .regulation import (
    Article,
    Choice,
    Erratum,
    ErratumStatus,
    RatingRules,
    Reading,
    Regulation,
)

__all__ = [
    "EDITIONS",
    "NoEditionInForce",
    "RegulationError",
    "all_regulations",
    "load_editions",
    "load_regulation",
    "regulation_for",
    "regulation_for_event",
    "source_text",
]

EDITIONS = Path(__file__).resolve().parent.parent / "regulations"


class NoEditionInForce(LookupError):
    """No edition of the scheme covers the day."""

    def __init__(self, scheme: str, on: date) -> None:
        self.scheme, self.on = scheme, on
        super().__init__(f"no edition of {scheme} is in force on {on.isoformat()}")


def regulation_for(scheme: str, *, on: date) -> Regulation:
    """The edition of `scheme` in force on a day. Raises NoEditionInForce."""
    for law in all_regulations():
        if law.scheme == scheme and law.covers(on):
            return law
    raise NoEditionInForce(scheme, on)


def regulation_for_event(scheme: str, *, starts_on: date, ends_on: date) -> Regulation:
    """The edition that judges an event, by the day that the scheme names. Raises NoEditionInForce.

    FIDE judges by the first day of an event, the national schemes by the last one.
    """
    if scheme not in SCHEMES:
        raise NoEditionInForce(scheme, ends_on)
    first = SCHEMES[scheme].decided_by_day == "first_day"
    return regulation_for(scheme, on=starts_on if first else ends_on)


@cache
def all_regulations() -> tuple[Regulation, ...]:
    """Every edition, by scheme and date; read once. Raises RegulationError."""
    return load_editions(EDITIONS)


def source_text(law: Regulation) -> str:
    """The text of the regulation as received; empty where the edition keeps no copy."""
    if not law.source:
        return ""
    return EDITIONS.joinpath(law.edition, law.source).read_text(encoding="utf-8")


def load_editions(root: Path) -> tuple[Regulation, ...]:
    """The editions whose folders are in `root`. Raises RegulationError where two overlap, too."""
    folders = sorted(path.parent for path in root.glob("*/regulation.toml"))
    laws = sorted(map(load_regulation, folders), key=lambda law: (law.scheme, law.in_force_from))
    for older, newer in pairwise(laws):
        if older.scheme == newer.scheme and older.covers(newer.in_force_from):
            raise RegulationError(
                f"begins while {older.edition} is still in force",
                file=f"{newer.edition}/regulation.toml",
                cell="in_force_from",
            )
    return tuple(laws)


def load_regulation(folder: Path) -> Regulation:
    """One edition from its folder, checked. Raises RegulationError."""
    reader = Reader(folder)
    head = reader.document("regulation.toml")
    scheme = head.text("scheme")
    if scheme not in SCHEMES:
        raise head.wrong(f"there is no scheme {scheme}", "scheme")
    articles = _articles(reader)
    readings = _readings(reader, articles)
    errata = _errata(reader, articles, readings)
    until = head.get("in_force_until")
    if until is not None:
        until = head.day("in_force_until")
    if head.text("decided_by_day") != SCHEMES[scheme].decided_by_day:
        raise head.wrong(f"{SCHEMES[scheme].decided_by_day} is expected", "decided_by_day")
    for table, names in SCHEMES[scheme].required.items():
        part = head.part(table)
        for name in names:
            if name not in part.values:
                raise part.wrong("a number that the rules need is missing", name)
    source = head.text("source") if "source" in head.values else ""
    if source and not reader.has(source):
        raise head.wrong("the text of the regulation is missing", "source")
    common = Common(scheme, folder.name, articles, readings, errata)
    law = Regulation(
        edition=folder.name,
        scheme=scheme,
        title=head.text("title"),
        order=head.text("order"),
        in_force_from=head.day("in_force_from"),
        in_force_until=until,
        decided_by_day=SCHEMES[scheme].decided_by_day,
        articles=articles,
        readings=readings,
        errata=errata,
        scheme_tables=SCHEMES[scheme].tables(reader, common),
        thresholds=head.numbers("thresholds"),
        coefficients=head.decimals("coefficients") if "coefficients" in head.values else {},
        terms=head.numbers("terms") if "terms" in head.values else {},
        ratings=_ratings(reader, articles) if reader.has("ratings.toml") else (),
        source=source,
        digest=reader.digest(),
    )
    if law.in_force_until is not None and law.in_force_until < law.in_force_from:
        raise head.wrong("the edition ends before it begins", "in_force_until")
    return law


def _articles(reader: Reader) -> Mapping[str, Article]:
    rows = reader.document("articles.toml").rows("article", "id")
    unique(rows)
    found = {
        row.text("id"): Article(
            row.text("id"), row.text("place"), row.text("text"), row.text("summary")
        )
        for row in rows
    }
    return MappingProxyType(found)


def _readings(reader: Reader, articles: Mapping[str, Article]) -> Mapping[str, Reading]:
    rows = reader.document("readings.toml").rows("reading", "id")
    unique(rows)
    return MappingProxyType({row.text("id"): _reading(row, articles) for row in rows})


def _reading(row: Row, articles: Mapping[str, Article]) -> Reading:
    for cited in row.words("articles"):
        if cited not in articles:
            raise row.wrong(f"there is no {cited}", "articles")
    choices = tuple(Choice(item.text("key"), item.text("words")) for item in row.rows("choices"))
    in_force = row.text("in_force")
    if in_force not in {choice.key for choice in choices}:
        raise row.wrong(f"{in_force or 'nothing'} is not one of the choices", "in_force")
    if in_force not in READINGS_WRITTEN.get(row.text("id"), (in_force,)):
        raise row.wrong(f"the rules cannot be read as {in_force} yet", "in_force")
    return Reading(
        id=row.text("id"),
        question=row.text("question"),
        example=row.text("example"),
        articles=row.words("articles"),
        choices=choices,
        in_force=in_force,
        decided_by=row.text("decided_by"),
        decided_on=row.day("decided_on"),
    )


def _errata(
    reader: Reader, articles: Mapping[str, Article], readings: Mapping[str, Reading]
) -> Mapping[str, Erratum]:
    rows = reader.document("errata.toml").rows("erratum", "id")
    unique(rows)
    found = {}
    for row in rows:
        status = row.text("status")
        if status not in tuple(ErratumStatus):
            raise row.wrong("corrected or kept is expected", "status")
        if status == ErratumStatus.KEPT and row.text("used") != row.text("printed"):
            raise row.wrong("a suspected misprint is used as printed", "used")
        found[row.text("id")] = Erratum(
            id=row.text("id"),
            article=row.cites(articles),
            status=ErratumStatus(status),
            place=row.text("place"),
            printed=row.text("printed"),
            used=row.text("used"),
            reason=row.text("reason"),
            question=row.cites(readings, "question") if row.get("question") is not None else "",
        )
    return MappingProxyType(found)


def _ratings(reader: Reader, articles: Mapping[str, Article]) -> tuple[RatingRules, ...]:
    document = reader.document("ratings.toml")
    document.cites(articles)
    rows = document.rows("set")
    found: list[RatingRules] = []
    for row in rows:
        if row.text("rounding") != "half_away_from_zero_once_per_list":
            raise row.wrong("there is no such rounding", "rounding")
        rules = RatingRules(
            in_force_from=row.day("in_force_from"),
            factor_new=row.number("factor_new"),
            new_until_games=row.number("new_until_games"),
            factor=row.number("factor"),
            factor_strong=row.number("factor_strong"),
            strong_from=row.number("strong_from"),
            difference_limit=row.number("difference_limit"),
            list_months=row.whole_numbers("list_months"),
            list_day=row.number("list_day"),
            national_floor=row.number("national_floor"),
            first_games=row.number("first_games"),
            first_periods=row.number("first_periods"),
        )
        if found and rules.in_force_from <= found[-1].in_force_from:
            raise row.wrong("sets stand in the order of their dates", "in_force_from")
        found.append(rules)
    return tuple(found)

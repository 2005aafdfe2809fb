"""The dated parameters of the world federation's ratings."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeVar

from ..edition_files import Reader, Row
from ..fide_ratings.parameters import (
    Dated,
    Factors,
    FarApart,
    FideRatingTables,
    FirstRule,
    Junior,
    Known,
    LeastMinutes,
    Limit,
    Pace,
    Raised,
    RatingKind,
    Source,
    Sure,
)
from ..regulation import Article
from .common import Common, expected_score, performance

REQUIRED: Mapping[str, tuple[str, ...]] = {"thresholds": ("adult_age",)}
"""Numbers that the rules ask an edition of this scheme for."""
REASONS = ("strong", "junior", "new", "ordinary")
"""Why a player has the K that he has; `precedence` orders them."""

ValueT = TypeVar("ValueT")


def tables(reader: Reader, common: Common) -> FideRatingTables:
    """The tables and every dated parameter. Raises RegulationError."""
    document = reader.document("tables/ratings.toml")
    articles = common.articles

    def sets(name: str, value: Callable[[Row], ValueT], needs: str) -> tuple[Dated[ValueT], ...]:
        return _sets(document.rows(name), value, needs, articles)

    order = document.part("precedence")
    precedence = order.words("order")
    if sorted(precedence) != sorted(REASONS):
        raise order.wrong(f"{', '.join(REASONS)} are expected, each once", "order")
    sources = tuple(
        Source(row.text("key"), row.text("what"), row.text("url"))
        for row in document.rows("source", "key")
    )
    found = FideRatingTables(
        expected_score=expected_score(reader, articles),
        performance=performance(reader, articles),
        limits=sets("limit", _limit, "difference"),
        factors=sets("factor", _factors, "ordinary"),
        juniors=sets("junior", _junior, "until"),
        products=sets("product", lambda row: row.number("most"), "most"),
        factor_days=sets("factor_day", _word("decided_by", "list", "start"), "decided_by"),
        precedence=precedence,
        precedence_known=_known(order, articles),
        roundings=sets("rounded", _word("ties", "away_from_zero"), "ties"),
        floors=sets("floor", lambda row: row.number("value"), "value"),
        raised=tuple(_raised(row, articles) for row in document.rows("raised")),
        firsts=sets("first", _first, "games"),
        lists=sets("lists", _months, "months"),
        far_apart=sets("far_apart", _far_apart, "difference"),
        paces=sets("pace", _pace, "standard_from"),
        minutes=sets("minutes", _minutes, "strong"),
        sources=sources,
    )
    keys = {source.key for source in sources}
    cited = [found.precedence_known, *(one.known for one in found.raised)]
    cited += [one.known for every in found.every().values() for one in every]
    for source in (source for known in cited for source in known.sources):
        if source.partition(" ")[0] not in keys:
            raise document.wrong(f"there is no source {source}", "source")
    return found


def _sets(
    rows: list[Row],
    value: Callable[[Row], ValueT],
    needs: str,
    articles: Mapping[str, Article],
) -> tuple[Dated[ValueT], ...]:
    """The sets of one parameter; one without the cell `needs` was not found and says so."""
    found: list[Dated[ValueT]] = []
    for row in rows:
        known = _known(row, articles)
        absent = row.get(needs) is None
        if absent != (known.status is Sure.UNVERIFIED):
            raise row.wrong("a set has no numbers just where it is unverified", needs)
        since = row.day("since")
        one = Dated(
            since=since,
            earliest=_day(row, "earliest", since),
            latest=_day(row, "latest", since),
            kinds=_kinds(row),
            value=None if absent else value(row),
            known=known,
        )
        if not one.earliest <= one.since <= one.latest:
            raise row.wrong("earliest, since and latest stand in the order of time", "since")
        if one.earliest != one.latest and not known.note:
            raise row.wrong("a day that is not known for certain needs a note", "note")
        before = [other for other in found if set(other.kinds) & set(one.kinds)]
        if before and one.since <= before[-1].since:
            raise row.wrong("sets stand in the order of their dates", "since")
        found.append(one)
    return tuple(found)


def _known(row: Row, articles: Mapping[str, Article]) -> Known:
    status = row.text("status")
    if status not in tuple(Sure):
        raise row.wrong(f"one of {', '.join(Sure)} is expected", "status")
    if status == Sure.UNVERIFIED and not row.text("note"):
        raise row.wrong("what was not found says why", "note")
    return Known(row.cites(articles), Sure(status), row.words("sources"), row.text("note"))


def _kinds(row: Row) -> tuple[RatingKind, ...]:
    if row.get("kinds") is None:
        return tuple(RatingKind)
    words = row.words("kinds")
    if not words or not set(words) <= set(RatingKind):
        raise row.wrong(f"some of {', '.join(RatingKind)} are expected", "kinds")
    return tuple(map(RatingKind, words))


def _day(row: Row, cell: str, absent: date) -> date:
    return absent if row.get(cell) is None else row.day(cell)


def _optional(row: Row, cell: str) -> int | None:
    return None if row.get(cell) is None else row.number(cell)


def _truth(row: Row, cell: str) -> bool:
    value = row.get(cell)
    if value is not None and not isinstance(value, bool):
        raise row.wrong("true or false is expected", cell)
    return bool(value)


def _word(cell: str, *words: str) -> Callable[[Row], str]:
    def read(row: Row) -> str:
        if row.text(cell) not in words:
            raise row.wrong(f"one of {', '.join(words)} is expected", cell)
        return row.text(cell)

    return read


def _limit(row: Row) -> Limit:
    greatest = _word("games", "every", "greatest")(row) == "greatest"
    return Limit(row.number("difference"), greatest, _optional(row, "free_from"))


def _factors(row: Row) -> Factors:
    return Factors(
        new=row.number("new"),
        new_until_games=row.number("new_until_games"),
        ordinary=row.number("ordinary"),
        strong=row.number("strong"),
        strong_from=row.number("strong_from"),
    )


def _junior(row: Row) -> Junior:
    until = _word("until", "never", "birthday", "year")(row)
    if until == "never":
        return Junior(until, 0, 0)
    return Junior(until, row.number("factor"), row.number("below"))


def _months(row: Row) -> tuple[int, ...]:
    months = row.whole_numbers("months")
    if list(months) != sorted(set(months)) or not set(months) <= set(range(1, 13)):
        raise row.wrong("months from 1 to 12 in their order are expected", "months")
    return months


def _first(row: Row) -> FirstRule:
    unit = "months"
    if row.get("pooling") is not None:
        unit = _word("pooling_unit", "months", "periods")(row)
    every = row.get("asked_of") is not None and _word("asked_of", "first", "every")(row) == "every"
    return FirstRule(
        games=row.number("games"),
        pooling=_optional(row, "pooling"),
        pooling_unit=unit,
        least_rated=_optional(row, "least_rated") or 0,
        least_half_points=_optional(row, "least_half_points") or 0,
        every_event=every,
        half_point=row.number("half_point"),
        added_opponents=_optional(row, "added_opponents") or 0,
        added_rating=_optional(row, "added_rating") or 0,
        highest=_optional(row, "highest"),
        round_robin=_truth(row, "round_robin"),
        zero_open=_truth(row, "zero_open"),
    )


def _far_apart(row: Row) -> FarApart:
    difference = row.number("difference")
    return FarApart(difference, row.number("above") if difference else 0)


def _pace(row: Row) -> Pace:
    return Pace(row.number("standard_from"), row.number("rapid_from_seconds"))


def _minutes(row: Row) -> LeastMinutes:
    return LeastMinutes(
        strong_from=row.number("strong_from"),
        strong=row.number("strong"),
        middle_from=row.number("middle_from"),
        middle=row.number("middle"),
        weak=row.number("weak"),
        first_moves=row.number("first_moves"),
        exactly=_truth(row, "exactly"),
    )


def _raised(row: Row, articles: Mapping[str, Article]) -> Raised:
    return Raised(
        on=row.day("on"),
        kinds=_kinds(row),
        lowest=row.number("lowest"),
        target=row.number("target"),
        numerator=row.number("numerator"),
        denominator=row.number("denominator"),
        known=_known(row, articles),
    )

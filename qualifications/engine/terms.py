"""How long a grade and a candidate point last: one function per passage of the text."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from .facts import LedgerFact, LedgerKind
from .measures_ua_titles import kmsu_term_name
from .quantities import add_years
from .regulation import Regulation

LADDER = (
    "ua.gm",
    "ua.msu",
    "ua.kmsu",
    "ua.rank_1",
    "ua.rank_2",
    "ua.rank_3",
    "ua.youth_1",
)
"""Grades from the highest down."""
GM, MSU, KMSU, RANK_1, RANK_2, RANK_3, YOUTH_1 = LADDER
PLACE = {grade: place for place, grade in enumerate(LADDER)}
CANDIDATE_POINT = "ua.candidate_point"

FOR_LIFE, NO_TERM, DATED, NONE = "for_life", "no_term", "dated", "none"
WHILE_EXEMPT = "while_exempt"


@dataclass(frozen=True, slots=True)
class Holding:
    """A grade that a player holds."""

    grade: str
    since: date
    """First day without a break."""
    until: date | None
    term: str
    basis: tuple[int, ...]
    as_good_since: date
    """First day of holding this grade or a higher one without a break."""
    raised: bool = False
    """A higher grade was made on top of it: it comes back only if that one is revoked."""

    def covers(self, on: date) -> bool:
        return self.since <= on and (self.until is None or on <= self.until)


@dataclass(frozen=True, slots=True)
class Point:
    """A candidate point."""

    until: date
    key: int
    earned_on: date


@dataclass(frozen=True, slots=True)
class Move:
    """A move to a lower grade that happened by law and that no decree has confirmed."""

    day: date
    """First day of the lower grade: the last day of the event that caused it."""
    grade: str
    becomes: str
    article: str
    basis: tuple[int, ...]
    """Keys of the results of the series, the last one that of the event that caused it."""


def grade_of(entry: LedgerFact) -> str:
    """The grade of the ladder that an entry names. Raises ValueError for another one."""
    if entry.grade not in PLACE:
        raise ValueError(f"entry {entry.key}: {entry.grade} is not a grade of the ladder")
    return entry.grade


def granted(entry: LedgerFact, old: Holding | None, law: Regulation) -> Holding:
    """The holding after an award: a new one, or the old one with a longer term.

    `since` among the details of an award taken over from a card is the day since which the grade
    had been held without a break by then.
    """
    grade, day = grade_of(entry), entry.effective_on
    if old is not None and old.covers(day):
        return extended(entry, old, law)
    term, years = term_of(entry, grade, law)
    until = None if years is None else last_day(day, years, law)
    since = min(day, day_among(entry, "since") or day)
    return Holding(grade, since, until, term, (entry.key,), as_good_since=since)


def extended(entry: LedgerFact, old: Holding, law: Regulation) -> Holding:
    """The holding after a confirmation.

    UA.CONF.2d: Після підтвердження розряду в коловому турнірі або турнірі за швейцарською системою
    - розряд діє 3 роки

    A new term from the day, which does not shorten the one that runs (UA.Q19).
    """
    term, years = term_of(entry, old.grade, law)
    until = None if years is None else last_day(entry.effective_on, years, law)
    basis = old.basis if entry.key in old.basis else (*old.basis, entry.key)
    longer = until is None or (old.until is not None and old.until < until)
    replaces = old.until is not None and law.reading("UA.Q19") == "replaced"
    if longer or replaces:
        return replace(old, until=until, term=term, basis=basis)
    return replace(old, basis=basis)


def term_of(entry: LedgerFact, grade: str, law: Regulation) -> tuple[str, int | None]:
    """Kind of the term that an entry gives to a grade, and its years.

    UA.CONF.6a: І, II, III розряди дійсні протягом трьох років
    UA.CONF.6h: IV (юнацький) розряд не вимагає підтвердження

    Titles are for life.
    """
    if entry.kind is LedgerKind.LIFETIME_GRANTED or grade in (GM, MSU):
        return FOR_LIFE, None
    if grade == YOUTH_1:
        return NO_TERM, None
    if grade == KMSU:
        return DATED, law.terms[kmsu_term(entry)]
    return DATED, law.terms["rank"]


def kmsu_term(entry: LedgerFact) -> str:
    """Name of the term of a KMSU, by the `system`, `games` and `rounds` of the event behind it.

    UA.CONF.2a: Звання КМСУ при виконанні у командному змаганні з 7 турів діє 1 рік
    UA.CONF.2b: при виконанні в змаганні з 9 турів - 2 роки
    UA.CONF.2c: якщо зіграно 10 або більше партій — З роки

    Eight rounds count as seven (UA.Q19); every other event gives the ordinary term.
    """
    system, rounds, games = (entry.details.get(key) for key in ("system", "rounds", "games"))
    return kmsu_term_name(
        str(system),
        rounds if isinstance(rounds, int) else None,
        games if isinstance(games, int) else None,
    )


def last_day(effective_on: date, years: int, law: Regulation) -> date:
    """Last valid day of a term: the anniversary, which is included (UA.Q16)."""
    anniversary = add_years(effective_on, years)
    if law.reading("UA.Q16") == "anniversary_included":
        return anniversary
    return anniversary - timedelta(days=1)


def candidate_points(
    points: tuple[Point, ...], entry: LedgerFact, law: Regulation
) -> tuple[Point, ...]:
    """The points after one more, the earliest to expire first.

    UA.CONF.5a: Шахістам І розряду фіксується не більше двох кандидатських балів
    UA.CONF.5b: кожний з яких діє три роки з моменту виконання норми

    Of three the two that expire last are kept, or the new one is ignored (UA.Q24). They count while
    the I rank is in force.
    """
    day = entry.effective_on
    new = Point(last_day(day, law.terms["candidate_point"], law), entry.key, day)
    running = tuple(point for point in points if day <= point.until)
    most = law.thresholds["candidate_points"]
    if len(running) >= most and law.reading("UA.Q24") == "ignore_new":
        return running
    return tuple(sorted((*running, new), key=lambda point: point.until))[-most:]


def points_after_failure(points: tuple[Point, ...], on: date, law: Regulation) -> tuple[Point, ...]:
    """The points that a failure of a first rank leaves.

    UA.CONF.5c: За кожний неуспіх першорозрядника з нього знімається один бал

    The one that expires first goes, or the one earned last (UA.Q23).
    """
    valid = tuple(point for point in points if on <= point.until)
    if law.reading("UA.Q23") == "expires_first":
        return valid[1:]
    latest = max(valid, key=lambda point: (point.earned_on, point.until), default=None)
    return tuple(point for point in valid if point is not latest)


def points_of_the_move(day: date, key: int, law: Regulation) -> tuple[Point, Point]:
    """The two points of a candidate master who is moved to the first rank on a day.

    UA.CONF.4c: При переводі КМСУ у І розряд з двома балами, термін дії І балу - 3 роки, II балу - 6
    років
    """
    first, second = law.terms["demotion_first_point"], law.terms["demotion_second_point"]
    return (
        Point(last_day(day, first, law), key, day),
        Point(last_day(day, second, law), key, day),
    )


def cut(holding: Holding, on: date) -> Holding:
    """A holding that ends on the day before."""
    day_before = on - timedelta(days=1)
    until = day_before if holding.until is None else min(holding.until, day_before)
    return replace(holding, until=until, term=DATED)


def day_among(entry: LedgerFact, key: str) -> date | None:
    """A day among the details, written YYYY-MM-DD; None where there is none."""
    value = entry.details.get(key)
    return date.fromisoformat(value) if isinstance(value, str) else None

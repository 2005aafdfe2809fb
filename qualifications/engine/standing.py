"""What a player holds on a day, computed from the ledger. Expiry is never written: it follows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

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
CANDIDATE_POINT = "ua.candidate_point"

FOR_LIFE, NO_TERM, DATED, NONE = "for_life", "no_term", "dated", "none"


@dataclass(frozen=True, slots=True)
class Standing:
    grade: str | None
    """Highest grade in force on the day; None without one."""
    since: date | None
    """First day of holding it without a break."""
    valid_until: date | None
    """Last valid day; None where the term is not dated."""
    term: str
    """`dated`, `no_term`, `for_life`, or `none` without a grade."""
    candidate_points: tuple[date, ...]
    """Last valid days, the earliest first; at most two."""
    last_grade: str | None
    """Without a grade in force: the one held last."""
    last_grade_until: date | None
    basis: tuple[int, ...]
    """Keys of the entries that the grade and the points rest on, in the order of their dates."""


@dataclass(frozen=True, slots=True)
class _Holding:
    grade: str
    since: date
    until: date | None
    term: str
    basis: tuple[int, ...]

    def covers(self, on: date) -> bool:
        return self.since <= on and (self.until is None or on <= self.until)


@dataclass(frozen=True, slots=True)
class _Point:
    until: date
    key: int


def standing_on(
    entries: Iterable[LedgerFact],
    *,
    on: date,
    law: Regulation,
    known_at: datetime | None = None,
) -> Standing:
    """Standing at the end of a day, from the entries of one player known at a moment.

    Acts make a grade; assessed facts do not, except candidate points. What failures change is not
    followed yet (see `registry.NOT_YET_WRITTEN`). Raises ValueError for a grade that is not of the
    ladder and for a demotion.
    """
    entries = [entry for entry in entries if known_at is None or entry.recorded_at <= known_at]
    valid = sorted(
        (entry for entry in _without_voided(entries) if entry.effective_on <= on),
        key=lambda entry: (entry.effective_on, entry.recorded_at, entry.key),
    )
    held: dict[str, _Holding] = {}
    ended: list[_Holding] = []
    points: tuple[_Point, ...] = ()
    for entry in valid:
        if entry.kind is LedgerKind.DEMOTED:
            raise ValueError(f"entry {entry.key}: a demotion cannot be followed yet")
        if _is_candidate_point(entry):
            points = candidate_points(points, entry, law)
        elif entry.kind in (LedgerKind.AWARDED, LedgerKind.CONFIRMED, LedgerKind.LIFETIME_GRANTED):
            new = granted(entry, held.get(_grade_of(entry)), law)
            if (old := held.get(new.grade)) and old.since != new.since:
                ended.append(old)
            held[new.grade] = new
        elif entry.kind is LedgerKind.REVOKED:
            revoked = list(held) if entry.grade is None else [_grade_of(entry)]
            for grade in [grade for grade in revoked if grade in held]:
                ended.append(_cut(held.pop(grade), entry))
    return _standing(held, ended, points, on)


def _standing(
    held: dict[str, _Holding], ended: list[_Holding], points: tuple[_Point, ...], on: date
) -> Standing:
    in_force = [held[grade] for grade in LADDER if grade in held and held[grade].covers(on)]
    if not in_force:
        over = [holding for holding in (*ended, *held.values()) if holding.until is not None]
        last = max(
            over,
            key=lambda h: (h.until or date.min, -LADDER.index(h.grade)),
            default=None,
        )
        return Standing(
            grade=None,
            since=None,
            valid_until=None,
            term=NONE,
            candidate_points=(),
            last_grade=last.grade if last else None,
            last_grade_until=last.until if last else None,
            basis=(),
        )
    best = in_force[0]
    counted = [point for point in points if best.grade == "ua.rank_1" and on <= point.until]
    return Standing(
        grade=best.grade,
        since=best.since,
        valid_until=best.until,
        term=best.term,
        candidate_points=tuple(point.until for point in counted),
        last_grade=None,
        last_grade_until=None,
        basis=(*best.basis, *(point.key for point in counted)),
    )


def _without_voided(entries: list[LedgerFact]) -> list[LedgerFact]:
    """Voided entries vanish as if they had never been; a voiding entry can itself be voided."""
    voided: set[int] = set()
    for entry in sorted(entries, key=lambda entry: (entry.recorded_at, entry.key), reverse=True):
        if entry.kind is LedgerKind.VOIDED and entry.voids is not None and entry.key not in voided:
            voided.add(entry.voids)
    return [entry for entry in entries if entry.key not in voided]


def _is_candidate_point(entry: LedgerFact) -> bool:
    return entry.kind is LedgerKind.CANDIDATE_POINT_EARNED or (
        entry.kind is LedgerKind.AWARDED and entry.grade == CANDIDATE_POINT
    )


def _grade_of(entry: LedgerFact) -> str:
    if entry.grade not in LADDER:
        raise ValueError(f"entry {entry.key}: {entry.grade} is not a grade of the ladder")
    return entry.grade


def granted(entry: LedgerFact, old: _Holding | None, law: Regulation) -> _Holding:
    """The holding after an award or a confirmation.

    UA.CONF.2d: Після підтвердження розряду в коловому турнірі або турнірі за швейцарською системою
    - розряд діє 3 роки

    A new term from the day, which does not shorten the one that runs (UA.Q19).
    """
    grade = _grade_of(entry)
    term, years = term_of(entry, law)
    if entry.kind is LedgerKind.LIFETIME_GRANTED:
        term, years = FOR_LIFE, None
    until = None if years is None else last_day(entry.effective_on, years, law)
    if old is None or not old.covers(entry.effective_on):
        return _Holding(grade, entry.effective_on, until, term, (entry.key,))
    longer = until is None or (old.until is not None and old.until < until)
    replaces = old.until is not None and law.reading("UA.Q19") == "replaced"
    if longer or replaces:
        return replace(old, until=until, term=term, basis=(*old.basis, entry.key))
    return replace(old, basis=(*old.basis, entry.key))


def _cut(holding: _Holding, entry: LedgerFact) -> _Holding:
    day_before = entry.effective_on - timedelta(days=1)
    until = day_before if holding.until is None else min(holding.until, day_before)
    return replace(holding, until=until, term=DATED)


def term_of(entry: LedgerFact, law: Regulation) -> tuple[str, int | None]:
    """Kind of the term of the grade that an entry gives, and its years.

    UA.CONF.6a: І, II, III розряди дійсні протягом трьох років
    UA.CONF.6h: IV (юнацький) розряд не вимагає підтвердження

    Titles are for life.
    """
    grade = _grade_of(entry)
    if grade in ("ua.gm", "ua.msu"):
        return FOR_LIFE, None
    if grade == "ua.youth_1":
        return NO_TERM, None
    if grade == "ua.kmsu":
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
    points: tuple[_Point, ...], entry: LedgerFact, law: Regulation
) -> tuple[_Point, ...]:
    """The points after one more, the earliest to expire first.

    UA.CONF.5a: Шахістам І розряду фіксується не більше двох кандидатських балів
    UA.CONF.5b: кожний з яких діє три роки з моменту виконання норми

    Of three the two that expire last are kept, or the new one is ignored (UA.Q24). They count while
    the I rank is in force.
    """
    new = _Point(last_day(entry.effective_on, law.terms["candidate_point"], law), entry.key)
    running = tuple(point for point in points if entry.effective_on <= point.until)
    most = law.thresholds["candidate_points"]
    if len(running) >= most and law.reading("UA.Q24") == "ignore_new":
        return running
    return tuple(sorted((*running, new), key=lambda point: point.until))[-most:]

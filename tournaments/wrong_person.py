"""Signs that a result stands behind the wrong person: facts in, findings out.

Nothing here reads a database or counts with fractions: scores are hundredths of a point, as in the
table of expected scores. Each finding is a warning, never a refusal; a person says why it is right,
or takes somebody else.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from federation.naming import Birth
from tournaments.formats.problems import Problem, Scalar, Severity

LEAST_GAMES = 5
"""With fewer games against known coefficients a performance says nothing."""
PERFORMANCE_TIMES = 3
"""How many usual deviations a score may lie from the expected one. The usual deviation of one game
is 0.4 of a point (a third of the games drawn), of n games 0.4 times the root of n: with nine games
the border lies at 3.6 points."""
RATING_GAP = 300
"""How far the rating of the file may lie from the nearest figure of the registry."""
LEAST_OF_REGION, OUTSIDERS_IN = 8, 20
"""From how many people with a known region a field can be one region's, and one of how many may
come from elsewhere and still be told apart."""
AGE_TOLERANCE = 1
"""Years by which the ways of counting an age limit differ: by the day, or by the year."""
STUDENTS = (17, 25)


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """Another individual tournament with a day in common."""

    number: int
    name: str
    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True)
class Known:
    """What the registry knows of a person on the first day. Empty and None are not known."""

    player: int
    name: str
    sex: str = ""
    birth: Birth | None = None
    federation: str = ""
    fide_id: int | None = None
    region: int | None = None
    region_name: str = ""
    coefficient: int | None = None
    ratings: tuple[int, ...] = ()
    """Of other lists, the FIDE list first."""
    titles: frozenset[str] = frozenset()
    """FIDE titles in capitals."""
    elsewhere: tuple[OtherEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What the file says of a player."""

    number: int
    name: str
    line: int | None = None
    sex: str = ""
    birth: Birth | None = None
    federation: str = ""
    fide_id: int | None = None
    title: str = ""
    rating: int | None = None
    games: tuple[tuple[int, int], ...] = ()
    """Games over the board: starting number of the opponent, half-points."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The tournament around a person."""

    starts_on: date
    ends_on: date
    women: bool = False
    under: int | None = None
    """The age limit of a youth event."""
    students: bool = False
    expected: tuple[tuple[int | None, int, int], ...] = ()
    """Rows of the law's table: highest difference, hundredths of the higher and of the lower."""
    difference_limit: int | None = None
    coefficients: Mapping[int, int] = field(default_factory=dict)
    """By starting number, of everybody who has one."""
    region: int | None = None
    """The one region of the field, where it is of one region."""
    region_name: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sign, and who else may be meant."""

    problem: Problem
    number: int
    player: int
    """The chosen person whom it is about."""
    instead: int | None = None
    """A person of the registry who shows no such sign."""


TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
IMPLIED = {
    "GM": frozenset(TITLES),
    "IM": frozenset(("IM", "FM", "WIM", "CM", "WFM", "WCM")),
    "WGM": frozenset(("WGM", "WIM", "WFM", "WCM")),
    "FM": frozenset(("FM", "CM", "WFM", "WCM")),
    "WIM": frozenset(("WIM", "WFM", "WCM")),
    "CM": frozenset(("CM", "WCM")),
    "WFM": frozenset(("WFM", "WCM")),
    "WCM": frozenset(("WCM",)),
}
"""Titles that whoever has one may be written with."""


def expected_of(difference: int, frame: Frame) -> int:
    """Expected score of one game in hundredths; `difference` is own less opponent's."""
    limit = frame.difference_limit
    used = difference if limit is None else max(-limit, min(limit, difference))
    for highest, higher, lower in frame.expected:
        if highest is None or abs(used) <= highest:
            return higher if used >= 0 else lower
    raise AssertionError("the last row of the table has no upper end")


def field_region(people: Iterable[Known]) -> tuple[int, str] | None:
    """The region of (nearly) everybody whose region is known; None for a mixed field."""
    found = [(one.region, one.region_name) for one in people if one.region is not None]
    if len(found) < LEAST_OF_REGION:
        return None
    ((region, name), most), *_rest = Counter(found).most_common(1)
    outsiders = len(found) - most
    return (region, name) if region and outsiders <= max(1, len(found) // OUTSIDERS_IN) else None


def signs(said: Said, known: Known, frame: Frame) -> list[Problem]:
    """Everything that speaks against `known` being the player of the file, in a fixed order."""
    found = [
        *_elsewhere(known),
        *_of_the_event(known, frame),
        *_of_the_file(said, known),
        *_performance(said, known, frame),
        *_region(known, frame),
    ]
    who: dict[str, Scalar] = {"number": said.number, "name": known.name, "player": known.player}
    return [
        Problem(code, Severity.WARNING, said.line, params={**who, **params})
        for code, params in found
    ]


def find(
    entries: Sequence[tuple[Said, Known]],
    frame: Frame,
    others: Mapping[int, Sequence[Known]],
    owners: Mapping[int, int],
) -> list[Finding]:
    """Findings of all entries with a chosen person.

    `others` are by starting number the people of the registry who may be meant as well, the best
    first; the first without the same sign is proposed. `owners` are by FIDE number who has it.
    """
    found = []
    for said, known in entries:
        for problem in signs(said, known, frame):
            instead = next(
                (
                    other.player
                    for other in others.get(said.number, ())
                    if other.player != known.player
                    and problem.code not in {p.code for p in signs(said, other, frame)}
                ),
                None,
            )
            found.append(Finding(problem, said.number, known.player, instead))
        owner = owners.get(said.fide_id) if said.fide_id is not None else None
        if owner is not None and owner != known.player:
            found.append(_fide_number_of_another(said, known, owner))
    return found


def same_tournament(
    entries: Collection[tuple[Said, Known]],
) -> tuple[OtherEvent, int] | None:
    """Another tournament of the same days in which at least half of the people play.

    Rather than everybody in two places, that is one tournament registered twice.
    """
    counts = Counter(other for _said, known in entries for other in known.elsewhere)
    for other, count in counts.most_common(1):
        if count >= 4 and 2 * count >= len(entries):
            return other, count
    return None


def without_event(known: Known, number: int) -> Known:
    """The same person, the other tournament left out."""
    return replace(known, elsewhere=tuple(e for e in known.elsewhere if e.number != number))


Found = Iterator[tuple[str, dict[str, Scalar]]]


def _elsewhere(known: Known) -> Found:
    for other in known.elsewhere:
        yield (
            "person.two_places",
            {
                "event": other.name,
                "event_number": other.number,
                "from": f"{other.starts_on:%d.%m.%Y}",
                "to": f"{other.ends_on:%d.%m.%Y}",
            },
        )


def _of_the_event(known: Known, frame: Frame) -> Found:
    if frame.women and known.sex == "m":
        yield "person.man_in_womens_event", {}
    if known.birth is None:
        return
    age = frame.starts_on.year - known.birth.year
    told: dict[str, Scalar] = {"year": known.birth.year}
    if frame.under is not None and age >= frame.under + AGE_TOLERANCE:
        yield "person.too_old", {**told, "under": frame.under}
    youngest, oldest = STUDENTS[0] - AGE_TOLERANCE, STUDENTS[1] + AGE_TOLERANCE
    if frame.students and not youngest <= age <= oldest:
        yield "person.no_student", told
    if known.birth.year > frame.starts_on.year - 4:
        yield "person.too_young", told


def _of_the_file(said: Said, known: Known) -> Found:
    if said.sex and known.sex and said.sex != known.sex:
        yield "person.sex_differs", {}
    if said.birth and known.birth and _births_differ(said.birth, known.birth):
        yield "person.birth_differs", {"said": said.birth.text, "known": known.birth.text}
    if said.federation and known.federation and said.federation != known.federation:
        yield "person.federation_differs", {"said": said.federation, "known": known.federation}
    if said.fide_id is not None and known.fide_id is not None and said.fide_id != known.fide_id:
        yield "person.fide_number_differs", {"said": said.fide_id, "known": known.fide_id}
    title = said.title
    if title in TITLES and not any(title in IMPLIED[own] for own in known.titles & set(TITLES)):
        yield "person.title_unknown", {"title": title}
    figures = (*known.ratings, *((known.coefficient,) if known.coefficient else ()))
    if said.rating and figures:
        nearest = min(figures, key=lambda figure: abs(figure - (said.rating or 0)))
        if abs(nearest - said.rating) > RATING_GAP:
            yield "person.rating_far", {"said": said.rating, "known": nearest}


def _births_differ(one: Birth, other: Birth) -> bool:
    """Whether what both say differs; what only one says is no difference."""
    return any(a != b for a, b in zip(one, other, strict=True) if a is not None and b is not None)


def _performance(said: Said, known: Known, frame: Frame) -> Found:
    if known.coefficient is None or not frame.expected:
        return
    met = [
        (frame.coefficients[opponent], half_points)
        for opponent, half_points in said.games
        if opponent in frame.coefficients
    ]
    games = len(met)
    if games < LEAST_GAMES:
        return
    score = sum(50 * half_points for _opponent, half_points in met)
    expected = sum(expected_of(known.coefficient - opponent, frame) for opponent, _ in met)
    if (score - expected) ** 2 > PERFORMANCE_TIMES**2 * 1600 * games:  # (0.4 × 100)² a game
        yield (
            "person.performance_far",
            {
                "games": games,
                "score": _points(score),
                "expected": _points(expected),
                "coefficient": known.coefficient,
            },
        )


def _points(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _region(known: Known, frame: Frame) -> Found:
    if frame.region is not None and known.region not in (None, frame.region):
        yield "person.region_far", {"region": known.region_name, "field": frame.region_name}


def _fide_number_of_another(said: Said, known: Known, owner: int) -> Finding:
    params: dict[str, Scalar] = {
        "number": said.number,
        "name": known.name,
        "player": known.player,
        "fide_id": said.fide_id,
        "owner": owner,
    }
    problem = Problem("person.fide_number_of_another", Severity.WARNING, said.line, params=params)
    return Finding(problem, said.number, known.player, owner)

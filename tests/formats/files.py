"""Small files made by hand for the tests of the readers."""

from tournaments.formats.problems import Problem
from tournaments.formats.reading import read_file
from tournaments.wording import problem_message

HEADER = (
    "012 Кубок Лебедина",
    "022 Лебедин",
    "032 UKR",
    "042 2025/03/03",
    "052 2025/03/05",
    "062 4",
    "092 Individual: Swiss-System",
    "102 Озерянський, Захар",
)
FIRST = len(HEADER) + 1
"""Line of the first player in a file of `HEADER` and players."""


def line(
    number: int | str,
    *rounds: str,
    name: str = "",
    sex: str = "m",
    title: str = "",
    rating: str = "2000",
    federation: str = "UKR",
    fide_id: str = "",
    birth: str = "1990/01/02",
    points: str = "",
    rank: str = "",
) -> str:
    """A `001` line; each round is eight columns such as `   2 w 1`."""
    name = name or f"Player{number}, Test"
    head = (
        f"001 {number:>4} {sex:1}{title:>3} {name:33} {rating:>4} {federation:3} {fide_id:>11} "
        f"{birth:10} {points:>4} {rank:>4}"
    )
    return head + "".join("  " + entry for entry in rounds)


def four(**changes: str) -> list[str]:
    """Four players, two rounds, all right; `p3="…"` replaces the line of player 3."""
    lines = {
        "p1": line(1, "   3 w 1", "   2 b =", points="1.5", rank="1"),
        "p2": line(2, "   4 b 1", "   1 w =", points="1.5", rank="2"),
        "p3": line(3, "   1 b 0", "   4 w 1", points="1.0", rank="3"),
        "p4": line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4"),
    }
    return list((lines | changes).values())


def trf(*players: str, header: tuple[str, ...] = HEADER, end: str = "\n") -> bytes:
    return "".join(text + end for text in (*header, *players)).encode()


Place = tuple[str, str, int | None, int | None]


def places(problems: tuple[Problem, ...]) -> list[Place]:
    """Severity, code, line, column of each problem; each must have a sentence as well."""
    for problem in problems:
        assert problem_message(problem)
    return [(p.severity.value, p.code, p.line, p.column) for p in problems]


def problems_of(data: bytes, **options: object) -> list[Place]:
    return places(read_file(data, **options).problems)  # type: ignore[arg-type]

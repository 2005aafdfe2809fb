"""python -m bench.reading: how fast files are read, against cutting them into columns alone.

Needs no database: the readers are pure.
"""

import io
import tempfile
from itertools import pairwise
from pathlib import Path
from random import Random

from bench.timing import best, say
from tests.formats.test_lists import XML, combined, fide
from tests.samples import swiss
from tournaments.formats.problems import ProblemLog
from tournaments.formats.rating_lists import open_list
from tournaments.formats.reading import read_file
from tournaments.formats.report_write import write_crosstable
from tournaments.formats.trf_write import write_trf

LIST_ROWS = 300_000
_CUTS = (0, 15, 76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132, 136, 139, 145, 149, 152, 158, 162)


def run() -> None:
    for players, rounds in ((43, 9), (284, 7)):
        reports(players, rounds)
    workbook()
    fide_list()
    xml_list()


def reports(players: int, rounds: int) -> None:
    """Checked lines a second of reports of one size, and the same lines cut and nothing else."""
    files = [write_trf(swiss(players, rounds, seed=seed)).data for seed in range(5)]
    lines = sum(content.count(b"\n") for content in files)
    checked = best(lambda: [read_file(content) for content in files], 20)
    bare = best(lambda: [cut_columns(content) for content in files], 20)
    say(
        f"read and check reports of {players} players, {rounds} rounds",
        checked,
        f"{lines / checked:,.0f} lines/s, {checked / bare:.1f} × cut",
    )


def cut_columns(content: bytes) -> list[tuple]:
    """What any reader has to do at least: decode, split, cut, make numbers of what are numbers."""
    rows = []
    for line in content.decode().splitlines():
        if line.startswith("001"):
            cells = [
                (int(line[at : at + 4] or 0), line[at + 5 : at + 6], line[at + 7 : at + 8])
                for at in range(91, len(line), 10)
            ]
            rows.append((int(line[4:8]), line[14:47], line[48:52], line[57:68], line[69:79], cells))
    return rows


def workbook() -> None:
    event = swiss(284, 7)
    content = write_crosstable(event).data
    seconds = best(lambda: read_file(content))
    say("read and check a crosstable (xlsx) of 284 players", seconds)


def fide_list() -> None:
    random = Random(1)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        path = Path(folder) / "players_oct26.txt"
        lines = (
            fide(
                number,
                f"Player{number}, Given{number % 977}",
                standard=random.choice((0, random.randrange(1400, 2600))),
                rapid=random.choice(("", random.randrange(1400, 2600))),
            )
            for number in random.sample(range(100_000, 60_000_000), LIST_ROWS)
        )
        path.write_bytes(combined(*lines))
        read = best(lambda: rows_of(path), 3)
        bare = best(lambda: cut_list(path), 3)
    say(
        f"read FIDE's list as text, {LIST_ROWS:,} people",
        read,
        f"{LIST_ROWS / read:,.0f} rows/s, {read / bare:.1f} × cut",
    )


def rows_of(path: Path) -> int:
    with path.open("rb") as stream:
        found = open_list(stream, ProblemLog(), filename=path.name)
        assert found is not None
        return sum(1 for _ in found.rows)


def cut_list(path: Path) -> int:
    """The same lines cut into columns without blanks around, and nothing else."""
    rows = 0
    with path.open(encoding="latin-1", newline="") as stream:
        for line in stream:
            row = [line[a:b].strip() for a, b in pairwise(_CUTS)]
            rows += bool(row)
    return rows


def xml_list() -> None:
    one = XML.split("\n", 1)[1].split("<player FIDEID")[0].replace("14100018", "{}")
    people = "".join(one.format(14_100_000 + n) for n in range(20_000))
    content = f"<playerslist>{people}</playerslist>".encode()

    def read() -> int:
        found = open_list(io.BytesIO(content), ProblemLog(), filename="oct26.xml")
        assert found is not None
        return sum(1 for _ in found.rows)

    seconds = best(read, 3)
    say("read FIDE's list as XML, 20,000 people", seconds, f"{20_000 / seconds:,.0f} rows/s")


if __name__ == "__main__":
    run()

"""Mutated files against every reader: nothing but problems may come out, and quickly.

    python -m tests.formats.fuzzing [COUNT] [READER ...]   inputs a reader, 100,000 by default
    python -m tests.formats.fuzzing --atheris READER [SECONDS]   follows its branches

Run by `make fuzz`; a small part runs with the other tests.
"""

import io
import re
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.formats.tablefiles import HEADER, PLAYERS, SHEET, page, separated, xls, xlsx
from tests.formats.test_lists import NEW_RUSSIAN, OLD_RUSSIAN, UKRAINIAN, XML, combined, fide
from tests.formats.test_tables import VEGA, vega_cell
from tests.samples import swiss, team_event
from tournaments.formats.problems import Problem
from tournaments.formats.rating_lists import summarise
from tournaments.formats.reading import preview_table, read_file
from tournaments.formats.trf_write import write_trf
from tournaments.wording import problem_message, question_message

MOST_SECONDS, MOST_MEGABYTES = 2.0, 200
_VEGA = VEGA.format(
    a=vega_cell("1", 2, "cw"), b=vega_cell("1", 3, "cf"), c=vega_cell("0", 1, "cb"),
    d=vega_cell("1", 0, "cf"), e=vega_cell("0", 0, "cf"), f=vega_cell("0", 1, "cf"),
).encode()  # fmt: skip
_LIST = combined(
    *(fide(14_100_000 + n, f"Berest{n}, B", standard=2000 + n, other="FA") for n in range(9))
)
SEEDS: dict[str, tuple[bytes, ...]] = {
    "trf": (
        write_trf(swiss(12, 5)).data,
        write_trf(team_event(4, 2), version=26).data,
        "310   1 Лебедин                          LEB     1990      4    2.5   1     1    2\n"
        "299 W   1.0   0.5  001    1\n300   1   1   2    2 0000\n320  1.0  2.0 001\n"
        "UKR    1 m  I Коваль, Лука\n162  W 3.0    D 1.0\n222 5400+30\n"
        "132 25/03/03 01.09.30\n001    1 m    A".encode(),
    ),
    "xlsx": (xlsx(SHEET),),
    "xls": (xls(SHEET),),
    "html": (page([HEADER, *PLAYERS]), _VEGA),
    "csv": (separated([HEADER, *PLAYERS]), separated([HEADER, *PLAYERS], "\t")),
    "fide-txt": (_LIST,),
    "fide-xml": (XML.encode(),),
    "national": (UKRAINIAN.encode("cp1251"), NEW_RUSSIAN.encode(), OLD_RUSSIAN.encode("cp1251")),
}
"""Files from which mutations start, by reader."""
_PIECES = (
    b"", b"\0", b"\n", b"\r", b"\t", b";", b",", b'"', b"<", b"<table>", b"</td>", b"&#0;", b"001 ",
    b"132 ", b"0000 - +", b"\xff\xfe", b"\xc3", b"9" * 12, b"-1", b"\xc2\xbd", b"w1", b" " * 40,
    b"<!DOCTYPE", b"]]>", b"XFD1048576", b"1e309", b"\xe2\x80\xae",
)  # fmt: skip


def mutations(reader: str, count: int, *, seed: int = 1) -> Iterator[bytes]:
    """`count` files that came out of the seeds of a reader; the same ones for the same seed.

    Of a workbook mostly one part is changed, and the archive made anew around it.
    """
    random = Random(f"{reader} {seed}")
    for _ in range(count):
        data = random.choice(SEEDS[reader])
        if reader == "xlsx" and random.random() < 0.9:
            yield _with_changed_part(random, data)
        else:
            yield _changed(random, data)


def _changed(random: Random, given: bytes) -> bytes:
    data = bytearray(given)
    for _ in range(random.randrange(1, 9)):
        at = random.randrange(len(data) + 1)
        chance = random.random()
        if chance < 0.3 and data:
            data[at - 1] = random.randrange(256)
        elif chance < 0.5:
            del data[at : at + random.randrange(1, 60)]
        elif chance < 0.75:
            data[at:at] = random.choice(_PIECES)
        elif chance < 0.97:
            other = random.randrange(len(data) + 1)
            data[at:at] = data[other : other + random.randrange(1, 120)]
        else:
            del data[at:]
    return bytes(data)


def _with_changed_part(random: Random, data: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        names = [name for name in old.namelist() if name.startswith("xl/")]
        changed = random.choice([*names, *["xl/worksheets/sheet1.xml"] * 5])
        for name in old.namelist():
            part = old.read(name)
            if name == changed:
                part = _changed_xml(random, part)
            new.writestr(name, part)
    return target.getvalue()


def _changed_xml(random: Random, part: bytes) -> bytes:
    """Attributes and texts changed so that it mostly stays well-formed."""
    if random.random() < 0.3:
        return _changed(random, part)
    pieces = re.split(rb"([<>\"])", part)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(pieces))
        if pieces[at] and pieces[at] not in b'<>"' and not pieces[at].startswith(b"/"):
            pieces[at] = random.choice(
                (b"", b"9" * 12, b"-1", b"XFD1048576", b"A0", b"s", b"1e309")
            )
    return b"".join(pieces)


def try_reader(reader: str, data: bytes) -> None:
    """Reads one input; raises whatever the reader or the words for its problems raise."""
    if reader in ("fide-txt", "fide-xml", "national"):
        found = summarise(io.BytesIO(data))
        problems = found.problems if found else ()
    else:
        result = read_file(data)
        problems = result.problems
        assert result.event is not None or any(p.severity == "error" for p in problems)
        for question in result.questions:
            question_message(question)
        if reader in ("csv", "xlsx"):
            preview_table(data)
    for problem in problems:
        assert isinstance(problem, Problem)
        assert problem_message(problem)


def run(reader: str, count: int) -> float:
    """Tries `count` mutations; returns the slowest's seconds. Raises AssertionError above it."""
    slowest = 0.0
    for data in mutations(reader, count):
        start = time.process_time()
        try:
            try_reader(reader, data)
        except BaseException:
            sys.stderr.write(f"{reader}: {data!r}\n")
            raise
        slowest = max(slowest, time.process_time() - start)
    assert slowest < MOST_SECONDS, f"{reader}: {slowest:.1f} s"
    return slowest


def follow(reader: str, seconds: str) -> None:
    """Hands the reader to atheris, which makes inputs that reach new branches.

    Runs for `seconds`, or until it is ended where they are 0.
    """
    import atheris

    def try_it(data: bytes) -> None:
        try_reader(reader, data)

    atheris.instrument_all()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for number, seed in enumerate(SEEDS[reader]):
            (Path(folder) / str(number)).write_bytes(seed)
        options = ["-max_len=20000", f"-max_total_time={seconds}", "-rss_limit_mb=2048"]
        atheris.Setup([sys.argv[0], *options, folder], try_it)
        atheris.Fuzz()


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["--atheris"]:
        follow(words[1], words[2] if len(words) > 2 else "0")
        return
    count = int(words[0]) if words and words[0].isdigit() else 100_000
    for reader in [word for word in words if not word.isdigit()] or SEEDS:
        slowest = run(reader, count)
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        sys.stdout.write(f"{reader:<10} {count} inputs, slowest {slowest:.2f} s, {megabytes} MB\n")


if __name__ == "__main__":
    import django

    django.setup()
    main()

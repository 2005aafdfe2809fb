"""A small part of the fuzzing, and the worst files of five megabytes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.formats import fuzzing
from tests.formats.tablefiles import HEADER, PLAYERS, SHEET, page, separated, xlsx
from tests.formats.test_tables import SHEET_XML, repacked
from tests.samples import swiss
from tournaments.formats.text import SIZE_LIMIT
from tournaments.formats.trf_write import write_trf

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("reader", fuzzing.SEEDS)
def test_mutated_files_give_problems_only(reader: str) -> None:
    fuzzing.run(reader, 150)


def filled(data: bytes, piece: bytes) -> bytes:
    return (data + piece * (SIZE_LIMIT // len(piece)))[:SIZE_LIMIT]


def workbook(part: str, text: bytes) -> bytes:
    space = b'<x xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return repacked(xlsx(SHEET), {part: space + text[: 15 * 1024 * 1024] + b"</x>"})


MARKS = 390_000
BIG = {
    "xlsx, strings": workbook("xl/sharedStrings.xml", b"<si/>" * 3_000_000),
    "xlsx, strings within the limit": workbook("xl/sharedStrings.xml", b"<si/>" * 2 * MARKS),
    "xlsx, rows": workbook(SHEET_XML, b"<row><c><v>1</v></c></row>" * MARKS),
    "xlsx, unknown elements": workbook(SHEET_XML, b"<y/>" * 2 * MARKS),
    "xlsx, attributes": workbook(
        SHEET_XML, b"<y " + b" ".join(b'a%d=""' % n for n in range(2 * MARKS)) + b"/>"
    ),
    "xlsx, styles": workbook("xl/styles.xml", b"<cellXfs>" + b"<x/>" * 2 * MARKS + b"</cellXfs>"),
    "xlsx, text": workbook("xl/sharedStrings.xml", b"<si><t>" + b"a" * 9_000_000 + b"</t></si>"),
    "trf": filled(b"", write_trf(swiss(30, 9)).data),
    "trf, one line": filled(b"001    1 ", b"0000 - H  "),
    "trf, broken": filled(b"", "001    ½ w x ß\n".encode()),
    "trf, teams": filled(write_trf(swiss(6, 3)).data, b"310   1 x" + b"   1" * 200 + b"\n"),
    "html, rows": page([HEADER, *PLAYERS * 9000])[:SIZE_LIMIT],
    "html, nested": filled(b"<html>", b"<table><tr><td>"),
    "html, text": filled(b"<html><table><tr><td>", b"<b>a</b>&amp;"),
    "csv": separated([HEADER, *PLAYERS * 20000])[:SIZE_LIMIT],
    "csv, wide": filled(b"No;Name;1.Rd\n", b"a;"),
    "csv, quotes": filled(b"No;Name;1.Rd\n1;2;3\n2;3;4\n", b'";"\n'),
    "lines": filled(b"", b"\n"),
    "letters": filled(b"", "ß".encode()),
}


@pytest.mark.parametrize("name", BIG)
def test_five_megabytes_take_two_seconds_and_200_megabytes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(BIG[name])
    code = (
        "import resource, sys, time\n"
        "from tournaments.formats.reading import read_file\n"
        "data = open(sys.argv[1], 'rb').read()\n"
        "start, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "read_file(data)\n"
        "used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "print(time.process_time() - start, used // 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    seconds, megabytes = done.stdout.split()
    assert float(seconds) < fuzzing.MOST_SECONDS
    assert int(megabytes) < fuzzing.MOST_MEGABYTES

"""Lists as files: every kind says the same, each time the same, and another program agrees."""

import csv
import json
import subprocess
import sys
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from federation.models import Player, Region
from qualifications.exports.as_text import safe_cell
from qualifications.models import RatingRow, RatingRun
from qualifications.services.objections import objection_raise
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tests.verify_list import differences

JANUARY, APRIL = date(2025, 1, 1), date(2025, 4, 1)
LIST = "/lists/ua/2025-04-01/"
KINDS = ("xlsx", "csv", "pdf", "json")
pytestmark = pytest.mark.django_db


def content(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200
    return b"".join(response)


def loaded(client: Client, name: str) -> dict:
    return json.loads(content(client, LIST + name))


@pytest.fixture
def players(federation: Federation) -> list[Player]:
    """Twelve people around the border, two of them still without a coefficient."""
    names = [
        *("Єрмак Ілля", "Їжак Ґедеон", "Щука Марта", "Гнатюк Остап", "=1+1 Лукавий", "Жук Мирон"),
        *("Козак Лука", "Мороз Іван", "Ярема Лев", "Дорошенко Ян", "Новенький Юр", "Нова Юля"),
    ]
    found = federation.players(*names, sex="m", birth_year=2001)
    figures = {player: (1790 + 15 * n, 20 + 2 * n) for n, player in enumerate(found[:10])}
    federation.opening(JANUARY, figures)
    federation.event(
        found,
        everybody_against_everybody(12, lambda white, black: (white * 7 + black * 5) % 3),
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 11),
    )
    return found


@pytest.fixture
def published(federation: Federation, players: list[Player]) -> RatingRun:
    """The list of 1 April with a line that is held."""
    period = federation.compute(APRIL).period
    objection_raise(
        period,
        players[5],
        text="Тур 2: перемога",
        commission=federation.region_commission,
        user=federation.member,
        at=NOW,
    )
    run = federation.publish(APRIL).published_run
    assert run is not None
    return run


# --- every kind says the same -------------------------------------------------------------------


def lines_of_csv(data: bytes) -> list[list[str]]:
    rows = list(csv.reader(StringIO(data.decode("utf-8-sig")), delimiter=";"))
    return rows[rows.index([]) + 2 :]


def lines_of_xlsx(data: bytes) -> list[list[str]]:
    rows = CalamineWorkbook.from_filelike(BytesIO(data)).get_sheet_by_index(0).to_python()
    head = next(n for n, row in enumerate(rows) if row[0] == "Number")
    return [
        [str(int(cell)) if isinstance(cell, float) else cell for cell in row]
        for row in rows[head + 1 :]
    ]


def text_of_pdf(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)


def test_every_kind_of_file_has_the_same_lines(client, published):
    listed = loaded(client, "list.json")["lines"]
    assert len(listed) == RatingRow.objects.filter(run=published, after__isnull=False).count()
    assert {line["crossed"] for line in listed} == {None, "up", "down"}
    assert [line["name"] for line in listed if line["held"]] == ["Жук Мирон"]
    in_csv = lines_of_csv(content(client, LIST + "list.csv"))
    in_xlsx = lines_of_xlsx(content(client, LIST + "list.xlsx"))
    in_pdf = text_of_pdf(content(client, LIST + "list.pdf"))
    regions = {region.code: str(region) for region in Region.objects.all()}
    for line, of_csv, of_xlsx in zip(listed, in_csv, in_xlsx, strict=True):
        plain = [
            str(line[key]) if line[key] is not None else ""
            for key in ("number", "name", "birth_year", "before", "games", "change", "after")
        ]
        assert [of_xlsx[n] for n in (0, 1, 3, 5, 6, 7, 8)] == plain
        assert [of_xlsx[4], of_xlsx[9]] == [regions[line["region"]], line["list"]]
        assert of_csv == [of_xlsx[0], safe_cell(of_xlsx[1]), *of_xlsx[2:]]
        words = " ".join(cell for cell in of_xlsx[:10] if cell)
        assert words in " ".join(in_pdf.split())
    assert in_pdf.count("held: an objection is open") == 1


def test_every_file_carries_date_issue_edition_engine_and_digest(client, published):
    given = {
        "list_on": "2025-04-01",
        "status": "published",
        "issue": 1,
        "issues": 1,
        "correction_on": None,
        "edition": published.edition,
        "engine_version": published.engine_version,
        "digest": published.digest,
        "lines_of": "all",
    }
    assert loaded(client, "list.json")["list"] == given
    assert loaded(client, "inputs.json")["list"] == given
    text = content(client, LIST + "list.csv").decode("utf-8-sig").splitlines()
    assert text[:6] == [
        "Rating list of 01.04.2025;national and regional figures",
        "Issue;1",
        f"Edition;{published.edition}",
        f"Engine;{published.engine_version}",
        f"Digest of the inputs;{published.digest}",
        "",
    ]
    sheet = CalamineWorkbook.from_filelike(BytesIO(content(client, LIST + "list.xlsx")))
    heads = [[row[1], row[4]] for row in sheet.get_sheet_by_index(0).to_python()[:5]]
    assert heads == [line.split(";") for line in text[:5]]
    in_pdf = text_of_pdf(content(client, LIST + "list.pdf"))
    assert "Rating list of 01.04.2025" in in_pdf
    assert in_pdf.count(published.digest) == 2  # the head, and the foot of the only page


@pytest.mark.parametrize("name", [*(f"list.{kind}" for kind in KINDS), "inputs.json"])
def test_a_list_stays_as_issued_whatever_becomes_of_its_players(client, clock, published, name):
    first = content(client, LIST + name)
    clock.day = date(2027, 1, 1)
    kharkiv = Region.objects.get(code="KHA")
    for player in Player.objects.all():
        player.name, player.sex, player.birth_year = f"Ясень {player.name}", "w", 1999
        player.region = kharkiv
        player.save()
    assert content(client, LIST + name) == first


def test_a_pdf_of_many_pages_has_every_line_once_and_the_digest_under_each(client, federation):
    many = federation.players(*(f"Гравець Номер{n:03}" for n in range(200)))
    federation.opening(APRIL, dict.fromkeys(many, (1900, 50)))
    reader = PdfReader(BytesIO(content(client, LIST + "list.pdf")))
    pages = [page.extract_text() for page in reader.pages]
    assert len(pages) == 3
    assert [page.count("Digest opening") for page in pages] == [1, 1, 1]
    assert [sum(page.count(player.name) for page in pages) for player in many] == [1] * 200


def test_a_name_that_looks_like_a_formula_is_text(client, published):
    text = content(client, LIST + "list.csv").decode("utf-8-sig")
    assert ";'=1+1 Лукавий;" in text
    assert [safe_cell(cell) for cell in ("+1", "-1", "@a", "\ta", "\ra", "а", 5, -5, None)] == [
        *("'+1", "'-1", "'@a", "'\ta", "'\ra", "а"),
        *(5, -5, ""),
    ]
    with_xlsx = lines_of_xlsx(content(client, LIST + "list.xlsx"))
    assert [row[1] for row in with_xlsx if "Лукавий" in row[1]] == ["=1+1 Лукавий"]


def test_a_csv_opens_in_excel_with_ukrainian_settings(client, published):
    raw = content(client, LIST + "list.csv")
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw.count(b"\r\n") == raw.count(b"\n")
    assert client.get(LIST + "list.csv")["Content-Disposition"] == (
        'attachment; filename="list-2025-04-01.csv"'
    )


def test_one_list_of_a_run_can_be_had_alone(client, published):
    everybody = loaded(client, "list.json")["lines"]
    national = loaded(client, "list.json?list=national")
    regional = loaded(client, "list.json?list=LVI")
    assert national["list"]["lines_of"] == "national"
    assert national["lines"] == [line for line in everybody if line["list"] == "national"]
    assert regional["lines"] == [line for line in everybody if line["list"] == "regional"]
    assert regional["lines"] != []
    assert loaded(client, "list.json?list=KHA")["lines"] == []
    assert client.get(LIST + "list.json?list=XYZ").status_code == 404
    assert client.get(LIST + "list.doc").status_code == 404


def test_files_tell_the_public_nothing_more_than_the_list(client, published):
    Player.objects.update(birth_date=date(2001, 2, 3), email="o@example.org", fide_id=None)
    for name in ("list.json", "list.csv", "inputs.json"):
        text = content(client, LIST + name).decode()
        assert "2001-02-03" not in text
        assert "example.org" not in text
    assert "Гнатюк" not in content(client, LIST + "inputs.json").decode()


def test_a_draft_is_for_the_national_commission(client, clock, federation, players):
    period = federation.compute(APRIL).period
    address = f"/desk/periods/{period.pk}/draft.json"
    client.force_login(federation.national_chair)
    found = json.loads(content(client, address))
    assert (found["list"]["status"], len(found["lines"])) == ("draft", 12)
    for kind in KINDS:
        assert content(client, f"/desk/periods/{period.pk}/draft.{kind}") != b""
    client.force_login(federation.chair)
    assert client.get(address).status_code == 403
    assert client.get(LIST + "list.json").status_code == 404


@pytest.mark.parametrize("name", [*(f"list.{kind}" for kind in KINDS), "inputs.json"])
def test_a_file_needs_no_more_queries_for_more_lines(client, federation, published, name):
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            content(client, LIST + name)
        return len(queries)

    asked()  # the paper gets its code when somebody first takes it
    few = asked()
    more = federation.players(*(f"Гравець {n:03}" for n in range(300)))
    for run in (published, published.base):
        RatingRow.objects.bulk_create(
            RatingRow(run=run, player=player, sort_key=player.sort_key, after=1900)
            for player in more
        )
    assert len(loaded(client, "list.json")["lines"]) == 312
    assert asked() == few


# --- computed again by somebody else ------------------------------------------------------------


def test_the_independent_script_agrees_to_the_last_figure(client, published):
    assert differences(loaded(client, "inputs.json"), loaded(client, "list.json")) == []


def test_the_script_is_a_program_without_the_registry(client, published, tmp_path):
    for name in ("inputs.json", "list.json"):
        (tmp_path / name).write_bytes(content(client, LIST + name))
    script = Path(__file__).parent.parent / "verify_list.py"

    def run() -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", "-S", script, "inputs.json", "list.json"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    assert run() == (0, "agrees to the last figure\n")
    listed = json.loads((tmp_path / "list.json").read_text())
    line = listed["lines"][2]
    line["after"] += 1
    (tmp_path / "list.json").write_text(json.dumps(listed))
    code, said = run()
    assert code == 1
    expected = f"after: {line['after']} in the list, {line['after'] - 1} computed"
    assert said == f"player {line['number']}, {expected}\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda given: given["events"][0]["games"][5].__setitem__(3, 1),
        lambda given: given["events"][0].__setitem__("winner", 1),
        lambda given: given["figures_before"][4].__setitem__(1, 1701),
        lambda given: given["figures_before"][4].__setitem__(2, 99),
        lambda given: given["held"].append(1),
        lambda given: given["law"]["rules"].__setitem__("factor", 20),
        lambda given: given["law"]["expected_score"][3].__setitem__(2, 54),
        lambda given: given.__setitem__("first_day", "2025-01-02"),
    ],
    ids=["result", "winner", "figure", "games", "held", "factor", "table", "day"],
)
def test_a_changed_input_no_longer_has_the_digest_of_the_list(client, published, change):
    given, listed = loaded(client, "inputs.json"), loaded(client, "list.json")
    change(given)
    assert "the digest of the inputs is" in differences(given, listed)[0]

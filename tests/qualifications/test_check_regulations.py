"""manage.py check_regulations: one line for each finding, and an end that a script can read."""

from io import StringIO
from pathlib import Path
from shutil import copytree

import pytest
from django.core.management import CommandError, call_command

from qualifications.engine.loading import EDITIONS
from qualifications.management.commands import check_regulations


def output(*args: str) -> list[str]:
    out = StringIO()
    call_command("check_regulations", *args, stdout=out)
    return out.getvalue().splitlines()


def test_what_is_used_passes_and_names_what_is_kept():
    lines = output("ua_2007")
    assert (
        "ua_2007/tables/master_norms.toml, row 1, column women: out_of_step: 78 (kept: UA.SUS.1)"
    ) in lines
    assert lines[-1].startswith("ua_2007: 0 faults (")


def test_the_printed_page_tells_its_misprints():
    lines = output("ua_2007", "--printed")
    assert "ua_2007/tables/rank_norms.toml, row 14, column rank_2: inverted: 3.21-2.30" in lines
    assert "ua_2007/tables/worked_example.toml, row 1: wrong_sum: 39 : 16 = 2.44, 2.81" in lines


def test_an_edition_that_is_not_there():
    with pytest.raises(CommandError, match="There is no edition ua_1999"):
        output("ua_1999")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    copytree(EDITIONS / "ua_2007", tmp_path / "ua_2007")
    broken = tmp_path / "ua_2007" / "tables" / "master_norms.toml"
    broken.write_text(broken.read_text().replace("= 73", "= x73", 1))
    monkeypatch.setattr(check_regulations, "EDITIONS", tmp_path)
    with pytest.raises(CommandError, match=r"^ua_2007/tables/master_norms\.toml: Invalid value"):
        output("ua_2007")

"""A number without a source, a set out of its place: the file says where, and is not used."""

import shutil
from pathlib import Path

import pytest

from qualifications.engine.edition_files import RegulationError
from qualifications.engine.loading import EDITIONS, load_regulation


def refused(tmp_path: Path, old: str, new: str) -> str:
    folder = tmp_path / "fide_ratings"
    shutil.copytree(EDITIONS / "fide_ratings", folder)
    file = folder / "tables" / "ratings.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(RegulationError) as fault:
        load_regulation(folder)
    return str(fault.value)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('sources = ["HBRB2024"]', 'sources = ["NOBODY 1"]', "there is no source NOBODY 1"),
        ("difference = 350\n", "", "a set has no numbers just where it is unverified"),
        ('status = "read"', 'status = "certain"', "one of read, reported, inferred"),
        ('status = "read"', 'status = "unverified"', "a set has no numbers just where"),
        ("since = 2009-07-01", "since = 2006-04-01", "sets stand in the order of their dates"),
        ("latest = 2013-07-01", "latest = 2010-07-01", "in the order of time"),
        ('order = ["strong", "junior"', 'order = ["strong", "strong"', "each once"),
        ('kinds = ["rapid", "blitz"]', 'kinds = ["online"]', "some of standard, rapid, blitz"),
        ("months = [1, 4, 7, 10]", "months = [4, 1, 7, 10]", "months from 1 to 12"),
        ('until = "birthday"', 'until = "wedding"', "one of never, birthday, year"),
        ("round_robin = true", 'round_robin = "yes"', "true or false is expected"),
        ('article = "FIDE.R.K"', 'article = "FIDE.R.Z"', "there is no FIDE.R.Z"),
        (
            'note = "the first day of K = 30 was not found: between July 2009 and 1 July 2013"',
            'note = ""',
            "a day that is not known for certain needs a note",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, old: str, new: str, fault: str) -> None:
    said = refused(tmp_path, old, new)
    assert fault in said
    assert said.startswith("fide_ratings/tables/ratings.toml")

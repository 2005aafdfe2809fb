"""The edition files: what they hold, where they differ, and mistakes that name their place."""

import re
import shutil
from pathlib import Path

import pytest

from qualifications.engine.fide.tables import FideTables, rules_of
from qualifications.engine.loading import EDITIONS, RegulationError, load_regulation, source_text
from qualifications.engine.regulation import Regulation

from .builders import LAW_2013, LAW_2024, LAWS


def tables(law: Regulation) -> FideTables:
    return law.tables_as(FideTables)


def test_what_no_edition_changed() -> None:
    for law in LAWS:
        titles = tables(law).titles
        assert {
            key: (row.performance, row.mean, row.floor, row.award_rating)
            for key, row in titles.items()
        } == {
            "GM": (2600, 2380, 2200, 2500),
            "IM": (2450, 2230, 2050, 2400),
            "WGM": (2400, 2180, 2000, 2300),
            "WIM": (2250, 2030, 1850, 2200),
        }
    assert tables(LAW_2013).performance == tables(LAW_2024).performance


def test_what_changed_between_the_editions() -> None:
    old, new = LAW_2013.thresholds, LAW_2024.thresholds
    changed = {key: (old.get(key), new.get(key)) for key in {*old, *new}}
    assert {key: pair for key, pair in changed.items() if pair[0] != pair[1]} == {
        "printed_minimum_games": (7, 9),
        "eight_games_count_as": (8, 9),
        "unrated_rating": (1000, 1400),
        "unrated_one_in": (5, None),
        "double_round_half_known": (0, 1),
        "late_games_with_known_pairings": (1, 0),
        "long_event_days": (90, 30),
        "longest_event_days": (90, None),
        "longest_league_days": (365, None),
        "application_norms": (2, 1),
        "slow_event_for_wgm": (0, 1),
        "registration_days_known": (1, 0),
        "time_for_60_moves": (0, 1),
        "foreigners_in_every_round": (0, 1),
        "published_days": (60, 30),
        "championship_participants": (8, 10),
        "championship_federations": (3, 5),
        "subgroup_participants": (5, 6),
        "subgroup_federations": (2, 3),
        "swiss_participants": (None, 40),
        "swiss_mean": (None, 2000),
        "eight_game_norms_in_application": (None, 1),
    }


def test_the_table_of_differences_is_symmetric_and_rises() -> None:
    table = tables(LAW_2013).performance
    assert (len(table), table[50], table[67], table[100]) == (101, 0, 125, 800)
    assert [-difference for difference in reversed(table)] == list(table)
    assert sorted(set(table)) == list(table)


def test_quoted_articles_stand_in_the_text() -> None:
    text = re.sub(r"\s+", " ", source_text(LAW_2013))
    missing = [one.id for one in LAW_2013.articles.values() if one.text and one.text not in text]
    assert missing == []
    lost = [one.id for one in LAW_2013.articles.values() if not one.text]
    assert "FIDE.1.43e" in lost
    assert "FIDE.1.42f" not in lost


def test_printed_misprints_stand_in_the_text() -> None:
    text = source_text(LAW_2013)
    assert [one.id for one in LAW_2013.errata.values() if one.printed not in text] == []


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
def test_what_is_not_found_says_why(law: Regulation) -> None:
    open_values = [one for one in tables(law).statuses if one.status == "not_found"]
    assert {one.article for one in open_values} == (
        {"FIDE.1.24", "FIDE.1.31", "FIDE.1.45f"} if law is LAW_2013 else {"FIDE.1.24"}
    )
    assert all(one.note for one in open_values)


def test_rules_are_of_this_scheme_only() -> None:
    national = load_regulation(EDITIONS / "ua_2007")
    with pytest.raises(TypeError, match="ua_2007 has no tables of the class FideTables"):
        rules_of(national)


@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        (
            "tables/norms.toml",
            "mean = 2380",
            "mean = 2180",
            "fide_2024/tables/norms.toml, table norms, row GM, cell mean",
        ),
        (
            "tables/norms.toml",
            'holders = ["GM"]',
            'holders = ["GMX"]',
            "row GM, cell holders: there is no title GMX",
        ),
        (
            "tables/performance.toml",
            "percent = 51, difference = 7",
            "percent = 51, difference = 6",
            "51 percent and its counterpart differ|49 percent and its counterpart differ",
        ),
        (
            "tables/categories.toml",
            'exempt_by = "FIDE.1.43c"',
            'exempt_by = "FIDE.9.99"',
            "row zonal, cell exempt_by: there is no FIDE.9.99",
        ),
        (
            "tables/categories.toml",
            'key = "open"',
            'key = "opn"',
            "the category open is missing",
        ),
        (
            "tables/rating_titles.toml",
            "reached_from = 1970-01-01",
            "reached_from = 1990-01-01",
            "the first rule holds from 1970-01-01 on",
        ),
        (
            "tables/status.toml",
            'status = "not_found"',
            'status = "guessed"',
            "cell status: one of source",
        ),
        (
            "regulation.toml",
            "unrated_rating = 1400",
            "",
            "cell unrated_rating: a number that the rules need is missing",
        ),
        (
            "regulation.toml",
            'decided_by_day = "first_day"',
            'decided_by_day = "last_day"',
            "cell decided_by_day: first_day is expected",
        ),
    ],
)
def test_a_file_that_does_not_load_names_the_place(
    tmp_path: Path, file: str, old: str, new: str, where: str
) -> None:
    folder = tmp_path / "fide_2024"
    shutil.copytree(EDITIONS / "fide_2024", folder)
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(RegulationError, match=where):
        load_regulation(folder)

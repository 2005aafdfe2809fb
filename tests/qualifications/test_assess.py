"""manage.py assess: an event's facts from a file, verdicts with reasons as JSON."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from qualifications.engine import assess_event, regulation_for
from qualifications.engine.facts import EventFacts, FideEvent, Participant, TimeControl
from qualifications.factfiles import read_event
from tests.qualifications.fact_files import round_robin, written

OPPONENT = {"rating": 2450, "title": "GM", "federation": "GER"}
FEDERATIONS = ("GER", "POL", "FRA")


def run(path: str, **options: Any) -> Any:
    out = StringIO()
    call_command("assess", path, stdout=out, **options)
    return json.loads(out.getvalue())


def faults(path: str) -> list[str]:
    """The faults that the command tells, without its first line."""
    with pytest.raises(CommandError) as refused:
        run(path)
    return str(refused.value).splitlines()[1:]


def nine_games(**changes: Any) -> list[dict[str, Any]]:
    """Six points of nine against grandmasters of three federations."""
    return [
        {**OPPONENT, "federation": FEDERATIONS[n % 3], "result": "1" if n < 6 else "0", **changes}
        for n in range(9)
    ]


def outcomes(answer: Any, grade: str) -> dict[int, str]:
    (scheme,) = answer["schemes"]
    return {v["participant"]: v["outcome"] for v in scheme["verdicts"] if v["grade"] == grade}


# --- a whole event ------------------------------------------------------------------------------


def test_an_event_gets_the_verdicts_of_the_engine(tmp_path: Path) -> None:
    data = round_robin()
    answer = run(written(tmp_path, data))
    law = regulation_for("ua", on=read_event(data).facts.ends_on)
    expected = {
        (v.participant, v.grade): v.outcome.value for v in assess_event(read_event(data).facts, law)
    }
    (scheme,) = answer["schemes"]
    got = {(v["participant"], v["grade"]): v["outcome"] for v in scheme["verdicts"]}
    assert got == expected
    assert (scheme["edition"], scheme["digest"]) == ("ua_2007", law.digest)


def test_the_rank_by_first_place_and_by_the_table(tmp_path: Path) -> None:
    # Ten players of II rank make 2.00: the first place, or 75 percent of nine games (UA.R1.1).
    met = outcomes(run(written(tmp_path, round_robin())), "ua.rank_1")
    assert [number for number, outcome in met.items() if outcome == "met"] == [1, 2, 3]


def test_every_reason_has_its_article_what_it_asks_and_what_was_found(tmp_path: Path) -> None:
    (scheme,) = run(written(tmp_path, round_robin()))["schemes"]
    verdict = next(
        v for v in scheme["verdicts"] if (v["participant"], v["grade"]) == (3, "ua.rank_1")
    )
    table = next(route for route in verdict["routes"] if route["key"] == "table")
    assert table["reasons"][1] == {
        "article": "UA.RANK.T",
        "check": "table_norm",
        "outcome": "met",
        "required": {"row": 21, "percent": 75, "raw": "6.75", "norm_half_points": 14},
        "measured": {"games": 9, "half_points": 14},
        "rounds": [1, 2, 3, 4, 5, 6, 7, 8, 9],
        "readings": ["UA.Q03"],
    }


@pytest.mark.parametrize(
    ("language", "name"), [("en", "I rank"), ("uk", "I розряд"), ("ru", "I разряд")]
)
def test_sentences_come_in_the_chosen_language(tmp_path: Path, language: str, name: str) -> None:
    (scheme,) = run(written(tmp_path, round_robin()), language=language)["schemes"]
    verdict = next(v for v in scheme["verdicts"] if v["grade"] == "ua.rank_1")
    assert verdict["grade_name"] == name
    assert all(one["requirement"] and one["found"] for one in verdict["conditions"])


def test_a_fact_left_out_is_open_and_asked_for(tmp_path: Path) -> None:
    data = round_robin()
    del data["event"]["clocks_used"]
    (scheme,) = run(written(tmp_path, data))["schemes"]
    verdict = next(v for v in scheme["verdicts"] if v["grade"] == "ua.rank_1")
    asked = [one["asks"] for one in verdict["conditions"] if "asks" in one]
    assert (verdict["outcome"], asked) == ("undecided", ["clocks_used"])


def test_a_rank_left_out_is_not_known_and_null_is_none(tmp_path: Path) -> None:
    data = round_robin()
    data["participants"][0]["grade"] = None
    data["participants"][1].pop("grade")
    people = read_event(data).facts.participants
    assert [(p.grade_known, p.grade) for p in people[:3]] == [
        (True, None),
        (False, None),
        (True, "ua.rank_2"),
    ]


def test_every_scheme_is_asked_where_none_is_named(tmp_path: Path) -> None:
    data = round_robin()
    del data["schemes"]
    answer = run(written(tmp_path, data))
    assert [(one["scheme"], one["edition"]) for one in answer["schemes"]] == [
        ("fide", "fide_2024"),
        ("ru", "ru_2018"),
        ("ua", "ua_2007"),
    ]


def test_an_event_outside_every_edition_says_so(tmp_path: Path) -> None:
    data = round_robin(starts_on="1995-05-11", ends_on="1995-05-19")
    out = StringIO()
    with pytest.raises(CommandError, match="no edition of ua is in force on 1995-05-19"):
        call_command("assess", written(tmp_path, data), stdout=out)
    assert json.loads(out.getvalue())["schemes"] == [
        {
            "scheme": "ua",
            "edition": None,
            "outside": "no edition of ua is in force on 1995-05-19",
            "verdicts": [],
        }
    ]


# --- the documentation --------------------------------------------------------------------------

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "assess.md").read_text()


@pytest.mark.parametrize("example", re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL))
def test_the_examples_of_the_documentation_are_judged(tmp_path: Path, example: str) -> None:
    answer = run(written(tmp_path, json.loads(example)))
    assert all(one["edition"] for one in answer["schemes"])


@pytest.mark.parametrize(
    ("kind", "not_written"),
    [
        (EventFacts, {"event", "participants"}),
        (FideEvent, set()),
        (TimeControl, set()),
        (Participant, {"grade_known", "national_rating_known", "fide_known"}),
    ],
)
def test_the_documentation_names_every_key(kind: type, not_written: set[str]) -> None:
    named = set(re.findall(r"`([a-z_]+)`", DOCUMENT))
    assert {one.name for one in fields(kind)} - not_written - named == set()


# --- faults -------------------------------------------------------------------------------------


def changed(change: Callable[[Any], object]) -> Any:
    data = round_robin()
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d.update(players=[]), ["players: there is no such key here"]),
        (lambda d: d.pop("event"), ["event: an object is expected, not null"]),
        (lambda d: d["event"].pop("starts_on"), ["event.starts_on: is missing"]),
        (
            lambda d: d["event"].update(system="swis"),
            ["event.system: one of round_robin, swiss, team is expected, not 'swis'"],
        ),
        (
            lambda d: d["event"].update(rounds=1000000000),
            ["event.rounds: 1 to 99 are expected, not 1000000000"],
        ),
        (
            lambda d: d["event"].update(ends_on="2024-05-10"),
            ["event.ends_on: is before the first day, 2024-05-11"],
        ),
        (
            lambda d: d["event"]["time_control"].update(minutes="90"),
            ["event.time_control.minutes: a whole number is expected, not '90'"],
        ),
        (
            lambda d: d["event"].update(clocks_used="yes"),
            ["event.clocks_used: true or false is expected, not 'yes'"],
        ),
        (
            lambda d: d["event"]["declared_norms"][0].update(norm="ua.first"),
            [
                "event.declared_norms[0].norm: one of ua.candidate_point, ua.gm, ua.msu, ua.kmsu, "
                "ua.rank_1, ua.rank_2, ua.rank_3, ua.youth_1 is expected, not 'ua.first'"
            ],
        ),
        (
            lambda d: d["participants"][2].update(sex="x"),
            ["participants[2].sex: one of m, w is expected, not 'x'"],
        ),
        (
            lambda d: d["participants"][2].update(birth_date="1.1.2000"),
            ["participants[2].birth_date: a day as YYYY-MM-DD is expected, not '1.1.2000'"],
        ),
        (
            lambda d: d["participants"][2].update(federation="Ukr"),
            ["participants[2].federation: three letters are expected, not 'Ukr'"],
        ),
        (
            lambda d: d["participants"][2].update(grade="ua.rank_1"),
            ["participants[2].candidate_points: is missing; the I rank needs it"],
        ),
        (
            lambda d: d["participants"][2].update(total_half_points=1),
            ["participants[2].total_half_points: the games alone bring 14"],
        ),
        (
            lambda d: d["participants"][2].update(number=1),
            [
                "participants[2].number: 1 is there twice",
            ],
        ),
        (
            lambda d: d["participants"][0]["games"][0].update(result="2"),
            [
                "participants[0].games[0].result: one of 1, ½, =, 1/2, 0, +, -, W, D, L, bye, "
                "full, half, absent is expected, not '2'"
            ],
        ),
        (
            lambda d: d["participants"][0]["games"][0].pop("opponent"),
            ["participants[0].games[0].opponent: is missing"],
        ),
        (
            lambda d: d["participants"][9]["games"][0].update(result="½"),
            [
                "participants[0].games[0]: does not agree with the result of participant 10",
                "participants[9].games[0]: does not agree with the result of participant 1",
            ],
        ),
    ],
)
def test_a_fault_is_named_with_its_path(
    tmp_path: Path, change: Callable[[Any], object], expected: list[str]
) -> None:
    found = faults(written(tmp_path, changed(change)))
    assert found[: len(expected)] == expected


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    data = round_robin()
    data["event"]["rounds"] = "nine"
    data["participants"][3]["games"][1]["round"] = None
    data["participants"][4]["height"] = 180
    assert faults(written(tmp_path, data)) == [
        "participants[3].games[1].round: a whole number is expected, not null",
        "participants[4].height: there is no such key here",
        "event.rounds: a whole number is expected, not 'nine'",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON: line 1, column 2"),
        ("3", "An object with an event, or a list of games, is expected."),
    ],
)
def test_a_file_that_is_no_event_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "event.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=said):
        run(str(path))


# --- one player's games -------------------------------------------------------------------------


def norms(answer: Any) -> dict[tuple[str, str], tuple[str, list[str]]]:
    return {
        (scheme["edition"], norm["title"]): (norm["outcome"], norm.get("asks", []))
        for scheme in answer["schemes"]
        for norm in scheme["norms"]
    }


def test_a_bare_list_of_opponents_is_judged_by_every_edition(tmp_path: Path) -> None:
    # 6 of 9 is 67 percent, +125 to 2450 against nine grandmasters of three federations.
    assert norms(run(written(tmp_path, nine_games()))) == {
        (edition, title): ("undecided", ["sex"]) if title[0] == "W" else (outcome, [])
        for edition in ("fide_2013", "fide_2024")
        for title, outcome in (("GM", "not_met"), ("IM", "met"), ("WGM", ""), ("WIM", ""))
    }


def test_what_is_said_of_player_and_event_is_used(tmp_path: Path) -> None:
    data = {
        "title": "WGM",
        "player": {"federation": "UKR", "sex": "w"},
        "event": {"starts_on": "2024-05-11", "format": "swiss", "rounds": 9, "federation": "POL"},
        "opponents": nine_games(),
    }
    assert norms(run(written(tmp_path, data))) == {("fide_2024", "WGM"): ("met", [])}


def test_an_answer_that_hangs_on_the_players_federation_is_open(tmp_path: Path) -> None:
    # Six of nine from one federation: too many only if that is the player's own (1.44).
    games = nine_games()
    for game in games[:5]:
        game["federation"] = "GER"
    data = {"title": "IM", "player": {"sex": "m"}, "games": games}
    (one, _other) = run(written(tmp_path, data))["schemes"]
    (norm,) = one["norms"]
    assert (norm["outcome"], norm["asks"]) == ("undecided", ["player.federation"])
    assert norm["possible"] == [
        {"answers": {"player.federation": "FRA"}, "outcome": "met"},
        {"answers": {"player.federation": "GER"}, "outcome": "not_met"},
        {"answers": {"player.federation": "POL"}, "outcome": "met"},
        {"answers": {"player.federation": "another"}, "outcome": "met"},
    ]


def test_a_day_outside_every_edition_says_so(tmp_path: Path) -> None:
    data = {"event": {"starts_on": "1970-01-01"}, "games": nine_games()}
    with pytest.raises(CommandError, match="no edition of fide is in force on 1970-01-01"):
        run(written(tmp_path, data))


def test_faults_of_a_bare_list_are_named_with_their_paths(tmp_path: Path) -> None:
    games = nine_games()
    del games[0]["rating"]
    games[1]["rating"] = "2450"
    games[2]["title"] = "MSU"
    games[3]["result"] = "won"
    games[4]["federation"] = 380
    games[5]["colour"] = "white"
    assert faults(written(tmp_path, games)) == [
        "[0].rating: is missing; null says: unrated",
        "[1].rating: a whole number is expected, not '2450'",
        "[2].title: one of CM, FM, GM, IM, WCM, WFM, WGM, WIM is expected, not 'MSU'",
        "[3].result: one of 1, ½, =, 1/2, 0.5, 0, +, -, bye, half, absent is expected, not 'won'",
        "[4].federation: three letters are expected, not 380",
        "[5].colour: there is no such key here",
    ]


def test_a_category_that_the_edition_does_not_have_is_a_fault(tmp_path: Path) -> None:
    data = {"event": {"category": "village", "federation": "UKR"}, "games": nine_games()}
    (fault,) = faults(written(tmp_path, data))
    assert fault.startswith("event.category: there is no category village")

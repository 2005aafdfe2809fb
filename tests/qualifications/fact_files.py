"""Events as the files of `assess` tell them. Names of people are made up."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

EVENT: dict[str, Any] = {
    "name": "Кубок клубу",
    "starts_on": "2024-05-11",
    "ends_on": "2024-05-19",
    "system": "round_robin",
    "women": False,
    "rounds": 9,
    "time_control": {"minutes": 120},
    "most_rounds_on_one_day": 1,
    "clocks_used": True,
    "moves_recorded": True,
    "arbiters": [{"name": "Ореста Мальва", "category": "first"}],
    "declared_norms": [
        {"norm": "ua.rank_1", "body": "regional_commission", "declared_on": "2024-04-01"},
        {"norm": "ua.rank_2", "body": "organiser"},
    ],
}
PLAYER: dict[str, Any] = {
    "sex": "m",
    "birth_date": "2000-01-01",
    "federation": "UKR",
    "grade": "ua.rank_2",
    "simultaneous": False,
}


def berger(players: int) -> list[list[tuple[int, int]]]:
    """Pairs of every round of a round robin with an even number of players."""
    circle = list(range(1, players + 1))
    rounds = []
    for _ in range(players - 1):
        half = players // 2
        rounds.append(list(zip(circle[:half], reversed(circle[half:]), strict=True)))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def round_robin(
    players: int = 10, played: int | None = None, pairs_of_next: bool = False, **changes: Any
) -> dict[str, Any]:
    """A round robin that the lower number always wins; after `played` rounds, if it goes on.

    `pairs_of_next`: the pairs of the next round are known.
    """
    rounds = berger(players)
    played = len(rounds) if played is None else played
    people = [{"number": n, "name": f"Гравець {n}", **PLAYER} for n in range(1, players + 1)]
    games: dict[int, list[dict[str, Any]]] = {n: [] for n in range(1, players + 1)}
    for number, pairs in enumerate(rounds, start=1):
        for one, other in pairs:
            for me, opponent in ((one, other), (other, one)):
                game = {"round": number, "opponent": opponent, "result": "0"}
                if number <= played:
                    game["result"] = "1" if me < opponent else "0"
                elif number == played + 1 and pairs_of_next:
                    game["result"] = "?"
                else:
                    continue
                games[me].append(game)
    return {
        "event": {**deepcopy(EVENT), "rounds": len(rounds), **changes},
        "participants": [{**person, "games": games[person["number"]]} for person in people],
        "schemes": ["ua"],
    }


def written(tmp_path: Path, data: Any, name: str = "event.json") -> str:
    """A file with the data; its path."""
    path = tmp_path / name
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return str(path)

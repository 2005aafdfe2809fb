"""Compute a published list again: python tests/verify_list.py INPUTS.json LIST.json

Uses nothing of the registry. Prints every difference; exits with 1 when there is one.
"""
# fmt: off

import hashlib
import json
import struct
import sys
from collections import defaultdict
from pathlib import Path


def digest(given: dict) -> str:
    """SHA-256 over what decides the list; the games of an event go in as sixteen bytes each."""
    events = []
    for event in given["events"]:
        packed = b"".join(
            struct.pack("<BBBBIIHH", number, not_for, of_white, of_black, white, black, *owns)
            for number, not_for, white, black, of_white, of_black, *owns in event["games"])
        of_games = hashlib.sha256(packed + b"|%d" % event["winner"]).hexdigest()
        events.append([event["event"], of_games])
    head = {key: given[key] for key in ("engine", "law", "first_day", "held")}
    head |= {"pools": given["games_without_coefficient"], "events": events}
    found = hashlib.sha256(json.dumps(head, sort_keys=True).encode())
    for place, kind in enumerate("qqq?"):
        column = [figure[place] for figure in given["figures_before"]]
        found.update(struct.pack(f"<{len(column)}{kind}", *column))
    return found.hexdigest()


def compute(given: dict) -> dict[int, dict]:
    """Every line with a coefficient, by the player's number."""
    rules, tables, held = given["law"]["rules"], given["law"], set(given["held"])
    brought = {player: rest for player, *rest in given["figures_before"]}
    pools, found = dict(given["games_without_coefficient"]), {}
    gains, sums = defaultdict(dict), defaultdict(lambda: [0, 0, 0, 0])
    half_of_factor = tables["readings"]["UA.Q39"] == "half_of_highest_factor"
    border = rules["national_floor"] + (tables["readings"]["UA.Q32"] == "regional")
    for event in given["events"]:
        for _round, not_for, white, black, of_white, of_black, *owns in event["games"]:
            for player, own, points, other, side in ((white, owns[0], of_white, owns[1], 1),
                                                     (black, owns[1], of_black, owns[0], 2)):
                if other and player not in held and not not_for & side:
                    own = own or brought.get(player, [0])[0]
                    size = min(abs(own - other), rules["difference_limit"] or 9999)
                    row = next(r for r in tables["expected_score"] if size <= (r[1] or 9999))
                    chance = 0 if not own else row[2] if own >= other else row[3]
                    sums[player] = [sum(pair) for pair in zip(
                        sums[player], (1, points, chance, 0 if own else other), strict=True)]
                    gain = gains[player].get(event["event"], 0) + (50 * points - chance)
                    gains[player][event["event"]] = gain if own else 0
        if event["winner"] and event["event"] in gains[event["winner"]]:
            own_gains = gains[event["winner"]]
            own_gains[event["event"]] = max(own_gains[event["event"]], 0)
    for player in {*brought, *pools, *sums}:
        games, points, chance, opponents = sums[player]
        gain, factor, change = sum(gains[player].values()), None, None
        before, total, reached = brought.get(player, (0, 0, False))
        if before:
            reached = reached or before >= rules["strong_from"]
            factor = rules["factor_new"] if total < rules["new_until_games"] else rules["factor"]
            factor = rules["factor_strong"] if reached else factor
            change = (abs(factor * gain) + 50) // 100 * (1 if gain > 0 else -1)
            after = before + change
        else:
            lines = [*pools.get(player, ()), (games, opponents, points)]
            n, of_others, scored = (sum(line[place] for line in lines) for place in range(3))
            if n < rules["first_games"]:
                continue
            percent = (100 * scored + n) // (2 * n)
            after = (2 * of_others + n) // (2 * n) + tables["performance"][percent]
            if half_of_factor and scored > n:
                after = (2 * of_others + rules["factor_new"] * (scored - n) * n + n) // (2 * n)
        found[player] = {
            "before": before or None, "games": games, "half_points": points,
            "expected_hundredths": chance, "gain_hundredths": gain, "development_factor": factor,
            "change": change, "after": after, "games_total": total + games,
            "reached_2400": reached or after >= rules["strong_from"], "held": player in held,
            "list": "national" if after >= border else "regional"}
    return found


def differences(given: dict, listed: dict) -> list[str]:
    """What does not agree, in words; empty when the list is what the inputs make."""
    wrong = [] if given["list"] == listed["list"] else ["the files are of different lists"]
    if digest(given) != listed["list"]["digest"]:
        wrong.append(f"the digest of the inputs is {digest(given)}")
    computed = compute(given)
    for line in listed["lines"]:
        own = computed.pop(line["number"], {"line": "none"})
        wrong += [f"player {line['number']}, {key}: {line.get(key)} in the list, {value} computed"
                  for key, value in own.items() if line.get(key) != value]
    return wrong + [f"player {player}: not in the list" for player in computed]


if __name__ == "__main__":
    found = differences(*(json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:3]))
    sys.stdout.write("\n".join(found or ["agrees to the last figure"]) + "\n")
    sys.exit(1 if found else 0)

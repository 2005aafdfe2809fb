"""What a run says about itself: what was counted, what was left out and why. It stays small."""

from collections import Counter
from collections.abc import Sequence

EXAMPLES = 20
"""Lines of one kind that are named; the rest is counted."""
CODES = (
    *("empty", "event", "event_more", "event_late", "event_late_more", "without_coefficients"),
    *("event_undecided", "event_undecided_more", "event_not_counted", "event_not_counted_more"),
    *("held", "overlap", "overlap_more", "against_oneself", "against_oneself_more"),
    *("missing_in_list", "missing_in_list_more", "gap_in_lists"),
    *("event_outside", "event_outside_more", "no_edition", "no_edition_more"),
)
"""What can be said, in the order in which it is."""
FOUND_BY_COMPUTING = ("missing_in_list", "missing_in_list_more")
_SUMMED = ("games", "played")


class Report:
    """Lines of {code, params}; `wording_runs` has a sentence for each code."""

    def __init__(self) -> None:
        self._named: dict[str, list[dict[str, object]]] = {}
        self._more: dict[str, Counter[str]] = {}

    def name(self, code: str, **params: object) -> None:
        """Add a line. After EXAMPLES lines of a kind only their numbers are added up."""
        lines = self._named.setdefault(code, [])
        if len(lines) < EXAMPLES:
            lines.append(params)
            return
        more = self._more.setdefault(code, Counter())
        more["n"] += 1
        for key in _SUMMED:
            if isinstance(value := params.get(key), int):
                more[key] += value

    def add(self, code: str, **numbers: int) -> None:
        """Add numbers to the one line of their kind."""
        lines = self._named.setdefault(code, [dict.fromkeys(numbers, 0)])
        lines[0] = {key: int(str(lines[0][key])) + number for key, number in numbers.items()}

    def lines(self, rated: Sequence[dict] = ()) -> list[dict]:
        """In the order of CODES; of each kind the examples, then the rest added up.

        `rated` is the report of a run that computed the same inputs: what it found while computing
        is taken over.
        """
        found: list[dict] = []
        for code in CODES:
            found += [{"code": code, "params": params} for params in self._named.get(code, ())]
            if code in self._more:
                found.append({"code": f"{code}_more", "params": dict(self._more[code])})
            found += [line for line in rated if line["code"] == code in FOUND_BY_COMPUTING]
        return found

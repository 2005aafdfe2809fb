"""Parts of a long review: each list shows one page, the address says which."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

PAGE = 50
"""Lines of one list at once."""
LISTS = ("decide", "known", "new", "table")
"""Players to decide, recognised players, new players, the crosstable."""


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """Where each list of the page begins, and of which kind all warnings are shown."""

    starts: Mapping[str, int] = field(default_factory=dict)
    """By list, the number of lines before the first one shown."""
    kind: str = ""

    @classmethod
    def asked(cls, params: Mapping[str, str]) -> "ReviewPlace":
        """From an address or a form; what is not understood is left out."""
        starts = {}
        for name in LISTS:
            text = params.get(f"from-{name}", "")
            if text.isascii() and text.isdigit() and len(text) < 6 and int(text):
                starts[name] = int(text)
        return cls(starts, params.get("kind", "")[:60])

    def params(self) -> dict[str, str]:
        """The same, as an address or hidden fields have it."""
        told = {f"from-{name}": str(start) for name, start in self.starts.items()}
        return told | ({"kind": self.kind} if self.kind else {})

    def query(self) -> str:
        """With its question mark; empty for the beginning."""
        return f"?{urlencode(self.params())}" if self.params() else ""

    def at(self, name: str, start: int) -> "ReviewPlace":
        return replace(self, starts={**self.starts, name: start})


@dataclass(frozen=True, slots=True)
class Part:
    """One page of a list."""

    items: Sequence[Any]
    total: int
    start: int
    previous: str
    """Address of the page before, empty on the first."""
    next: str

    @property
    def first(self) -> int:
        return self.start + 1

    @property
    def last(self) -> int:
        return self.start + len(self.items)

    @property
    def partial(self) -> bool:
        return len(self.items) < self.total


def part_of(rows: Sequence[Any], name: str, place: ReviewPlace) -> Part:
    """The page of a list that an address asks for; the first where there is none such."""
    start = place.starts.get(name, 0)
    start = start if start < len(rows) else 0

    def address(other: int) -> str:
        return (place.at(name, other).query() if other else _without(place, name)) + f"#part-{name}"

    return Part(
        items=rows[start : start + PAGE],
        total=len(rows),
        start=start,
        previous=address(max(0, start - PAGE)) if start else "",
        next=address(start + PAGE) if start + PAGE < len(rows) else "",
    )


def _without(place: ReviewPlace, name: str) -> str:
    starts = {other: start for other, start in place.starts.items() if other != name}
    return replace(place, starts=starts).query() or "?"

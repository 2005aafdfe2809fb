"""What a paper says, in finished words of one language: frozen as JSON when it is issued."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    kind: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True)
class Definitions:
    """Names and values, a line each."""

    kind: ClassVar[str] = "definitions"
    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    share: int
    """Of the width, in hundredths; those of a table give a hundred."""
    align: str = "left"
    """`left`, `right` or `center`."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a heading; the columns' titles stand on every page."""

    kind: ClassVar[str] = "table"
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Who answers for the paper: as what, and the name."""

    kind: ClassVar[str] = "signatures"
    items: tuple[tuple[str, str], ...]
    by_hand: bool = False
    """With a line to write on: the paper is signed after it is printed."""


Block = Text | Definitions | Table | Signatures


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper with everything that is printed on it but its code."""

    language: str
    body: str
    """The name of the body that issues it, above the title; may be empty."""
    title: str
    subtitle: str
    dated: str
    """When it was issued, in words; no part of what the paper is about."""
    blocks: tuple[Block, ...]
    wide: bool = False
    """Printed across the page."""
    one_page: bool = False
    """Set smaller where it would not stand on one page."""


def paper_to_json(paper: Paper) -> dict[str, Any]:
    """The paper as plain values."""
    values = {name: getattr(paper, name) for name in _FIELDS}
    return values | {"blocks": [{"kind": b.kind, **asdict(b)} for b in paper.blocks]}


_FIELDS = ("language", "body", "title", "subtitle", "dated", "wide", "one_page")


def paper_from_json(values: Mapping[str, Any]) -> Paper:
    """The paper that `paper_to_json` wrote. Raises KeyError or TypeError for other values."""
    return Paper(
        **{name: values[name] for name in _FIELDS if name in values},
        blocks=tuple(_block(block) for block in values["blocks"]),
    )


def _block(values: Mapping[str, Any]) -> Block:
    if values["kind"] == Table.kind:
        return Table(
            title=values["title"],
            columns=tuple(Column(**column) for column in values["columns"]),
            rows=tuple(tuple(row) for row in values["rows"]),
        )
    if values["kind"] == Text.kind:
        return Text(values["text"])
    items = tuple((name, value) for name, value in values["items"])
    if values["kind"] == Signatures.kind:
        return Signatures(items, by_hand=values.get("by_hand", False))
    if values["kind"] != Definitions.kind:
        raise KeyError(values["kind"])
    return Definitions(items)


def subject_digest(values: Mapping[str, Any], about: Mapping[str, int | str]) -> str:
    """SHA-256 of what a paper says and of what it is about: the day of issue left out.

    `values` are those that `paper_to_json` gave, as they were stored: a paper of an earlier version
    of the registry keeps its digest. `about` are the keys of the rows that it is about, so that two
    of them never share a paper because the same can be said of both.
    """
    values = {name: value for name, value in values.items() if name != "dated"}
    values["about"] = dict(about)
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()

"""What two papers about the same say differently, line by line."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest

from qualifications.documents.paper import Definitions, Paper, Signatures, Table, Text


def differences(then: Paper, now: Paper) -> tuple[tuple[str, str], ...]:
    """Pairs of lines, as they were and as they are; empty on the side that has none.

    Neither the day of issue nor how a paper is set is a difference.
    """
    old, new = list(_lines(then)), list(_lines(now))
    if old == new:
        return ()
    pairs: list[tuple[str, str]] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            pairs += zip_longest(old[a:b], new[c:d], fillvalue="")
    return tuple(pairs)


def _lines(paper: Paper) -> Iterator[str]:
    yield from filter(None, (paper.body, paper.title, paper.subtitle))
    for block in paper.blocks:
        yield from _lines_of_block(block)


def _lines_of_block(block: Text | Definitions | Table | Signatures) -> Iterator[str]:
    if isinstance(block, Text):
        yield from block.text.splitlines()
    elif isinstance(block, Table):
        yield from filter(None, (block.title,))
        yield from (" · ".join(cell or "–" for cell in row) for row in block.rows)
    else:
        yield from (f"{name}: {value}" for name, value in block.items)

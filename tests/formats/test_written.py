"""Words that a person has written: nothing cut, nothing kept that cannot be seen."""

import pytest

from federation.errors import Refused
from federation.written import written


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  лист 7 ", "лист 7"),
        ("рядок\r\nрядок\t1", "рядок\r\nрядок\t1"),
        ("а\x00б\x1b\ud800в", "абв"),
        ("\x07 ", ""),
        ("а" * 10 + " ", "а" * 10),
    ],
)
def test_only_what_is_seen_is_kept(typed: str, kept: str) -> None:
    assert written(typed, most=12 if "\n" not in typed else 20) == kept


def test_too_long_is_refused_with_both_numbers() -> None:
    with pytest.raises(Refused, match="too long: 11 characters, at most 10"):
        written("а" * 11, most=10)

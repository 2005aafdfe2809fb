"""Values of a case's input as the engine takes them, and its answers as the files write them."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

Input = Mapping[str, Any]
"""An input as JSON gives it; numbers with a point are `Decimal`."""


class UnusableInput(ValueError):
    """The input of a case lacks something, or has something that cannot be."""


def needed(data: Input, key: str) -> Any:
    """A value that the kind of case cannot do without. Raises UnusableInput."""
    if key not in data:
        raise UnusableInput(f"input.{key} is missing")
    return data[key]


def whole(data: Input, key: str) -> int:
    """A whole number, however it is written: 9, 9.0, "9". Raises UnusableInput."""
    return _whole(needed(data, key), f"input.{key}")


def whole_or_none(data: Input, key: str) -> int | None:
    """The same, or None for null and for nothing. Raises UnusableInput."""
    return None if data.get(key) is None else whole(data, key)


def counts(data: Input, key: str) -> dict[str, int]:
    """How many of each key. Raises UnusableInput."""
    value = needed(data, key)
    if not isinstance(value, Mapping):
        raise UnusableInput(f"input.{key}: an object is expected")
    return {str(name): _whole(count, f"input.{key}.{name}") for name, count in value.items()}


def decimal(data: Input, key: str) -> Decimal:
    """A decimal number, however it is written. Raises UnusableInput."""
    value = needed(data, key)
    try:
        if isinstance(value, bool) or value is None:
            raise InvalidOperation
        return Decimal(str(value))
    except InvalidOperation:
        raise UnusableInput(f"input.{key}: a number is expected, not {value!r}") from None


def fraction(data: Input, key: str) -> Fraction:
    """An exact number: 2284, "2283.5" or "4567/2". Raises UnusableInput."""
    value = needed(data, key)
    try:
        if isinstance(value, bool) or value is None:
            raise ValueError
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise UnusableInput(f"input.{key}: a number is expected, not {value!r}") from None


def half_points(data: Input, key: str) -> int:
    """Points as half-points: 5.5 is 11. Raises UnusableInput for other fractions of a point."""
    doubled = fraction(data, key) * 2
    if doubled.denominator != 1:
        raise UnusableInput(f"input.{key}: half points are expected, not {data[key]}")
    return doubled.numerator


def day(data: Input, key: str) -> date:
    """A day written YYYY-MM-DD. Raises UnusableInput."""
    return a_day(needed(data, key), f"input.{key}")


def a_day(value: object, where: str) -> date:
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise UnusableInput(f"{where}: a day is expected, not {value!r}") from None


def truth(data: Input, key: str, absent: bool | None = None) -> bool:
    """Yes or no; `absent` where the key is missing. Raises UnusableInput."""
    value = data.get(key, absent)
    if not isinstance(value, bool):
        raise UnusableInput(f"input.{key}: true or false is expected, not {value!r}")
    return value


def one_of(data: Input, key: str, names: Mapping[str, Any], absent: str | None = None) -> Any:
    """The value that a name stands for; `absent` is the name where the key is missing or null."""
    name = data.get(key)
    name = absent if name is None else name
    if not isinstance(name, str) or name not in names:
        raise UnusableInput(f"input.{key}: one of {', '.join(names)} is expected, not {name!r}")
    return names[name]


def points(half: int | None) -> Decimal | None:
    """Half-points as points: 11 is 5.5."""
    return None if half is None else Decimal(half) * Decimal("0.5")


def of_two(value: Fraction) -> str:
    """A fraction as the files write it, a whole number too: 2284/1."""
    return f"{value.numerator}/{value.denominator}"


def _whole(value: object, where: str) -> int:
    try:
        number = None if isinstance(value, bool) or value is None else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or number.denominator != 1:
        raise UnusableInput(f"{where}: a whole number is expected, not {value!r}")
    return number.numerator

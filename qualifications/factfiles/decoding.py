"""JSON to frozen values by the types of their fields; every fault is told with its path."""

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be used, and where."""

    path: str
    """As in `participants[2].games[0].result`; empty for the whole file."""
    message: str

    def __str__(self) -> str:
        return f"{self.path or 'the file'}: {self.message}"


class UnusableFacts(ValueError):
    """The file has faults; all of them are told."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True, slots=True)
class Decoder:
    """Collects faults; values that have one are None or left out."""

    faults: list[Fault]

    def fault(self, path: str, message: str) -> None:
        self.faults.append(Fault(path, message))

    def end(self) -> None:
        """Raises UnusableFacts if there was any fault."""
        if self.faults:
            raise UnusableFacts(self.faults)

    def mapping(self, value: object, path: str) -> Mapping[str, Any] | None:
        if isinstance(value, Mapping):
            return value
        self.fault(path, f"an object is expected, not {said(value)}")
        return None

    def sequence(self, value: object, path: str) -> list[Any]:
        if isinstance(value, list):
            return value
        self.fault(path, f"a list is expected, not {said(value)}")
        return []

    def value(self, kind: Any, value: object, path: str) -> Any:
        """A value of a type: a scalar, an enumeration, `X | None`, `tuple[X, ...]`, a dataclass."""
        if isinstance(kind, types.UnionType):
            if value is None:
                return None
            (kind,) = (one for one in typing.get_args(kind) if one is not types.NoneType)
        if typing.get_origin(kind) is tuple:
            (item, _all) = typing.get_args(kind)
            items = self.sequence(value, path)
            return tuple(self.value(item, one, f"{path}[{n}]") for n, one in enumerate(items))
        if dataclasses.is_dataclass(kind):
            return self.instance(kind, value, path)
        if kind is date:
            return self.day(value, path)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return self.one_of(tuple(kind), value, path)
        if kind is not type(value):
            self.fault(path, f"{_NAMES[kind]} is expected, not {said(value)}")
            return None
        return value

    def instance(self, kind: Any, value: object, path: str, **made: Any) -> Any:
        """A dataclass from an object; `made` are fields that are not read. None with a fault.

        A key that is left out has the default of its field, or None where the field may be unknown.
        """
        given = self.mapping(value, path)
        if given is None:
            return None
        before = len(self.faults)
        hints = typing.get_type_hints(kind)
        values = dict(made)
        fields = {one.name: one for one in dataclasses.fields(kind) if one.name not in made}
        for key in given:
            if key not in fields:
                self.fault(at(path, key), "there is no such key here")
        for name, field in fields.items():
            if name in given:
                values[name] = self.value(hints[name], given[name], at(path, name))
            elif field.default is dataclasses.MISSING:
                if types.NoneType not in typing.get_args(hints[name]):
                    self.fault(at(path, name), "is missing")
                values[name] = None
        return kind(**values) if len(self.faults) == before else None

    def one_of(self, known: Iterable[Any], value: object, path: str) -> Any:
        found = [one for one in known if one == value and isinstance(value, str)]
        if not found:
            names = ", ".join(str(one) for one in known)
            self.fault(path, f"one of {names} is expected, not {said(value)}")
            return None
        return found[0]

    def day(self, value: object, path: str) -> date | None:
        try:
            return date.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            self.fault(path, f"a day as YYYY-MM-DD is expected, not {said(value)}")
            return None


_NAMES: Mapping[Any, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text",
}


def at(path: str, key: str) -> str:
    """The path of a key of an object."""
    return f"{path}.{key}" if path else key


def said(value: object) -> str:
    """A value as a fault names it, shortened."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}…"


def federation(decoder: Decoder, value: object, path: str) -> str | None:
    """Three capital letters, or None for null."""
    if value is None:
        return None
    if not (isinstance(value, str) and len(value) == 3 and value.isalpha() and value.isupper()):
        decoder.fault(path, f"three letters are expected, not {said(value)}")
        return None
    return value

"""Runs the cases of a file through the adapters and compares what is expected with what came."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any

from qualifications.engine import all_regulations
from qualifications.engine.regulation import Regulation

from . import fide, fide_ratings, russia, timelines, ukraine
from .sentences import Said

Adapter = Callable[[Mapping[str, Any], Regulation], Mapping[str, Any]]

KINDS: Mapping[str, Mapping[str, Adapter]] = {
    "ua": {**ukraine.KINDS, "timeline": timelines.timeline},
    "ru": russia.KINDS,
    "fide": fide.KINDS,
    fide_ratings.EDITION: fide_ratings.KINDS,
}
"""Scheme, or an edition, to kind of case to the adapter that answers it."""
NOT_COMPARED_IF_NULL = frozenset({"games_used"})
WITHOUT_ORDER = frozenset({"failed"})
LISTS_OF_CASES = ("cases", "timelines")


class UnusableFile(ValueError):
    """The file is no file of cases; says why."""


@dataclass(frozen=True, slots=True)
class CheckedCase:
    id: str
    kind: str
    edition: str
    expected: Any
    got: Mapping[str, Any] | None
    """What the engine answered, as far as it is compared; None where it could not be asked."""
    fault: str
    """Why it could not be asked; empty where it could."""
    differs: tuple[str, ...]
    """Keys of `expected` whose values differ."""

    @property
    def passed(self) -> bool:
        return not self.fault and not self.differs


@dataclass(frozen=True, slots=True)
class CheckedFile:
    name: str
    cases: tuple[CheckedCase, ...]

    @property
    def passed(self) -> int:
        return sum(case.passed for case in self.cases)

    @property
    def failed(self) -> int:
        return len(self.cases) - self.passed


def check_file(path: Path) -> CheckedFile:
    """Every case of a file. Raises UnusableFile."""
    try:
        return check_text(str(path), path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnusableFile(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnusableFile(f"{path}: not UTF-8 at byte {error.start}") from error


def check_text(name: str, text: str) -> CheckedFile:
    """Every case of a file's text. Raises UnusableFile."""
    try:
        data = json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise UnusableFile(f"{name}: line {error.lineno}: {error.msg}") from error
    laws = {law.edition: law for law in all_regulations()}
    return CheckedFile(name, tuple(check_case(case, laws) for case in _cases(name, data)))


def _cases(name: str, data: object) -> Iterator[Mapping[str, Any]]:
    """The cases of a file; those of a list with another name say that name as their kind."""
    lists: dict[str, object] = {"cases": data} if isinstance(data, list) else {}
    if isinstance(data, Mapping):
        lists = {key: data[key] for key in LISTS_OF_CASES if key in data}
        lists |= fide_ratings.vectors(data)
    if not lists:
        raise UnusableFile(f"{name}: there is no list of cases")
    for key, found in lists.items():
        if not isinstance(found, list):
            raise UnusableFile(f"{name}: {key}: a list is expected")
        for place, case in enumerate(found):
            if not isinstance(case, Mapping):
                raise UnusableFile(f"{name}: {key}[{place}]: an object is expected")
            absent = {"id": f"{key}[{place}]", "kind": key.removesuffix("s")}
            if key == "timelines":
                case = timelines.as_case(case)
            elif key not in LISTS_OF_CASES:
                case = fide_ratings.as_case(key, case)
            yield {**absent, **case}


def check_case(case: Mapping[str, Any], laws: Mapping[str, Regulation]) -> CheckedCase:
    """One case; what cannot be asked of the engine has a fault and has not passed."""
    kind, expected = str(case.get("kind")), case.get("expected")
    edition = _edition(str(case.get("edition") or case.get("reg") or ""))
    got: Mapping[str, Any] | None = None
    fault = ""
    differs: tuple[str, ...] = ()
    law = laws.get(edition)
    kinds = KINDS.get(edition) or KINDS.get(edition.partition("_")[0], {})
    adapter = kinds.get(kind)
    if adapter is None:
        where = f" of {edition}" if edition else ""
        fault = f"there is no answer for cases of the kind {kind!r}{where}"
    elif law is None:
        fault = f"there is no edition {edition!r}"
    elif not isinstance(expected, Mapping) or not isinstance(case.get("input"), Mapping):
        fault = "an input and an expected answer are needed"
    else:
        try:
            got = adapter(case["input"], law)
        except Exception as error:  # whatever goes wrong, the other cases are still answered
            fault = f"{type(error).__name__}: {error}"
        else:
            differs = tuple(_differing(expected, got))
            got = _shown(expected, got)
    return CheckedCase(str(case.get("id")), kind, edition, expected, got, fault, differs)


def _edition(name: str) -> str:
    """`UA2007`, `ua_2007` and `UA 2007` are the folder `ua_2007`."""
    if name.lower() in KINDS:
        return name.lower()
    letters = "".join(sign for sign in name if sign.isalpha()).lower()
    digits = "".join(sign for sign in name if sign.isdigit())
    return f"{letters}_{digits}" if letters and digits else ""


def _differing(
    expected: Mapping[str, Any], got: Mapping[str, Any], path: str = ""
) -> Iterator[str]:
    """Keys of `expected` whose values differ, those inside objects by their path."""
    for key, wanted in expected.items():
        where = f"{path}{key}"
        if wanted is None and key in NOT_COMPARED_IF_NULL:
            continue
        if key not in got:
            yield where
        elif isinstance(wanted, Mapping) and isinstance(got[key], Mapping):
            yield from _differing(wanted, got[key], f"{where}.")
        elif key in WITHOUT_ORDER and isinstance(wanted, list):
            if set(map(str, wanted)) != set(map(str, got[key])):
                yield where
        elif not same(wanted, got[key]):
            yield where


def same(wanted: object, got: object) -> bool:
    """Whether a value of a file and one of the engine say the same.

    Numbers as numbers (11.0 is 11), decimal texts as decimals, reasons by what they say; yes and no
    are no numbers.
    """
    if isinstance(got, Said):
        return got.agrees_with(wanted)
    if wanted is None or got is None or isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    if isinstance(wanted, list | tuple) and isinstance(got, list | tuple):
        pairs = zip(wanted, got, strict=False)
        return len(wanted) == len(got) and all(same(one, other) for one, other in pairs)
    if isinstance(got, date):
        got = got.isoformat()
    numbers = _number(wanted), _number(got)
    if None not in numbers:
        return numbers[0] == numbers[1]
    return wanted == got


def _number(value: object) -> Fraction | None:
    """Numbers and texts that are numbers: 11, "11.0", "33/7"."""
    if not isinstance(value, int | Decimal | Fraction | str):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError, InvalidOperation, OverflowError):
        return None


def _shown(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer in plain values, in the order of `expected`."""
    return {key: _plain(got[key], expected[key]) for key in expected if key in got}


def _plain(value: Any, beside: Any) -> Any:
    if isinstance(value, Mapping):
        return _shown(beside, value) if isinstance(beside, Mapping) else dict(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value) if isinstance(beside, str) else _short(value)
    return str(value) if isinstance(value, Said | Fraction) else value


def _short(value: Decimal) -> int | str:
    return int(value) if value == value.to_integral_value() else str(value)

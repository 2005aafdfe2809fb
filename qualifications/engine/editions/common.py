"""What the files of every scheme have in common, for the module that reads a scheme's tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..edition_files import Reader
from ..regulation import Article, Erratum, Reading


@dataclass(frozen=True, slots=True)
class Common:
    """Already read and checked when the tables are read: tables cite these."""

    scheme: str
    edition: str
    """Name of the folder."""
    articles: Mapping[str, Article]
    readings: Mapping[str, Reading]
    errata: Mapping[str, Erratum]


@dataclass(frozen=True, slots=True)
class Scheme:
    """How the editions of one scheme are read."""

    tables: Callable[[Reader, Common], object]
    """Reads and checks the tables; its frozen value is what `Regulation.tables_as` gives back."""
    required: Mapping[str, tuple[str, ...]]
    """Numbers that the rules ask for: part of regulation.toml (`thresholds`) to their names."""
    decided_by_day: str
    """`first_day` or `last_day`: which day of an event names the edition, in every edition."""

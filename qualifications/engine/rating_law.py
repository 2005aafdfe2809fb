"""The part of an edition that decides coefficients, in plain values for files and digests."""

from dataclasses import asdict
from datetime import date

from .regulation import Regulation

READINGS = ("UA.Q32", "UA.Q39")
"""Which list a figure on the border belongs to; how a first coefficient is added up."""


def rating_law(law: Regulation, on: date) -> dict[str, object]:
    """Everything that the computation of a list asks the edition; `on` is the period's first day.

    Table 8.1b as rows of lowest and highest difference (None without an end) and the hundredths of
    the higher and the lower rated side; table 8.1a as 101 differences by whole percent. A change of
    anything else in the edition leaves this as it is.
    """
    rules = asdict(law.rating_rules(on))
    return {
        "edition": law.edition,
        "rules": {
            key: value.isoformat() if isinstance(value, date) else value
            for key, value in rules.items()
        },
        "expected_score": [
            [row.lowest, row.highest, row.higher, row.lower] for row in law.tables.expected_score
        ],
        "performance": list(law.tables.performance),
        "readings": {key: law.reading(key) for key in READINGS if key in law.readings},
    }

"""The ladder of the scheme that the registry keeps."""

from qualifications.engine import LADDER

SCHEME = "ua"


def higher_than(grade: str, other: str | None) -> bool:
    """Whether `grade` stands above `other` on the ladder; everything stands above nothing."""
    return not other or LADDER.index(grade) < LADDER.index(other)

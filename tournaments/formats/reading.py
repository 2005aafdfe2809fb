"""The door of the package: bytes of an unknown file in, event and problems out."""

from datetime import date

from tournaments.formats import checks, text, trf, trf_write
from tournaments.formats.parsed import ParsedEvent, ReadResult
from tournaments.formats.problems import place

CODES = text.CODES | trf.CODES | trf_write.CODES | checks.CODES
"""Every code that a problem of this package may carry."""


def read_file(
    data: bytes,
    *,
    filename: str = "",
    encoding: str | None = None,
    today: date | None = None,
) -> ReadResult:
    """Read a tournament file of any known kind and check it.

    The kind is decided by the content; `filename` is only repeated in the problems. `encoding`
    (one of `text.ENCODINGS`) overrules the guess; `today` is the day after which dates are wrong.
    Never raises for any bytes.
    """
    result = trf.parse_trf(data, encoding=encoding, filename=filename)
    if result.event is None:
        return result
    problems = result.problems + checks.check_event(result.event, today)
    return ReadResult(result.event, tuple(sorted(problems, key=place)))


def telling_names(event: ParsedEvent, limit: int = 3) -> tuple[str, ...]:
    """A few names beyond ASCII, by which a person sees whether the encoding is right."""
    return tuple(player.name for player in event.players if not player.name.isascii())[:limit]

"""Where the FIDE ratings and titles of an event are from, in words."""

from datetime import date

from django.utils.translation import ngettext

from federation.templatetags.registry import day as day_words


def fide_source_words(listed: int, list_on: date | None, players: int) -> str:
    """A sentence; empty where all are of the event's file.

    `listed` of the `players` stand in FIDE's list of `list_on`.
    """
    if not listed or list_on is None:
        return ""
    of_list = ngettext(
        "FIDE ratings and titles: of %(n)d player from FIDE’s list of %(day)s",
        "FIDE ratings and titles: of %(n)d players from FIDE’s list of %(day)s",
        listed,
    ) % {"n": listed, "day": day_words(list_on)}
    rest = players - listed
    if rest <= 0:
        return f"{of_list}."
    of_file = ngettext(
        "of %(n)d player from the tournament’s file.",
        "of %(n)d players from the tournament’s file.",
        rest,
    ) % {"n": rest}
    return f"{of_list}; {of_file}"

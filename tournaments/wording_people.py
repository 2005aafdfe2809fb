"""Words for the signs that a result stands behind the wrong person (`tournaments/wrong_person.py`).

Each sentence names the starting number and the chosen person, says what does not fit, and what to
look at.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

PEOPLE: Mapping[str, Any] = {
    "person.two_places": _(
        "Number %(number)s, %(name)s (№ %(player)s), plays from %(from)s to %(to)s in “%(event)s” "
        "(number %(event_number)s) as well. Find out who played where."
    ),
    "person.tournament_twice": ngettext_lazy(
        "%(count)s of these players plays in “%(event)s” (number %(event_number)s) on the same "
        "days: perhaps the same tournament, registered twice.",
        "%(count)s of these players play in “%(event)s” (number %(event_number)s) on the same "
        "days: perhaps the same tournament, registered twice.",
        "count",
    ),
    "person.man_in_womens_event": _(
        "Number %(number)s, %(name)s (№ %(player)s), is a man in the registry, and this is a "
        "women's event."
    ),
    "person.too_old": _(
        "Number %(number)s, %(name)s (№ %(player)s), was born in %(year)s: too old for an event "
        "under %(under)s. Perhaps a parent of the same name was taken."
    ),
    "person.no_student": _(
        "Number %(number)s, %(name)s (№ %(player)s), was born in %(year)s: not of the age of "
        "students."
    ),
    "person.too_young": _(
        "Number %(number)s, %(name)s (№ %(player)s), was born in %(year)s: too young to play."
    ),
    "person.sex_differs": _(
        "Number %(number)s, %(name)s (№ %(player)s): the sex in the file is not that of the "
        "registry."
    ),
    "person.birth_differs": _(
        "Number %(number)s, %(name)s (№ %(player)s): born %(said)s in the file, %(known)s in the "
        "registry. Find out which is right."
    ),
    "person.federation_differs": _(
        "Number %(number)s, %(name)s (№ %(player)s): federation %(said)s in the file, %(known)s "
        "in the registry."
    ),
    "person.fide_number_differs": _(
        "Number %(number)s, %(name)s (№ %(player)s): FIDE number %(said)s in the file, %(known)s "
        "in the registry."
    ),
    "person.fide_number_of_another": _(
        "Number %(number)s, %(name)s (№ %(player)s): the FIDE number %(fide_id)s of the file "
        "belongs to another person (№ %(owner)s)."
    ),
    "person.title_unknown": _(
        "Number %(number)s, %(name)s (№ %(player)s), is %(title)s in the file; the registry has "
        "no such title."
    ),
    "person.rating_far": _(
        "Number %(number)s, %(name)s (№ %(player)s): rating %(said)s in the file, the nearest "
        "figure of the registry is %(known)s."
    ),
    "person.performance_far": _(
        "Number %(number)s, %(name)s (№ %(player)s), with the coefficient %(coefficient)s: "
        "%(score)s points of %(games)s games, expected were %(expected)s. Look whether it is the "
        "right person."
    ),
    "person.region_far": _(
        "Number %(number)s, %(name)s (№ %(player)s), is of another region (%(region)s) than the "
        "others (%(field)s)."
    ),
    "person.new_though_similar": _(
        "Number %(number)s, %(name)s, is to become a new person, though the registry has somebody "
        "of a like name: %(similar)s. Is this really somebody new?"
    ),
    "person.merged": _(
        "Number %(number)s: № %(chosen)s was meanwhile joined with № %(player)s, %(name)s; the "
        "result goes there."
    ),
}
"""The sentence of each code."""

KINDS: Mapping[str, Any] = {
    "person.two_places": _("Plays in two places on one day"),
    "person.tournament_twice": _("The same tournament a second time?"),
    "person.man_in_womens_event": _("A man in a women's event"),
    "person.too_old": _("Too old for the event"),
    "person.no_student": _("Not of the age of students"),
    "person.too_young": _("Too young to play"),
    "person.sex_differs": _("Another sex in the file"),
    "person.birth_differs": _("Another birth in the file"),
    "person.federation_differs": _("Another federation in the file"),
    "person.fide_number_differs": _("Another FIDE number in the file"),
    "person.fide_number_of_another": _("The FIDE number of somebody else"),
    "person.title_unknown": _("A title that the registry lacks"),
    "person.rating_far": _("A rating far from the registry's"),
    "person.performance_far": _("A result far from the coefficient"),
    "person.region_far": _("Of another region than the others"),
    "person.new_though_similar": _("New, though the registry has somebody alike"),
}
"""Headings of the warnings about people, by code."""
FILE_KIND = _("In the file")
"""Heading of the warnings about the file and its form."""


def kind_heading(code: str) -> str:
    """What warnings of a kind are about, in the language in force."""
    return str(KINDS.get(code, FILE_KIND))

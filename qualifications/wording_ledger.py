"""Words for entries that the ledger does not take."""

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from qualifications.engine.contradictions import Contradiction, Fault
from qualifications.wording import GRADES, grade_name
from qualifications.wording_shared import day_words

SENTENCES = {
    Fault.BEFORE_BIRTH: gettext_lazy(
        "%(player)s: %(day)s lies before the player's birth. Correct the day, or the birth."
    ),
    Fault.IN_THE_FUTURE: gettext_lazy("%(player)s: %(day)s lies in the future. Correct the day."),
    Fault.UNKNOWN_GRADE: gettext_lazy(
        "%(player)s: “%(grade)s” is no rank or title of a regulation that the registry knows."
    ),
    Fault.NEVER_HELD: gettext_lazy(
        "%(player)s never held this rank by %(day)s: %(grade)s. It can be neither confirmed nor "
        "failed; record first how it was awarded."
    ),
    Fault.NOT_HELD: gettext_lazy(
        "%(player)s does not hold this rank on %(day)s: %(grade)s. It can be neither given for "
        "life nor taken away."
    ),
    Fault.NOTHING_HELD: gettext_lazy(
        "%(player)s holds no rank on %(day)s and cannot be moved to a lower one."
    ),
    Fault.NOT_LOWER: gettext_lazy(
        "%(player)s cannot be moved down on %(day)s: held is %(held)s, and this is not lower: "
        "%(grade)s."
    ),
    Fault.NOT_OF_THE_PLAYER: gettext_lazy(
        "%(player)s: the line to be voided is not in this player's ledger."
    ),
    Fault.VOIDED_ALREADY: gettext_lazy("%(player)s: this line is voided already."),
}


def contradiction_sentence(found: Contradiction, *, player: str, day: date) -> str:
    """Why an entry of a player and a day is refused, and what to do."""
    return SENTENCES[found.fault] % {
        "player": player,
        "day": day_words(day),
        "grade": _name(found.grade),
        "held": _name(found.held),
    }


def _name(grade: str) -> str:
    return grade_name(grade) if grade in GRADES else grade or _("no rank")

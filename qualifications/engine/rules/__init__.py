"""One module of rules per edition whose logic differs; numbers live in the edition's files."""

from collections.abc import Callable, Mapping

from ..facts import EventFacts
from ..regulation import Regulation
from ..verdict import Verdict
from . import fide_b01, ru_2018, ua_2007

_ASSESS: Mapping[str, Callable[[EventFacts, Regulation], tuple[Verdict, ...]]] = {
    "fide_2013": fide_b01.assess,
    "fide_2024": fide_b01.assess,
    "ru_2018": ru_2018.assess,
    "ua_2007": ua_2007.assess,
}


def assess_event(event: EventFacts, law: Regulation) -> tuple[Verdict, ...]:
    """Verdicts on every participant with at least one round, by the rules of the edition.

    The caller picks the edition by the day that `law.decided_by_day` names. Raises LookupError for
    an edition without rules, ValueError for facts that cannot be (an unknown grade key).
    """
    if law.edition not in _ASSESS:
        raise LookupError(f"there are no rules for the edition {law.edition}")
    return _ASSESS[law.edition](event, law)

"""Titles from places in championships (1.2): the conditions that can be counted, and a claim.

The tables 1.24a and 1.24b are not known, so nothing here awards a title (A18).
"""

from dataclasses import dataclass

from ..regulation import Regulation
from ..verdict import Outcome, Reason
from .requirements import reason


@dataclass(frozen=True, slots=True)
class ChampionshipFacts:
    participants: int | None
    federations: int | None
    member_federations: int | None = None
    """Member federations of the continent or zone; None where not known."""
    exempt: bool = False
    """A world championship of IBCA, ICSC or IPCA."""


def direct_title_claim(
    title: str, place: str, facts: ChampionshipFacts, law: Regulation
) -> tuple[Reason, ...]:
    """What can be said about a direct title; the last reason always asks a person.

    `place` is what the claim rests on, in the claimant's words.
    """
    claim = reason(
        "FIDE.1.24",
        "fide_direct_title",
        None,
        required={"title": title},
        measured={"place": place},
        readings=("FIDE.A18",),
        asks="direct_title",
    )
    return (*championship(facts, law), claim)


def championship(facts: ChampionshipFacts, law: Regulation) -> tuple[Reason, Reason]:
    """1.23: У континентальних, субконтинентальним або санкціонованих міжнародними партнерами ФІДЕ
    змаганнях звання або результат можуть бути досягнуті тільки тоді, коли в змаганні брали участь
    принаймні, 1/3 або три відповідні федерації-члени ФІДЕ, в залежності від того, яка цифра менше.
    Мінімальна кількість учасників турніру - 8. Чемпіонати світу (в тому числі до 20 років) IBCA,
    ICSC і IPCA звільнені від цього правила.
    """
    least = law.thresholds["championship_participants"]
    federations = law.thresholds["championship_federations"]
    members = facts.member_federations
    enough: bool | None = None
    if facts.federations is not None and facts.federations >= federations:
        enough = True
    elif facts.federations is not None and members is not None:
        enough = facts.federations * 3 >= members
    elif facts.federations == 0:
        enough = False
    people = facts.participants
    found = (
        reason(
            "FIDE.1.23",
            "fide_championship_participants",
            None if people is None else people >= least,
            required={"participants": least},
            measured={"participants": people},
            asks="participants",
        ),
        reason(
            "FIDE.1.23",
            "fide_championship_federations",
            enough,
            required={"federations": federations},
            measured={"federations": facts.federations, "members": members},
            asks="federations" if facts.federations is None else "member_federations",
        ),
    )
    if not facts.exempt:
        return found
    first, second = (
        Reason(one.article, one.check, Outcome.NOT_APPLICABLE, one.required, one.measured)
        for one in found
    )
    return first, second

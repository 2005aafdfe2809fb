"""The papers of a made-up tournament: what a clerk fills in, before and after the file."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from federation.models import Commission, Region
from qualifications.demo.calendar import Plan
from qualifications.demo.files import Participation
from qualifications.demo.names import Names
from qualifications.demo.places import PLACES
from tournaments.grades import NormKey, StatedClass
from tournaments.models import (
    ArbiterCategory,
    CoefficientKind,
    DeclaredNorm,
    EventArbiter,
    EventSystem,
    Newcomers,
)

_CATEGORIES = (
    ArbiterCategory.NATIONAL,
    ArbiterCategory.FIRST,
    ArbiterCategory.FIDE,
    ArbiterCategory.SECOND,
)

BORDER = 1850
"""Between regional and national coefficients."""


def draw_arbiters(random: Random) -> tuple[tuple[tuple[str, ArbiterCategory], ...], ...]:
    """For each region its arbiters: name and category, the chief ones first."""
    names = Names(random)
    return tuple(
        tuple((names.draw(woman=random.random() < 0.4).full, category) for category in _CATEGORIES)
        for _place in PLACES
    )


def event_fields(plan: Plan, region: Region) -> dict[str, Any]:
    """The form of the tournament, with everything stated that the articles ask for."""
    return {
        "name": plan.name,
        "city": plan.town,
        "region": region,
        "starts_on": plan.starts_on,
        "ends_on": plan.ends_on,
        "system": plan.system,
        "women": plan.women,
        "minutes": plan.pace.minutes,
        "increment_seconds": plan.pace.increment_seconds,
        "electronic_clocks": True,
        "clocks_used": True,
        "moves_recorded": True,
        "most_rounds_on_one_day": plan.pace.rounds_a_day,
        "competition_class": plan.competition_class,
        "coefficient_kind": coefficient_kind(plan),
    }


def coefficient_kind(plan: Plan) -> CoefficientKind:
    """Championships are all-Ukrainian, round robins above the border qualify for them; what a town
    holds besides is local.
    """
    if plan.women or plan.system == EventSystem.TEAM:
        return CoefficientKind.ALL_UKRAINIAN
    strong = plan.around is not None and plan.around >= BORDER
    return CoefficientKind.QUALIFIER if strong else CoefficientKind.LOCAL


def event_arbiters(people: Sequence[tuple[str, ArbiterCategory]]) -> list[EventArbiter]:
    """The first one is the chief arbiter."""
    return [
        EventArbiter(name=name, category=category, chief=index == 0)
        for index, (name, category) in enumerate(people)
    ]


def declared_norms(plan: Plan, commission: Commission) -> list[DeclaredNorm]:
    """I and II rank set by the region's commission in good time, lower ones by the organiser."""
    declared_on: date = plan.starts_on - timedelta(days=21)
    by_commission = (NormKey.RANK_1, NormKey.RANK_2)
    return [
        DeclaredNorm(
            norm=norm,
            commission=commission if norm in by_commission else None,
            declared_on=declared_on,
        )
        for norm in (*by_commission, NormKey.RANK_3, NormKey.YOUTH_1)
    ]


def review_decisions(
    field: Sequence[Participation], *, class_known: Collection[int]
) -> Mapping[str, Any]:
    """The clerk's decisions about the file: who was asked about a rank, and has none.

    `class_known` are players whose class the registry has from a card, a decision or an earlier
    tournament.
    """
    asked = {
        str(number): [StatedClass.NONE, "анкета учасника"]
        for number, one in enumerate(field, start=1)
        if one.person.pk is not None and one.person.pk not in class_known
    }
    newcomers = any(one.person.pk is None for one in field)
    return {
        "players": {},
        "classes": asked,
        "newcomers": Newcomers.WITHOUT_RANK if newcomers else "",
    }

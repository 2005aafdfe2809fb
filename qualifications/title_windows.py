"""The coefficient that a norm of a master still waits for.

UA.MSU.2: або виконати норматив та досягти протягом 2-х років з часу виконання нормативу
індивідуального коефіцієнту Федерації шахів України (ІК) 2325 для чоловіків та 2150 для жінок
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from federation.persons import persons_of
from qualifications.engine.measures_ua_titles import (
    coefficient_needed,
    last_day_of_window,
)
from qualifications.engine.terms import MSU
from qualifications.grades import SCHEME
from qualifications.law import LawBook
from qualifications.models import LedgerEntry, PeriodStatus, RatingRow
from qualifications.serialize import verdict_from_record


@dataclass(frozen=True, slots=True)
class TitleWindow:
    """What a norm of a master lacks, and until when it can come."""

    reached_on: date | None
    """The list that brings the coefficient, or the norm's own day; None while none does."""
    needed: int
    """Where the sex is not known, the higher one."""
    until: date
    """The last day of a list that counts, inclusive."""


def title_windows(norms: Iterable[LedgerEntry]) -> Mapping[int, TitleWindow]:
    """By norm, those of masters by points: places and other ways wait for no coefficient.

    `norms` have `player` and `verdict` selected. Three queries however many.
    """
    waiting = [norm for norm in norms if norm.grade == MSU and _by_points(norm)]
    if not waiting:
        return {}
    book = LawBook.read()
    people = persons_of([norm.player_id for norm in waiting])
    wanted = {one for norm in waiting for one in people.same_as(norm.player_id)}
    lists: dict[int, list[tuple[date, int]]] = {}
    rows = RatingRow.objects.filter(
        player__in=wanted,
        after__isnull=False,
        run__publication__scheme=SCHEME,
        run__publication__status=PeriodStatus.PUBLISHED,
    ).values_list("player", "run__publication__list_on", "after")
    for player, day, value in rows.order_by("run__publication__list_on"):
        lists.setdefault(player, []).append((day, value or 0))
    return {
        norm.pk: _window(
            norm,
            sorted(one for p in people.same_as(norm.player_id) for one in lists.get(p, ())),
            book,
        )
        for norm in waiting
    }


def _by_points(norm: LedgerEntry) -> bool:
    """Whether the only way by which the norm was met is the one by points and coefficient."""
    if norm.verdict is None:
        return True
    verdict = verdict_from_record(norm.verdict)
    met = [route for route in verdict.routes if route.outcome.value == "met"]
    return all(
        any(reason.check == "coefficient_in_two_years" for reason in route.reasons) for route in met
    )


def _window(norm: LedgerEntry, lists: list[tuple[date, int]], book: LawBook) -> TitleWindow:
    law = book.law_for(SCHEME, on=norm.effective_on)
    sex = norm.player.sex or None
    _lowest, needed = coefficient_needed("msu_coefficient", sex, law)
    day = norm.effective_on
    in_force = [value for listed, value in lists if listed <= day][-1:]
    asked = [(day, value) for value in in_force] + [one for one in lists if one[0] > day]
    until = last_day_of_window(day, law)
    reached = next(
        (listed for listed, value in asked if day <= listed <= until and value >= needed), None
    )
    return TitleWindow(reached, needed, until)

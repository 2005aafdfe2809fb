"""Decrees of the demo federation: most approved, one waiting for approval, one annulled."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import TYPE_CHECKING

from qualifications.demo.accounts import Staff
from qualifications.demo.places import PLACES, SIGNING_IN, Place
from qualifications.models import AwardChoice, Decree
from qualifications.proposals import awards_waiting
from qualifications.services.changed_answers import award_policy_decide
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import Chosen, DecreeText, annulment_draft, decree_draft

if TYPE_CHECKING:
    from qualifications.demo.build import Demo

TRYING = SIGNING_IN[0]
"""This region once had to annul a decree and award anew."""


def choose_policies(demo: "Demo") -> None:
    """One region has chosen what becomes of awards that a correction takes away."""
    staff = _staff(demo, TRYING)
    award_policy_decide(
        commission=staff.commission,
        choice=AwardChoice.STANDS,
        in_force_from=demo.start,
        document="протокол засідання 2",
        user=staff.chair,
        at=demo.moment(demo.start, 15),
        today=demo.start,
    )


def _staff(demo: "Demo", account: str) -> Staff:
    return demo.staff[next(place.code for place in PLACES if place.account == account)]


def award_ranks(demo: "Demo", list_on: date, *, newest: bool) -> None:
    """Each regional commission awards by a decree what its players earned in the quarter.

    In the newest one those whose people sign in do not: the last of them that has something to
    award has drafted its decree, the rest is left to whoever tries the demo.
    """
    dated_on = min(list_on + timedelta(days=8), demo.day)
    drafted = False
    for place in reversed(PLACES):
        tried = newest and place.account in SIGNING_IN
        commission = demo.staff[place.code].commission
        waiting = [one.key for one in awards_waiting(commission) if one.effective_on < list_on]
        if not waiting or (tried and drafted):
            continue
        number = f"{(list_on.month + 2) // 3}-{place.code}"
        draft = _draft(demo, place, number, waiting, dated_on, hour=15)
        if tried:
            drafted = True
            continue
        decree = _approve(demo, place, draft, hour=16)
        if place.account == TRYING and not demo.annulled:
            _annul_and_award_anew(demo, place, decree, waiting)
            demo.annulled = True


def _draft(
    demo: "Demo", place: Place, number: str, keys: Collection[str], dated_on: date, *, hour: int
) -> Decree:
    staff = demo.staff[place.code]
    return decree_draft(
        commission=staff.commission,
        text=DecreeText(number=number, dated_on=dated_on, place=place.towns[0]),
        chosen=Chosen(keys),
        user=staff.clerk,
        at=demo.moment(dated_on, hour),
    )


def _approve(demo: "Demo", place: Place, draft: Decree, *, hour: int) -> Decree:
    chair = demo.staff[place.code].chair
    at = demo.moment(draft.dated_on, hour)
    return decree_approve(draft, version=draft.version, user=chair, at=at)


def _annul_and_award_anew(
    demo: "Demo", place: Place, decree: Decree, keys: Collection[str]
) -> None:
    """The same evening the chair sees that a decree names the wrong day; nobody loses a rank."""
    draft = annulment_draft(
        decree,
        text=DecreeText(f"{decree.number}-2", decree.dated_on, place.towns[0]),
        reason="зазначено не той день засідання",
        user=demo.staff[place.code].clerk,
        at=demo.moment(decree.dated_on, 17),
    )
    _approve(demo, place, draft, hour=18)
    anew = _draft(demo, place, f"{decree.number}-3", keys, decree.dated_on, hour=19)
    _approve(demo, place, anew, hour=20)

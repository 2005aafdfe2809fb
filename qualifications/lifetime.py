"""Ranks that are kept for life by law and wait for the decree that grants them so.

UA.CONF.7a: Шахіст, який підтвердив свій розряд, досягнувши 50-річного віку, і мав його не менше ніж
5 останніх років без перерви, зберігає свій розряд довічно
"""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q

from federation.models import Commission
from qualifications.deadlines import granted_by_law
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.life_facts import NOBODY, life_facts
from qualifications.models import (
    Deadline,
    DeadlineKind,
    DecreeAct,
    DecreeLine,
    DecreeStatus,
    LedgerEntry,
)
from qualifications.office import grades_awarded_by
from qualifications.proposals import MOST_PROPOSALS, Proposal, is_regional

ARTICLE = "UA.CONF.7a"


def lifetime_waiting(commission: Commission, *, today: date) -> list[Proposal]:
    """Players of a body who keep a rank for life that it awards, the earliest day first.

    The norm of a proposal is the line of the ledger whose confirmation made the rank one for life.
    A constant number of queries.
    """
    rows = Deadline.objects.filter(
        kind=DeadlineKind.KEPT_FOR_LIFE, grade__in=grades_awarded_by(commission.kind)
    )
    if is_regional(commission):
        rows = rows.filter(player__region=commission.region_id)
    rows = rows.select_related("player__region").order_by("day", "pk")
    return lifetime_of(rows[:MOST_PROPOSALS], today=today)


def lifetime_of(rows: Iterable[Deadline], *, today: date, drafted: bool = False) -> list[Proposal]:
    """Each row with the confirmation that the ledger tells now; what holds no longer is left out.

    So is what stands in a draft, unless `drafted` asks for it too.
    """
    rows = list(rows)
    if not rows:
        return []
    players = {row.player_id for row in rows}
    law = law_for(SCHEME, on=today)
    lives = life_facts(Q(player__in=players))
    kept = {
        player: granted_by_law(lives.get(player, NOBODY).walk(law=law).life_on(today))
        for player in players
    }
    found = [
        (row, told[2])
        for row in rows
        if (told := kept[row.player_id]) is not None and told[:2] == (row.grade, row.day)
    ]
    causes = LedgerEntry.objects.select_related("event", "player").in_bulk([k for _r, k in found])
    lines = DecreeLine.objects.filter(
        decree__status=DecreeStatus.DRAFT, act=DecreeAct.LIFETIME, player__in=players
    )
    in_drafts = set() if drafted else set(lines.values_list("player", "grade"))
    return [
        Proposal(
            act=DecreeAct.LIFETIME,
            player=row.player,
            grade=row.grade,
            effective_on=row.day,
            norm=causes[key],
            article=ARTICLE,
        )
        for row, key in found
        if (row.player_id, row.grade) not in in_drafts
    ]

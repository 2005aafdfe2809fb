"""What facts about people and links between them mean for qualifications."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation import keeping, linking
from federation.errors import Refused
from federation.models import FactKind, PersonFact, PersonLink, Player, User
from federation.persons import persons_of
from qualifications.services.deadlines import deadlines_refresh
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock
from tournaments.models import Entry, Event

JUDGED = frozenset(
    {FactKind.SEX, FactKind.BIRTH, FactKind.FEDERATION, FactKind.REGION, FactKind.TITLE}
)
"""Facts that verdicts ask for, as they were on the first day of an event.

Membership is asked by the rating lists alone, which are computed anew until they are published.
"""


@transaction.atomic
def person_fact_record(player: Player, *, today: date, user: User, **fact: Any) -> PersonFact:
    """Record a dated fact (`keeping.fact_record`); events that it touches are judged again."""
    judging_lock()
    recorded = keeping.fact_record(player, today=today, user=user, **fact)
    _judge_again(recorded, user, fact["at"], today)
    return recorded


@transaction.atomic
def person_fact_void(
    fact: PersonFact, *, reason: str, user: User, at: datetime, today: date
) -> PersonFact:
    """Void a fact entered wrongly (`keeping.fact_void`); events are judged again."""
    judging_lock()
    voided = keeping.fact_void(fact, reason=reason, user=user, at=at, today=today)
    _judge_again(voided, user, at, today)
    return voided


def _judge_again(fact: PersonFact, user: User, at: datetime, today: date) -> None:
    people_judge_again([fact], user=user, at=at, today=today)


@transaction.atomic
def people_judge_again(
    facts: Collection[PersonFact], *, user: User, at: datetime, today: date
) -> None:
    """Judge again the events that facts touch, each once; facts of coming days touch none yet."""
    touching = [
        fact
        for fact in facts
        if fact.kind in JUDGED and not (fact.valid_from and fact.valid_from > today)
    ]
    if not touching:
        return
    own = {fact.player_id for fact in touching}
    players = persons_of(own).expand(own)
    since = min(fact.valid_from or date.min for fact in touching)
    judging_lock()
    players_lock(players)
    later_events_rejudge(players, since=since, user=user, at=at)
    deadlines_refresh(players, on=today)


def events_of_both(kept: Player, merged: Player) -> list[Event]:
    """Events, admitted or not, in which two persons play beside each other."""
    persons = persons_of([kept.pk, merged.pk])
    one, other = persons.same_as(kept.pk), persons.same_as(merged.pk)
    return list(
        Event.objects.filter(
            pk__in=Entry.objects.filter(player__in=one).values("event"),
        )
        .filter(pk__in=Entry.objects.filter(player__in=other).values("event"))
        .order_by("ends_on", "pk")
    )


@transaction.atomic
def person_link(
    kept: Player,
    merged: Player,
    *,
    choices: Mapping[str, str],
    reason: str,
    user: User,
    at: datetime,
    today: date,
) -> PersonLink:
    """Two players are one person: link them, and judge again what both have played.

    Nothing that is recorded moves: entries, ledger and lists stay as they are, and are read
    together. Raises Refused where both played in one event, and as `linking.persons_link`.
    """
    judging_lock()
    linking.persons_lock((kept.pk, merged.pk))
    shared = events_of_both(kept, merged)
    if shared:
        raise Refused(
            _(
                "Both play in “%(event)s”: they are two people, or one result there has the wrong "
                "person."
            )
            % {"event": shared[0].name}
        )
    link = linking.persons_link(kept, merged, choices=choices, reason=reason, user=user, at=at)
    _follow(persons_of([kept.pk]).same_as(kept.pk), user, at, today)
    return link


@transaction.atomic
def person_unlink(
    link: PersonLink, *, reason: str, user: User, at: datetime, today: date
) -> PersonLink:
    """Undo a link; each of the two has again what was their own, the kept one with what came since.

    Raises Refused as `linking.persons_unlink`.
    """
    judging_lock()
    players = linking.persons_lock((link.kept_id, link.merged_id))
    link = linking.persons_unlink(link, reason=reason, user=user, at=at)
    _follow(players, user, at, today)
    return link


def _follow(players: Collection[int], user: User, at: datetime, today: date) -> None:
    later_events_rejudge(players, since=date.min, user=user, at=at)
    deadlines_refresh(players, on=today)

"""What people decide about differences between FIDE's list and the registry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation import keeping
from federation.errors import Refused
from federation.models import FactKind, PersonFact, User
from federation.written import written
from qualifications.fide_list.loading import list_as_it_stands, source_of
from qualifications.fide_list.merging import LISTED, ratings_keep
from qualifications.models import FideProposal, ListLoad, ProposalStatus, RatingScheme
from qualifications.services.people import people_judge_again
from qualifications.services.rejudging import judging_lock

ALWAYS = (FactKind.SEX, FactKind.BIRTH, FactKind.FIDE_ID)
"""Facts that do not begin on a day: what the registry said until now was an error."""


@dataclass(slots=True)
class Decided:
    """What came of deciding several at once."""

    decided: int = 0
    refused: list[tuple[FideProposal, str]] = field(default_factory=list)
    """Those that stay as they were, each with the reason."""


@transaction.atomic
def proposals_accept(
    proposals: Sequence[FideProposal], *, reason: str, user: User, at: datetime, today: date
) -> Decided:
    """Each becomes a dated fact with the list as its source; events are judged again once.

    Names, federations and titles hold from the day of the list; sex, birth and FIDE number have
    always been so. One that the registry cannot take stays open, the others are accepted. Raises
    Refused without a reason.
    """
    _ask_reason(reason)
    judging_lock()
    result, facts = Decided(), []
    for one in _waiting(proposals, result):
        try:
            with transaction.atomic():
                fact = keeping.fact_record(
                    one.player,
                    kind=one.kind,
                    value=one.value,
                    valid_from=None if one.kind in ALWAYS else one.list_on,
                    source=source_of(one.load),
                    user=user,
                    at=at,
                    today=today,
                )
        except Refused as refusal:
            result.refused.append((one, str(refusal)))
            continue
        facts.append(fact)
        _decide(one, ProposalStatus.ACCEPTED, reason, user, at, fact)
        result.decided += 1
    if any(fact.kind == FactKind.FIDE_ID for fact in facts):
        ratings_of_the_list_keep(at=at)
    people_judge_again(facts, user=user, at=at, today=today)
    return result


@transaction.atomic
def proposals_decline(
    proposals: Sequence[FideProposal], *, reason: str, user: User, at: datetime
) -> Decided:
    """None is made again until FIDE says something else. Raises Refused without a reason."""
    _ask_reason(reason)
    result = Decided()
    for one in _waiting(proposals, result):
        _decide(one, ProposalStatus.DECLINED, reason, user, at, None)
        result.decided += 1
    return result


def ratings_of_the_list_keep(*, at: datetime) -> int:
    """Keep ratings of the list as it stands for people whose FIDE number came later; how many."""
    day = list_as_it_stands()
    load = ListLoad.objects.filter(
        scheme=RatingScheme.FIDE, list_on=day, stored_at__isnull=False
    ).first()
    if day is None or load is None:
        return 0
    return ratings_keep(
        list_on=day,
        source=source_of(load),
        at=at,
        user_id=load.requested_by_id,
        table=LISTED,
    )


def _ask_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Say why."))


def _waiting(proposals: Iterable[FideProposal], result: Decided) -> list[FideProposal]:
    """Those of the proposals that nobody has decided in the meantime, in their order, locked."""
    wanted = {one.pk for one in proposals}
    rows = FideProposal.objects.select_for_update(of=("self",)).filter(pk__in=wanted)
    rows = rows.select_related("player__region", "load").order_by("pk")
    found = list(rows)
    late = [one for one in found if one.status != ProposalStatus.OPEN]
    result.refused += [(one, _("Somebody else has decided it meanwhile.")) for one in late]
    return [one for one in found if one.status == ProposalStatus.OPEN]


def _decide(
    one: FideProposal,
    status: ProposalStatus,
    reason: str,
    user: User,
    at: datetime,
    fact: PersonFact | None,
) -> None:
    one.status, one.reason, one.fact = status, written(reason, most=300), fact
    one.decided_by, one.decided_at = user, at
    one.save(update_fields=["status", "reason", "fact", "decided_by", "decided_at"])

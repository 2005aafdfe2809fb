"""Whose FIDE number is missing in the registry: people of the home federation in FIDE's list."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from federation.lookup import people_for
from federation.models import FactKind, Player
from federation.naming import Birth, Identity, match_person
from qualifications.fide_list.differences import (
    SETTLED,
    Difference,
    Watched,
    proposal,
    proposals_keep,
)
from qualifications.models import FideListed, FideProposal, ListLoad, LoadStep, ProposalStatus
from tournaments.review import HOME_FEDERATION

ROWS_AT_ONCE = 1000
NAMESAKE = "match.same_name_and_birth_year"
SOMEBODY_ELSE = "match.same_name_other_birth"
"""The list has years alone: a full date of birth, which would decide by itself, never comes."""


def missing_numbers_propose(load: ListLoad, *, at: datetime, progress: Watched) -> dict[str, int]:
    """Propose the FIDE numbers of people who are found with certainty: `numbers`.

    Certain is: the matching decides by itself; or full name, year of birth and sex are the same,
    and neither the registry nor the list has a second one like it. Two people of the registry for
    one row, or two rows for one person, are left alone.
    """
    without = Player.objects.filter(fide_id=None, merged_into=None)
    if not without.exists():
        return {"numbers": 0}
    rows = _rows_without_a_person()
    progress.begin(LoadStep.COMPARING, rows.count())
    found: dict[int, list[FideListed]] = defaultdict(list)
    done, stream = 0, rows.iterator(chunk_size=ROWS_AT_ONCE)
    while some := list(islice(stream, ROWS_AT_ONCE)):
        for row, player in _certain(some):
            found[player].append(row)
        done += len(some)
        progress.at(done)
    open_ = FideProposal.objects.filter(kind=FactKind.FIDE_ID, status=ProposalStatus.OPEN)
    open_.filter(player__fide_id__isnull=False).update(
        status=ProposalStatus.SETTLED, decided_at=at, reason=SETTLED
    )
    players = {player.pk: player for player in without.filter(pk__in=open_.values("player"))}
    numbers = list(found)
    for start in range(0, len(numbers), ROWS_AT_ONCE):
        players |= without.in_bulk(numbers[start : start + ROWS_AT_ONCE])
    sure = [
        proposal(players[pk], Difference(FactKind.FIDE_ID, "", str(said[0].fide_id)), said[0], load)
        for pk, said in sorted(found.items())
        if pk in players and len(said) == 1 and not _other_sex(players[pk], said[0])
    ]
    new = 0
    everybody = sorted(players.values(), key=lambda player: player.pk)
    for start in range(0, len(everybody), ROWS_AT_ONCE):
        people = everybody[start : start + ROWS_AT_ONCE]
        these = {player.pk for player in people}
        own = [one for one in sure if one.player_id in these]
        with transaction.atomic():
            new += proposals_keep(people, [FactKind.FIDE_ID], own, at=at)[0]
    return {"numbers": new}


def _other_sex(player: Player, row: FideListed) -> bool:
    return bool(player.sex and row.sex and player.sex != row.sex)


def _rows_without_a_person() -> QuerySet[FideListed]:
    """Of the home federation, in order of their numbers."""
    linked = Player.objects.filter(fide_id=OuterRef("fide_id"))
    rows = FideListed.objects.filter(federation=HOME_FEDERATION, birth_year__isnull=False)
    return rows.exclude(Exists(linked)).order_by("fide_id")


def _certain(rows: list[FideListed]) -> Iterator[tuple[FideListed, int]]:
    asked = {
        row.fide_id: Identity(
            name=row.name, birth=Birth(row.birth_year), fide_id=row.fide_id, sex=row.sex or None
        )
        for row in rows
        if row.name.strip(" ,") and row.birth_year
    }
    pool = people_for(asked.values())
    for row in rows:
        identity = asked.get(row.fide_id)
        if identity is None:
            continue
        people = pool.candidates(identity)
        match = match_person(identity, people)
        near = [one for one in match.candidates if one.reason_key != SOMEBODY_ELSE]
        if match.player is not None:
            yield row, match.player
        elif len(near) == 1 and near[0].reason_key == NAMESAKE:
            yield row, near[0].player

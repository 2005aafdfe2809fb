"""Notices about deadlines: written once for each deadline, sent where there is consent."""

import logging
from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import translation

from federation.accounts import written_to_former_guardians
from federation.models import Player
from federation.services import contact_record
from qualifications.models import Deadline, DeadlineKind, Notice, NoticeChoice
from qualifications.models.deadlines import AHEAD, DAYS_BEFORE
from qualifications.presenting_notices import notice_words

logger = logging.getLogger(__name__)

WRITTEN_AT_ONCE = 1000


Players = tuple[int, int] | None
"""First and last permanent number of the players meant, both included; None for everybody."""


def notices_write(*, today: date, at: datetime, players: Players = None) -> int:
    """Write the notices that are due and not yet written; returns how many.

    For each deadline only the nearest step: somebody whose rank is entered five days before its
    end is told once and not three times. A night left out is made up for in the next one. The
    database keeps a second notice out, whoever runs this at the same time.
    """
    whose = _numbered(players)
    before = Notice.objects.filter(whose).count()
    batch: list[Notice] = []
    for deadline in _due(today).filter(whose).iterator(chunk_size=WRITTEN_AT_ONCE):
        batch.append(_notice(deadline, today, at))
        if len(batch) == WRITTEN_AT_ONCE:
            Notice.objects.bulk_create(batch, ignore_conflicts=True)
            batch = []
    Notice.objects.bulk_create(batch, ignore_conflicts=True)
    return Notice.objects.filter(whose).count() - before


def _numbered(players: Players) -> Q:
    return Q(player__gte=players[0], player__lte=players[1]) if players else Q()


def _due(today: date):
    """Deadlines of the next 90 days, the last day itself included."""
    return Deadline.objects.filter(
        kind__in=AHEAD, day__gte=today, day__lte=today + timedelta(days=max(DAYS_BEFORE))
    ).order_by("pk")


def _notice(deadline: Deadline, today: date, at: datetime) -> Notice:
    left = (deadline.day - today).days
    return Notice(
        player_id=deadline.player_id,
        kind=deadline.kind,
        grade=deadline.grade,
        due_on=deadline.day,
        days_before=next(days for days in DAYS_BEFORE if left <= days),
        created_at=at,
    )


_NOT_CHOSEN = (
    Q(player__notice_choice__days_before__lt=F("days_before"))
    | Q(kind=DeadlineKind.RANK_ENDS, player__notice_choice__rank_ends=False)
    | Q(kind=DeadlineKind.POINT_ENDS, player__notice_choice__point_ends=False)
    | Q(kind=DeadlineKind.EXEMPTION_ENDS, player__notice_choice__exemption_ends=False)
)


def notices_send(*, today: date, clock: Callable[[], datetime], players: Players = None) -> int:
    """Send what is written and not sent, to people with an address and consent; returns how many.

    A notice whose deadline no longer stands, because the rank was confirmed or the entry voided, is
    not sent; nor one that the person has not chosen, nor an earlier step where a nearer one is
    written, nor one that would go to the parent of somebody who is of age. Each is marked before it
    goes: a crash between the two leaves one unsent, never one sent twice. What the mail server
    refuses is tried again the next time.
    """
    stands = Deadline.objects.filter(
        player=OuterRef("player"),
        kind=OuterRef("kind"),
        grade=OuterRef("grade"),
        day=OuterRef("due_on"),
    )
    nearer = Notice.objects.filter(
        player=OuterRef("player"),
        kind=OuterRef("kind"),
        grade=OuterRef("grade"),
        due_on=OuterRef("due_on"),
        days_before__lt=OuterRef("days_before"),
    )
    waiting = (
        Notice.objects.filter(
            _numbered(players),
            Exists(stands),
            ~Exists(nearer),
            sent_at=None,
            due_on__gte=today,
            player__email_consent_on__lte=today,
        )
        .exclude(player__email="")
        .exclude(_NOT_CHOSEN)
        .exclude(player__in=written_to_former_guardians(on=today))
        .select_related("player")
        .order_by("pk")
    )
    sent = 0
    for notice in waiting.iterator(chunk_size=WRITTEN_AT_ONCE):
        if Notice.objects.filter(pk=notice.pk, sent_at=None).update(sent_at=clock()) == 0:
            continue  # another process has it
        try:
            _message(notice, today).send()
        except OSError:
            Notice.objects.filter(pk=notice.pk).update(sent_at=None)
            logger.exception("Notice %s was not sent", notice.pk)
        else:
            sent += 1
    return sent


def _message(notice: Notice, today: date) -> EmailMessage:
    """In the language that the player has chosen, else in that of the registry."""
    with translation.override(notice.player.language or settings.LANGUAGE_CODE):
        subject, body = notice_words(notice, today)
    return EmailMessage(subject=subject, body=body, to=[notice.player.email])


@transaction.atomic
def notices_choose(
    player: Player, choice: NoticeChoice, *, email: str, language: str, today: date
) -> None:
    """Keep what the owner of a card has chosen: `choice` by kinds, where and in which language.

    An empty address ends the consent; otherwise it holds since it was first given.
    """
    since = (player.email_consent_on or today) if email else None
    contact_record(player, email=email, email_consent_on=since, language=language)
    choice.player = player
    choice.save()

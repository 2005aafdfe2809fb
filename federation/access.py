"""May this user do this here today? The one place that answers.

`PERMISSIONS` is the whole table: for each action the roles and the kinds of commission whose
mandate allows it. Whether the mandate belongs to the right commission, and whether another person
must act, is asked in `Access.may`.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from django.core.exceptions import PermissionDenied

from federation import dates
from federation.models import Commission, CommissionKind, Mandate, Player, Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest


class Action(StrEnum):
    EVENT_REGISTER = "event_register"
    """Register a tournament."""
    EVENT_PREPARE = "event_prepare"
    """Edit, upload, review and send a tournament that is being prepared."""
    EVENT_SEE_UNADMITTED = "event_see_unadmitted"
    """See a tournament before it is admitted, and what it would mean."""
    EVENT_ADMIT = "event_admit"
    """Admit a tournament or return it to the clerk."""
    EVENT_DOWNLOAD = "event_download"
    """Take an event along as a file with what the registry knows of its players."""
    EARLIER_AWARD_RECORD = "earlier_award_record"
    """Take over a rank from a paper card."""
    PERIOD_SEE_DRAFT = "period_see_draft"
    """See rating periods and their drafts."""
    PERIOD_RECOMPUTE = "period_recompute"
    """Compute the draft of a period, and stop the computation."""
    PERIOD_PUBLISH = "period_publish"
    """Publish a rating list."""
    CORRECTION_SEE = "correction_see"
    """See late corrections of published lists and their difference."""
    CORRECTION_DRAFT = "correction_draft"
    """Draft a late correction, compute what follows, give it up."""
    CORRECTION_SIGN = "correction_sign"
    """Sign a late correction that somebody else drafted."""
    OBJECTION_RAISE = "objection_raise"
    """See the draft's lines of the players of the region, and object to one of them."""
    OBJECTION_RAISE_FOR_PLAYER = "objection_raise_for_player"
    """Write down the objection of a player who brought it to the national commission."""
    OBJECTION_ANSWER = "objection_answer"
    """Answer an objection that somebody else raised."""
    READING_DECIDE = "reading_decide"
    """Record how an unclear passage of a regulation is read, and try it out beforehand."""
    BIRTH_DATE_SEE = "birth_date_see"
    """See a player's whole date of birth."""
    CONTACT_KEEP = "contact_keep"
    """See and enter a player's e-mail address and consent."""
    CARD_SEE_AS_KNOWN = "card_see_as_known"
    """See a card as the registry knew it on an earlier day."""
    FACTS_KEEP = "facts_keep"
    """See the dated facts of a person with their sources, record and void them."""
    PERSON_LINK = "person_link"
    """Say that two players are one person or two, and undo it."""
    ENTRY_MOVE = "entry_move"
    """Move a result of an admitted event from the wrong person to the right one."""
    RATING_LIST_LOAD = "rating_list_load"
    """Load the rating lists of FIDE and of Russia, and see what came of it."""
    FIDE_PROPOSAL_DECIDE = "fide_proposal_decide"
    """Accept or decline what FIDE's list says otherwise of a person."""
    DEADLINES_SEE = "deadlines_see"
    """Work lists of what ends, for the players that the commission answers for."""
    NORM_DECLARE = "norm_declare"
    """Declare a norm of a coming tournament that somebody else has asked for, or refuse it."""
    SUBMISSION_SEE = "submission_see"
    """See the submissions that the body prepares or receives, with their attachments."""
    SUBMISSION_PREPARE = "submission_prepare"
    """Draft a submission, attach papers, withdraw it."""
    SUBMISSION_SEND = "submission_send"
    """Sign and send a submission that somebody else drafted."""
    SUBMISSION_RECEIVE = "submission_receive"
    """Accept a submission that was sent to the body, or return it with a reason."""
    DECREE_SEE = "decree_see"
    """See the drafts of the body's decrees, and what waits for one."""
    DECREE_DRAFT = "decree_draft"
    """Draft a decree of the body, change and abandon the draft."""
    DECREE_APPROVE = "decree_approve"
    """Approve a decree that somebody else drafted."""
    APPLICATION_PREPARE = "application_prepare"
    """See applications to FIDE for titles, prepare and withdraw them, keep norms made elsewhere."""
    APPLICATION_SEND = "application_send"
    """Sign and send an application to FIDE that somebody else prepared."""
    APPLICATION_RESULT = "application_result"
    """Record FIDE's answer to an application, and take back one recorded wrongly."""
    CHANGED_BASIS_ANSWER = "changed_basis_answer"
    """Say what follows where an approved decree of the body rests on changed data."""
    AWARD_POLICY_DECIDE = "award_policy_decide"
    """Record what the body does with awards that a correction takes away."""
    JOURNAL_SEE = "journal_see"
    """Read what was done in the name of the body, by whom and when; the national chair of all."""
    CLAIM_ANSWER = "claim_answer"
    """Confirm or refuse that a card is somebody's, and end that."""
    REQUEST_ANSWER = "request_answer"
    """Answer what the owner of a card asks."""
    DOCUMENT_ISSUE = "document_issue"
    """Certify papers of a tournament: its crosstable, FIDE's report, certificates of norms."""


@dataclass(frozen=True, slots=True)
class Permission:
    roles: frozenset[str]
    kinds: frozenset[str]


_ALL_ROLES = frozenset({Role.CLERK, Role.MEMBER, Role.CHAIR})
_DECIDING = frozenset({Role.MEMBER, Role.CHAIR})
_DRAFTING = _ALL_ROLES | {Role.OFFICER}
_SIGNING = _DECIDING | {Role.OFFICER}
_ALL_KINDS = frozenset({CommissionKind.NATIONAL, CommissionKind.REGIONAL, CommissionKind.CITY})
"""All commissions; the ministry is none of them."""
_SUBMITTING = frozenset({CommissionKind.NATIONAL, CommissionKind.REGIONAL})
_RECEIVING = frozenset({CommissionKind.NATIONAL, CommissionKind.MINISTRY})
_ALL_BODIES = _ALL_KINDS | {CommissionKind.MINISTRY}
_NATIONAL = frozenset({CommissionKind.NATIONAL})
_REGIONAL = frozenset({CommissionKind.REGIONAL})

PERMISSIONS: dict[Action, Permission] = {
    Action.EVENT_REGISTER: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.EVENT_PREPARE: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.EVENT_SEE_UNADMITTED: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.EVENT_ADMIT: Permission(_DECIDING, _ALL_KINDS),
    Action.EVENT_DOWNLOAD: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.EARLIER_AWARD_RECORD: Permission(_DECIDING, _ALL_KINDS),
    Action.PERIOD_SEE_DRAFT: Permission(_ALL_ROLES, _NATIONAL),
    Action.PERIOD_RECOMPUTE: Permission(_DECIDING, _NATIONAL),
    Action.PERIOD_PUBLISH: Permission(frozenset({Role.CHAIR}), _NATIONAL),
    Action.CORRECTION_SEE: Permission(_ALL_ROLES, _NATIONAL),
    Action.CORRECTION_DRAFT: Permission(_ALL_ROLES, _NATIONAL),
    Action.CORRECTION_SIGN: Permission(_DECIDING, _NATIONAL),
    Action.OBJECTION_RAISE: Permission(_DECIDING, _REGIONAL),
    Action.OBJECTION_RAISE_FOR_PLAYER: Permission(_ALL_ROLES, _NATIONAL),
    Action.OBJECTION_ANSWER: Permission(_DECIDING, _NATIONAL),
    Action.READING_DECIDE: Permission(frozenset({Role.CHAIR}), _NATIONAL),
    Action.BIRTH_DATE_SEE: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.CONTACT_KEEP: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.CARD_SEE_AS_KNOWN: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.FACTS_KEEP: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.PERSON_LINK: Permission(_DECIDING, _ALL_KINDS),
    Action.ENTRY_MOVE: Permission(_DECIDING, _ALL_KINDS),
    Action.RATING_LIST_LOAD: Permission(_DECIDING, _NATIONAL),
    Action.FIDE_PROPOSAL_DECIDE: Permission(_DECIDING, _ALL_KINDS),
    Action.DEADLINES_SEE: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.NORM_DECLARE: Permission(_DECIDING, _SUBMITTING),
    Action.SUBMISSION_SEE: Permission(_DRAFTING, _SUBMITTING | _RECEIVING),
    Action.SUBMISSION_PREPARE: Permission(_ALL_ROLES, _SUBMITTING),
    Action.SUBMISSION_SEND: Permission(_DECIDING, _SUBMITTING),
    Action.SUBMISSION_RECEIVE: Permission(_SIGNING, _RECEIVING),
    Action.DECREE_SEE: Permission(_DRAFTING, _ALL_BODIES),
    Action.DECREE_DRAFT: Permission(_DRAFTING, _ALL_BODIES),
    Action.DECREE_APPROVE: Permission(_SIGNING, _ALL_BODIES),
    Action.APPLICATION_PREPARE: Permission(_ALL_ROLES, _NATIONAL),
    Action.APPLICATION_SEND: Permission(_DECIDING, _NATIONAL),
    Action.APPLICATION_RESULT: Permission(_DECIDING, _NATIONAL),
    Action.CHANGED_BASIS_ANSWER: Permission(_SIGNING, _ALL_BODIES),
    Action.AWARD_POLICY_DECIDE: Permission(frozenset({Role.CHAIR, Role.OFFICER}), _ALL_BODIES),
    Action.JOURNAL_SEE: Permission(frozenset({Role.CHAIR, Role.OFFICER}), _ALL_BODIES),
    Action.CLAIM_ANSWER: Permission(_DECIDING, _ALL_KINDS),
    Action.REQUEST_ANSWER: Permission(_ALL_ROLES, _ALL_KINDS),
    Action.DOCUMENT_ISSUE: Permission(_DECIDING, _ALL_KINDS),
}


ALSO_NATIONAL = frozenset(
    {Action.EVENT_SEE_UNADMITTED, Action.EVENT_DOWNLOAD, Action.DOCUMENT_ISSUE}
)
"""What the national commission may do with events of every commission."""


ANOTHER_PERSON = frozenset(
    {
        *(Action.EVENT_ADMIT, Action.CORRECTION_SIGN, Action.OBJECTION_ANSWER),
        *(Action.SUBMISSION_SEND, Action.DECREE_APPROVE, Action.NORM_DECLARE),
        Action.APPLICATION_SEND,
    }
)
"""Only another person than the one who prepared it; the services ask, and the database refuses."""


class RegisteredEvent(Protocol):
    """What access needs to know of a tournament."""

    commission_id: int
    registered_by_id: int
    submitted_by_id: int | None


class Access:
    """What one user may do on one day. Mandates are read once."""

    def __init__(self, user_id: int | None, mandates: "Iterable[Mandate]") -> None:
        self.user_id = user_id
        self.mandates = tuple(mandates)

    def commissions(
        self, action: Action, *, player: Player | None = None
    ) -> tuple[Commission, ...]:
        """Commissions in whose name the user may do this, each once, in order of mandates.

        With `player` only those that answer for the player.
        """
        allowing = self._allowing(action)
        if player is not None:
            allowing = [m for m in allowing if _is_national(m) or _covers(m, player)]
        return tuple({m.commission_id: m.commission for m in allowing}.values())

    def regions(self, action: Action) -> frozenset[int] | None:
        """Regions whose players the user may do this with; None for all of them."""
        allowing = self._allowing(action)
        if any(_is_national(m) for m in allowing):
            return None
        return frozenset(m.commission.region_id for m in allowing if m.commission.region_id)

    def may(
        self,
        action: Action,
        *,
        commission: Commission | None = None,
        event: RegisteredEvent | None = None,
        player: Player | None = None,
    ) -> bool:
        """Whether the user may do `action`, for a commission, an event or a player where given."""
        allowing = self._allowing(action)
        if commission is not None:
            allowing = [m for m in allowing if m.commission_id == commission.pk]
        if event is not None:
            allowing = [
                m
                for m in allowing
                if m.commission_id == event.commission_id
                or (action in ALSO_NATIONAL and _is_national(m))
            ]
            if action is Action.EVENT_ADMIT and self.user_id in (
                event.registered_by_id,
                event.submitted_by_id,
            ):
                return False
        if player is not None:
            allowing = [m for m in allowing if _is_national(m) or _covers(m, player)]
        return bool(allowing)

    def require(self, action: Action, **what) -> None:
        """Raise PermissionDenied (403) unless `may`."""
        if not self.may(action, **what):
            raise PermissionDenied(action)

    def _allowing(self, action: Action) -> list[Mandate]:
        permission = PERMISSIONS[action]
        return [
            m
            for m in self.mandates
            if m.role in permission.roles and m.commission.kind in permission.kinds
        ]


def _is_national(mandate: Mandate) -> bool:
    return mandate.commission.kind == CommissionKind.NATIONAL


def _covers(mandate: Mandate, player: Player) -> bool:
    """A player belongs to the commissions of the region; one without a region to any commission."""
    return player.region_id is None or player.region_id == mandate.commission.region_id


def access_on(user, *, on: date) -> Access:
    """What `user` may do on a day. Anonymous and inactive people may do nothing here."""
    if not user.is_authenticated or not user.is_active:
        return Access(None, ())
    mandates = Mandate.objects.filter(user=user).in_force(on=on)
    return Access(user.pk, mandates.select_related("commission__region"))


def access_of(request: "HttpRequest") -> Access:
    """The access of the person behind a request, today; read once per request."""
    found = getattr(request, "registry_access", None)
    if found is None:
        found = access_on(request.user, on=dates.today())
        setattr(request, "registry_access", found)  # noqa: B010  the request has no such field
    return found

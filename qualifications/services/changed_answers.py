"""What a body decides where its decrees rest on changed data, and its policy on such awards."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, User
from qualifications.changed_bases import policy_for, policy_on
from qualifications.models import AwardChoice, AwardPolicy, ChangedBasis, Decree, DecreeStatus
from qualifications.services.decrees import DecreeText, annulment_draft


@transaction.atomic
def changed_basis_answer(
    basis: ChangedBasis,
    *,
    choice: str,
    words: str,
    text: DecreeText | None = None,
    user: User,
    at: datetime,
) -> Decree | None:
    """Answer a change: the award stands, or it is annulled by a decree, whose draft is returned.

    The draft takes `text` and, as its reason, `words`; where the decree is being annulled already
    that draft is returned. The policy of the body is kept with the answer. Raises Refused without
    words, for a change that was answered or has been followed by another one, for a decree that is
    not in force any more, and as `annulment_draft`.
    """
    basis = (
        ChangedBasis.objects.select_for_update(of=("self",))
        .select_related("line__decree__commission", "answered_by")
        .get(pk=basis.pk)
    )
    if basis.answered_at is not None:
        raise Refused(_("%(who)s has answered this meanwhile.") % {"who": basis.answered_by})
    if ChangedBasis.objects.filter(line=basis.line, pk__gt=basis.pk).exists():
        raise Refused(_("The data have changed again since. Answer the latest change instead."))
    if choice not in AwardChoice.values:
        raise Refused(_("Choose whether the award stands."))
    if not words.strip():
        raise Refused(_("Say why, in a few words."))
    draft = _annulment(basis.line.decree, choice, words, text, user, at)
    basis.choice, basis.answer, basis.policy = choice, words.strip()[:500], policy_for(basis)
    basis.answered_by, basis.answered_at = user, at
    basis.save()
    return draft


def _annulment(
    decree: Decree,
    choice: str,
    words: str,
    text: DecreeText | None,
    user: User,
    at: datetime,
) -> Decree | None:
    begun = decree.annulling.exclude(status=DecreeStatus.ABANDONED).first()
    if begun is not None and begun.status == DecreeStatus.APPROVED:
        raise Refused(
            _("Decree %(number)s has annulled this one meanwhile; nothing is left to decide.")
            % {"number": begun.number}
        )
    if choice != AwardChoice.ANNULLED:
        return None
    if begun is not None:
        return begun
    if text is None:
        raise Refused(_("Give the number, the date and the place of the decree that annuls."))
    return annulment_draft(decree, text=text, reason=words, user=user, at=at)


@transaction.atomic
def award_policy_decide(
    *,
    commission: Commission,
    choice: str,
    in_force_from: date,
    document: str,
    user: User,
    at: datetime,
    today: date,
) -> AwardPolicy:
    """Record what a body does, from a day on, with awards that a correction takes away.

    It speaks of changes that are found on that day or later. Raises Refused without a document, for
    a day that has passed, and for what holds already on that day.
    """
    Commission.objects.select_for_update().get(pk=commission.pk)
    if choice not in AwardChoice.values:
        raise Refused(_("Choose whether the award stands."))
    if not document.strip():
        raise Refused(_("Name the document by which the body has chosen so."))
    if in_force_from < today:
        raise Refused(
            _("A policy holds from today or a later day; what was found before is not touched.")
        )
    before = policy_on(commission, in_force_from)
    if before is not None and before.choice == choice:
        raise Refused(_("This holds on that day already."))
    return AwardPolicy.objects.create(
        commission=commission,
        choice=choice,
        in_force_from=in_force_from,
        document=document.strip()[:200],
        decided_by=user,
        decided_at=at,
    )

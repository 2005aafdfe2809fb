"""What a body decides where its decrees rest on changed data, and its policy on such awards."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, User
from federation.written import written
from qualifications.changed_bases import begun_about, policy_for, policy_on
from qualifications.models import AwardChoice, AwardPolicy, ChangedBasis, Decree, DecreeStatus
from qualifications.revocations import award_of
from qualifications.services.decrees import DecreeText, annulment_draft
from qualifications.services.revocations import revocation_draft


@transaction.atomic
def changed_basis_answer(
    basis: ChangedBasis,
    *,
    choice: str,
    words: str,
    text: DecreeText | None = None,
    holds_no_more_from: date | None = None,
    user: User,
    at: datetime,
) -> Decree | None:
    """Answer a change: the award stands; or it alone is revoked, or its decree annulled, by
    another decree, whose draft is returned.

    The draft takes `text` and, as its reason, `words`; where such a decree has been begun already
    that one is returned. A revoked award holds through the day before `holds_no_more_from`. The
    policy of the body is kept with the answer. Raises Refused without words, for a change that was
    answered or has been followed by another one, for a decree that is not in force any more, and as
    `annulment_draft` and `revocation_draft`.
    """
    basis = (
        ChangedBasis.objects.select_for_update(of=("self",))
        .select_related("line__decree__commission", "line__norm", "answered_by")
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
    begun = begun_about(basis)
    if begun is not None and begun.decree.status == DecreeStatus.APPROVED:
        raise Refused(
            _("Decree %(number)s has decided it meanwhile; nothing is left to answer.")
            % {"number": begun.decree.number}
        )
    if choice == AwardChoice.STANDS:
        draft = None
    elif begun is not None and begun.choice == choice:
        draft = begun.decree
    elif text is None:
        raise Refused(_("Give the number, the date and the place of the new decree."))
    elif choice == AwardChoice.ANNULLED:
        draft = annulment_draft(basis.line.decree, text=text, reason=words, user=user, at=at)
    else:
        draft = _revocation(basis, text, holds_no_more_from, words, user, at)
    basis.choice, basis.answer, basis.policy = choice, written(words, most=500), policy_for(basis)
    basis.answered_by, basis.answered_at = user, at
    basis.save()
    return draft


def _revocation(
    basis: ChangedBasis,
    text: DecreeText,
    from_day: date | None,
    words: str,
    user: User,
    at: datetime,
) -> Decree:
    award = award_of(basis.line)
    if award is None:
        raise Refused(_("Only an award that is in force can be revoked."))
    if from_day is None:
        raise Refused(_("Say from which day the award holds no more."))
    return revocation_draft(
        award, text=text, holds_no_more_from=from_day, reason=words, user=user, at=at
    )


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
        document=written(document, most=200),
        decided_by=user,
        decided_at=at,
    )

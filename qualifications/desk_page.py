"""What a desk says first: the counts in a sentence, and the one next thing."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.access import Access, Action
from qualifications.desks import Desk
from qualifications.models import PeriodStatus, RatingPeriod, SubmissionStatus


@dataclass(frozen=True, slots=True)
class NextThing:
    """The primary button of a desk."""

    label: str
    url: str


def waiting_counts(desk: Desk, due: RatingPeriod | None) -> list[str]:
    """What waits, in counted words: "3 events to admit", most pressing first; empty without any."""
    returned = sum(1 for event in desk.drafts if event.returned_note)
    drafts = len(desk.drafts) - returned
    waiting = sum(one.count for one in desk.to_decide)
    to_submit = sum(one.count for one in desk.to_submit)
    counts = [
        (
            len(desk.to_admit),
            ngettext("%(n)d tournament to admit", "%(n)d tournaments to admit", len(desk.to_admit)),
        ),
        (
            returned,
            ngettext(
                "%(n)d returned tournament to correct",
                "%(n)d returned tournaments to correct",
                returned,
            ),
        ),
        (
            drafts,
            ngettext("%(n)d tournament to finish", "%(n)d tournaments to finish", drafts),
        ),
        (
            len(desk.corrected),
            ngettext("%(n)d corrected file", "%(n)d corrected files", len(desk.corrected)),
        ),
        (
            len(desk.objections),
            ngettext(
                "%(n)d objection to answer", "%(n)d objections to answer", len(desk.objections)
            ),
        ),
        (
            len(desk.corrections),
            ngettext(
                "%(n)d correction to sign", "%(n)d corrections to sign", len(desk.corrections)
            ),
        ),
        (
            len(desk.decrees),
            ngettext("%(n)d decree to approve", "%(n)d decrees to approve", len(desk.decrees)),
        ),
        (
            len(desk.changed_bases),
            ngettext(
                "%(n)d award that rests on changed data",
                "%(n)d awards that rest on changed data",
                len(desk.changed_bases),
            ),
        ),
        (
            len(desk.claims) + len(desk.requests),
            ngettext(
                "%(n)d player to answer",
                "%(n)d players to answer",
                len(desk.claims) + len(desk.requests),
            ),
        ),
        (
            len(desk.norms_asked),
            ngettext("%(n)d norm to declare", "%(n)d norms to declare", len(desk.norms_asked)),
        ),
        (
            len(desk.submissions),
            ngettext("%(n)d submission", "%(n)d submissions", len(desk.submissions)),
        ),
        (
            desk.to_sign,
            ngettext(
                "%(n)d application to FIDE to sign",
                "%(n)d applications to FIDE to sign",
                desk.to_sign,
            ),
        ),
        (
            waiting,
            ngettext("%(n)d line for a decree", "%(n)d lines for a decree", waiting),
        ),
        (
            to_submit,
            ngettext("%(n)d norm to submit", "%(n)d norms to submit", to_submit),
        ),
    ]
    words = [words % {"n": n} for n, words in counts if n]
    if due is not None:
        words.insert(0, _("the list of %(day)s") % {"day": f"{due.list_on:%d.%m.%Y}"})
    return words


def next_thing(access: Access, desk: Desk, due: RatingPeriod | None) -> NextThing | None:
    """What this person most likely came for: others wait for it first, then what was begun.

    `due` is the earliest period that has ended and is not published.
    """
    if desk.to_admit:
        event = desk.to_admit[0]
        return NextThing(
            _("Look at “%(event)s”") % {"event": event.name},
            reverse("event-admit", args=[event.pk]),
        )
    returned = [event for event in desk.drafts if event.returned_note]
    if returned:
        return NextThing(
            _("Correct “%(event)s”") % {"event": returned[0].name},
            reverse("event-edit", args=[returned[0].pk]),
        )
    if due is not None and access.may(_period_action(due)):
        return NextThing(
            _("Open the list of %(day)s") % {"day": f"{due.list_on:%d.%m.%Y}"},
            reverse("period-detail", args=[due.pk]),
        )
    if desk.decrees:
        decree = desk.decrees[0]
        return NextThing(
            _("Look at decree № %(number)s") % {"number": decree.number},
            reverse("decree-detail", args=[decree.pk]),
        )
    asked = _next_answer(desk)
    if asked is not None:
        return asked
    if desk.to_decide and not access.may(Action.PERIOD_SEE_DRAFT):
        body = desk.to_decide[0].commission
        return NextThing(_("Draft a decree"), f"{reverse('decree-new')}?commission={body.pk}")
    if access.may(Action.EVENT_REGISTER):
        return NextThing(_("Register a tournament"), reverse("event-new"))
    return None


def _next_answer(desk: Desk) -> NextThing | None:
    """What somebody waits for an answer to: norms first, for they have a last day."""
    if desk.norms_asked:
        event = desk.norms_asked[0].event
        return NextThing(
            _("Look at the norms of “%(event)s”") % {"event": event.name},
            reverse("event-norms", args=[event.pk]),
        )
    sent = [one for one in desk.submissions if one.status == SubmissionStatus.SENT]
    if sent:
        return NextThing(
            _("Look at submission № %(number)s") % {"number": sent[0].number},
            reverse("submission-detail", args=[sent[0].pk]),
        )
    if desk.claims or desk.requests:
        return NextThing(_("Answer players"), reverse("claim-list"))
    return None


def _period_action(period: RatingPeriod) -> Action:
    computed = period.status == PeriodStatus.COMPUTED
    return Action.PERIOD_PUBLISH if computed else Action.PERIOD_RECOMPUTE

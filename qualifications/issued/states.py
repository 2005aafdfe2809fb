"""Whether a paper still holds: computed when somebody asks, from what the registry says now."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.persons import persons_of
from federation.templatetags.registry import day as day_words
from qualifications.documents import Paper, differences, paper_from_json
from qualifications.issued.card import card_paper
from qualifications.issued.crosstable import crosstable_paper
from qualifications.issued.norm import norm_paper
from qualifications.issued.tournament import tournament_paper
from qualifications.models import (
    ApplicationStatus,
    Decree,
    DecreeStatus,
    DocumentKind,
    IssuedDocument,
    ListIssue,
    SubmissionStatus,
    VerdictRecord,
)
from qualifications.presenting_decrees import section_name
from qualifications.presenting_fide_applications import application_words
from qualifications.revocations import afterwards
from tournaments.models import EventStatus

MOST_CHANGES = 20


@dataclass(frozen=True, slots=True)
class DocumentState:
    """What the page of a code says first."""

    word: str
    """Valid, amended or revoked, in the language of the page."""
    tone: str
    sentence: str
    url: str = ""
    """Where what holds now can be seen."""
    changes: tuple[tuple[str, str], ...] = ()
    """Lines of the paper, and what the registry says instead, in the paper's language."""
    more: int = 0
    """How many further ones there are."""


def document_state(document: IssuedDocument, *, on: date) -> DocumentState:
    """The state of a paper on a day."""
    return _STATE_OF[DocumentKind(document.kind)](document, on)


def _valid(sentence: str, url: str = "") -> DocumentState:
    return DocumentState(_("Valid"), "good", sentence, url)


def _amended(
    sentence: str, url: str = "", changes: tuple[tuple[str, str], ...] = ()
) -> DocumentState:
    more = max(0, len(changes) - MOST_CHANGES)
    return DocumentState(_("Amended"), "warn", sentence, url, changes[:MOST_CHANGES], more)


def _revoked(sentence: str, url: str = "") -> DocumentState:
    return DocumentState(_("Revoked"), "bad", sentence, url)


def _same(document: IssuedDocument, now: Paper, url: str) -> DocumentState:
    changes = differences(paper_from_json(document.paper), now)
    if not changes:
        return _valid(_("The registry says today what the paper says."), url)
    return _amended(
        _("The paper is genuine, but the registry says something else by now: look there."),
        url,
        changes,
    )


def _card(document: IssuedDocument, on: date) -> DocumentState:
    assert document.player is not None  # noqa: S101  the kind has one
    player = document.player.merged_into or document.player
    now = card_paper(player, on=on, language=document.paper["language"])
    return _same(document, now, reverse("player-card", args=[player.pk]))


def _crosstable(document: IssuedDocument, _on: date) -> DocumentState:
    assert document.event is not None  # noqa: S101  the kind has one
    now = crosstable_paper(document.event, language=document.paper["language"])
    return _same(document, now, reverse("event-detail", args=[document.event.pk]))


def _tournament(document: IssuedDocument, _on: date) -> DocumentState:
    assert document.event is not None  # noqa: S101  the kind has one
    now = tournament_paper(document.event, language=document.paper["language"])
    return _same(document, now, reverse("event-detail", args=[document.event.pk]))


def _norm(document: IssuedDocument, _on: date) -> DocumentState:
    entry = document.entry
    assert entry is not None  # noqa: S101  the kind has one
    url = ""
    if entry.event.status == EventStatus.ADMITTED:
        url = reverse("verdict-list", args=[entry.player_id, entry.event_id])
    same = persons_of([entry.player_id]).same_as(entry.player_id)
    if document.player_id is not None and document.player_id not in same:
        return _revoked(_("It was found since that the result is another player’s."), url)
    record = (
        VerdictRecord.objects.filter(
            entry=entry, grade=document.grade, assessment__current=True, outcome="met"
        )
        .select_related("entry__event__commission", "entry__player", "assessment")
        .first()
    )
    if record is None:
        return _revoked(_("By the results as they stand now the norm is not met."), url)
    return _same(document, norm_paper(record, language=document.paper["language"]), url)


def _decree(document: IssuedDocument, _on: date) -> DocumentState:
    decree = document.decree
    assert decree is not None  # noqa: S101  the kind has one
    annulling = decree.annulling.filter(status=DecreeStatus.APPROVED).first()
    if annulling is None:
        revoked = tuple(_revoked_lines(decree))
        if not revoked:
            return _valid(_("The decree is in force."))
        return _amended(
            _("The decree is in force, except for what another one has revoked since."), "", revoked
        )
    found = IssuedDocument.objects.filter(decree=annulling).first()
    words = _("Annulled by decree № %(number)s of %(day)s.") % {
        "number": annulling.number,
        "day": day_words(annulling.dated_on),
    }
    return _revoked(words, reverse("verify", args=[str(found)]) if found else "")


def _revoked_lines(decree: Decree) -> Iterator[tuple[str, str]]:
    """Lines of the paper, by the names on it, that another decree in force has revoked."""
    lines = list(decree.lines.select_related("norm").order_by("pk"))
    found = afterwards(decree, lines)
    names = {
        line["line"]: line["name"]
        for section in decree.frozen["sections"]
        for line in section["lines"]
    }
    for line in lines:
        after = found[line.pk].revocation if line.pk in found else None
        if after is not None and after.decree.status == DecreeStatus.APPROVED:
            yield (
                f"{names[line.pk]}, {section_name(line.act, line.grade)}",
                _("revoked from %(from)s by decree № %(number)s of %(day)s")
                % {
                    "from": day_words(after.effective_on),
                    "number": after.decree.number,
                    "day": day_words(after.decree.dated_on),
                },
            )


def _submission(document: IssuedDocument, _on: date) -> DocumentState:
    submission = document.submission
    assert submission is not None  # noqa: S101  the kind has one
    if submission.status in (SubmissionStatus.WITHDRAWN, SubmissionStatus.REFUSED):
        return _revoked(str(submission.get_status_display()))
    if submission.status == SubmissionStatus.RETURNED:
        return _amended(str(submission.get_status_display()))
    newest = IssuedDocument.objects.filter(submission=submission).order_by("-pk").first()
    if newest is not None and newest.pk != document.pk:
        return _amended(
            _("The submission was sent again since."), reverse("verify", args=[str(newest)])
        )
    return _valid(str(submission.get_status_display()))


def _application(document: IssuedDocument, _on: date) -> DocumentState:
    application = document.application
    assert application is not None  # noqa: S101  the kind has one
    words = application_words(application)
    if application.status in (ApplicationStatus.REFUSED, ApplicationStatus.WITHDRAWN):
        return _revoked(words)
    return _valid(words)


def _rating_list(document: IssuedDocument, _on: date) -> DocumentState:
    period = document.period
    assert period is not None  # noqa: S101  the kind has one
    url = reverse("rating-list", args=[period.list_on.isoformat()])
    latest = ListIssue.objects.filter(period=period).order_by("-number").first()
    if latest is not None and document.issue is not None and latest.number > document.issue:
        return _amended(
            _("The list was issued again on %(day)s after a correction.")
            % {"day": day_words(latest.issued_at)},
            url,
        )
    return _valid(_("The list stands as it was issued."), url)


_STATE_OF: dict[DocumentKind, Callable[[IssuedDocument, date], DocumentState]] = {
    DocumentKind.APPLICATION: _application,
    DocumentKind.CARD: _card,
    DocumentKind.CROSSTABLE: _crosstable,
    DocumentKind.DECREE: _decree,
    DocumentKind.NORM: _norm,
    DocumentKind.RATING_LIST: _rating_list,
    DocumentKind.SUBMISSION: _submission,
    DocumentKind.TOURNAMENT: _tournament,
}

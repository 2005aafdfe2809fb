"""A submission as a paper: who proposes whom for what, on which results."""

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from qualifications.documents import Column, Definitions, Paper, Signatures, Table, Text
from qualifications.models import Submission, SubmissionLine
from qualifications.wording import grade_name
from qualifications.wording_shared import points_words


def submission_paper(
    submission: Submission, lines: Sequence[SubmissionLine], *, language: str
) -> Paper:
    """A sent submission in one language; `lines` as `submission_page.lines_of` reads them."""
    attachments = submission.attachments.filter(removed_at=None)
    with translation.override(language):
        papers = ", ".join(f"{one.get_kind_display()} ({one.filename})" for one in attachments)
        return Paper(
            language=language,
            body=str(submission.sender),
            title=_("Submission № %(number)s") % {"number": submission.number},
            subtitle=_("of %(day)s, to: %(receiver)s")
            % {"day": day_words(submission.sent_at), "receiver": submission.receiver},
            dated="",
            blocks=(
                *([Text(submission.text)] if submission.text else []),
                Table(
                    title=_("Proposed"),
                    columns=(
                        Column("№", 5, "right"),
                        Column(_("Player"), 26),
                        Column(_("Born"), 8, "right"),
                        Column(_("Region"), 18),
                        Column(_("Rank or title"), 16),
                        Column(_("On what it rests"), 27),
                    ),
                    rows=tuple(
                        (
                            str(number),
                            line.player.name,
                            str(line.player.birth_year or "–"),
                            str(line.player.region or "–"),
                            grade_name(line.grade),
                            _basis(line),
                        )
                        for number, line in enumerate(lines, start=1)
                    ),
                ),
                Definitions(((_("Attached"), papers or "–"),)),
                Signatures(((_("Signed by"), str(submission.sent_by)),)),
            ),
        )


def _basis(line: SubmissionLine) -> str:
    norm = line.norm
    event = norm.event if norm else line.verdict.entry.event if line.verdict else None
    parts = [f"{event.name}, {event.city}, {day_words(event.ends_on)}"] if event else []
    if norm is not None and norm.details.get("scored_half_points") is not None:
        parts.append(points_words(norm.details["scored_half_points"]))
    if line.note:
        parts.append(line.note)
    return "; ".join(parts)

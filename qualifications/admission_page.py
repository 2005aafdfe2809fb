"""What would follow from admitting a tournament, in words."""

from dataclasses import dataclass

from django.urls import reverse

from qualifications.services.admission import Outlook
from qualifications.wording import grade_name, reason_sentence


@dataclass(frozen=True, slots=True)
class NormLine:
    """A norm that would be met."""

    number: int
    name: str
    url: str
    grade: str
    held: str


def norms_in_prospect(outlook: Outlook) -> list[NormLine]:
    """Norms that would be met, in order of places."""
    return [
        NormLine(
            number=entry.number,
            name=entry.player.name,
            url=reverse("player-card", args=[entry.player_id]),
            grade=grade_name(grade),
            held=grade_name(outlook.held[entry.number].grade),
        )
        for entry, grade in sorted(outlook.met, key=lambda line: (line[0].rank, line[0].number))
    ]


def coefficient_words(outlook: Outlook) -> str:
    """How the coefficient of the tournament came about, or why it is not known."""
    reason = outlook.coefficient_reason
    return reason_sentence(reason).measured if reason else ""

"""What would follow from admitting a tournament, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from qualifications.presenting_verdicts import scheme_name
from qualifications.services.admission import Outlook
from qualifications.wording import ask_sentence, grade_name, reason_sentence
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class NormLine:
    """A norm that would be met."""

    number: int
    name: str
    url: str
    """Empty for a person who is not in the registry yet."""
    grade: str
    held: str


def norms_in_prospect(outlook: Outlook) -> list[NormLine]:
    """Norms that would be met, in order of places."""
    held = {number: grade_name(one.grade) for number, one in outlook.held.items() if one.known}
    return _lines(outlook.met, held)


def _lines(met: Iterable[tuple[Entry, str]], held: Mapping[int, str]) -> list[NormLine]:
    return [
        NormLine(
            number=entry.number,
            name=entry.player.name,
            url=reverse("player-card", args=[entry.player_id]) if entry.player_id else "",
            grade=grade_name(grade),
            held=held.get(entry.number, ""),
        )
        for entry, grade in sorted(met, key=lambda line: (line[0].rank, line[0].number))
    ]


def others_in_prospect(outlook: Outlook) -> list[dict[str, object]]:
    """What each other scheme would say of the tournament."""
    return [
        {
            "name": scheme_name(other.scheme),
            "title": other.title,
            "facts_missing": other.facts_missing,
            "norms": _lines(other.met, {}),
            "undecided": other.undecided,
            "asks": [ask_sentence(key) for key in other.asks],
        }
        for other in outlook.others
    ]


def coefficient_words(outlook: Outlook) -> str:
    """How the coefficient of the tournament came about, or why it is not known."""
    reason = outlook.coefficient_reason
    return reason_sentence(reason).measured if reason else ""

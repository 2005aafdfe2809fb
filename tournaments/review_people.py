"""Two small questions of a review: is somebody really new, and whom to take instead."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from federation.models import Player
from federation.naming import MatchKind
from tournaments.confirmations import problem_key
from tournaments.formats.problems import Problem, Severity
from tournaments.wrong_person import Finding

if TYPE_CHECKING:
    from tournaments.review import ReviewLine


def said_new(lines: Iterable["ReviewLine"]) -> list[tuple[Problem, Player]]:
    """New people of whose name the registry has somebody, each with the likeliest of those.

    Who was chosen to be new among candidates side by side is not asked again.
    """
    return [
        (
            Problem(
                "person.new_though_similar",
                Severity.WARNING,
                line.parsed.line,
                params={
                    "number": line.parsed.number,
                    "name": line.parsed.name,
                    "similar": ", ".join(_told(player) for player, _reason in line.candidates),
                },
            ),
            line.candidates[0][0],
        )
        for line in lines
        if line.is_new and line.candidates and line.match.kind is not MatchKind.DOUBTFUL
    ]


def _told(player: Player) -> str:
    year = f", {player.birth_year}" if player.birth_year else ""
    return f"{player.name} (№ {player.pk}{year})"


def instead_of(
    findings: Sequence[Finding], similar: Sequence[tuple[Problem, Player]]
) -> Mapping[str, Player]:
    """Whom a press on a button takes, by the key of a warning. One query, if any."""
    wanted = {finding.instead for finding in findings} - {None}
    people = Player.objects.in_bulk(wanted) if wanted else {}
    return {
        **{
            problem_key(finding.problem): people[finding.instead]
            for finding in findings
            if finding.instead in people
        },
        **{problem_key(problem): player for problem, player in similar},
    }

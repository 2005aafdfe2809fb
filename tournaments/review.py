"""The review of an uploaded file: what was read, who is who, what is still to be decided.

A review is computed, never stored. Stored are the bytes (Upload) and the clerk's decisions
(`Event.review`), a small JSON object:

    {"encoding": "cp1251",
     "players": {"5": 123, "7": "new"},            starting number → player, or a new person
     "classes": {"7": ["ua.rank_2", "card 118"]},  stated class and the document it rests on
     "newcomers": "without_rank",                  about new players without a stated class
     "blank_federation": "UKR",                    for players without one in the file; "?" = open
     "answers": {"ask.pace": "rapid"},             to the questions of the file, by code
     "columns": {"header_row": 3, …},              which column of a table is what
     "warnings_seen": true}                        only in older drafts: the warnings of the file

Warnings are confirmed with a reason, see `confirmations.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.lookup import people_for
from federation.match_wording import match_message
from federation.models import Player
from federation.naming import Birth, Identity, Match, MatchKind, Pool, match_person
from tournaments.answering import NOT_KNOWN, Asked, open_questions, questions_asked
from tournaments.confirmations import WarningKind, warning_kinds
from tournaments.formats.mapping import from_json
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer, ReadResult
from tournaments.formats.problems import Problem, Severity
from tournaments.formats.reading import read_file
from tournaments.models import Event
from tournaments.review_people import instead_of, said_new
from tournaments.selectors import columns_remembered
from tournaments.wording import problem_message
from tournaments.wrong_person_facts import Chosen, find_wrong_people

NEW = "new"
OPEN = "?"
HOME_FEDERATION = "UKR"


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One player of the file and what becomes of them."""

    parsed: ParsedPlayer
    match: Match
    reason: str
    """Why the match is what it is, in words."""
    candidates: tuple[tuple[Player, str], ...]
    """People of the registry to choose from, each with the reason in words."""
    decision: str
    """`new`, the id of a player, or empty while undecided."""
    chosen: Player | None
    stated_class: str
    stated_note: str

    @property
    def undecided(self) -> bool:
        return not self.decision

    @property
    def is_new(self) -> bool:
        return self.decision == NEW


@dataclass(frozen=True, slots=True)
class Review:
    """Everything a clerk needs before sending an event for admission."""

    filename: str
    result: ReadResult
    lines: tuple[ReviewLine, ...]
    problems: tuple[tuple[Problem, str], ...]
    """Problems with their sentences, in order of line and column."""
    newcomers: str
    blank_federation: str
    warnings_seen: bool
    """In older drafts: the warnings of the file were looked at, all together."""
    kinds: tuple[WarningKind, ...]
    """The warnings by kind, with what was said about them."""
    instead: Mapping[str, Player]
    """Whom to take instead, by the key of a warning."""
    obstacles: tuple[str, ...]
    """What keeps the event from being sent, in words; empty when it can be sent."""
    asked: tuple[Asked, ...] = ()
    """What the file leaves open, each with its answer where there is one."""

    @property
    def parsed(self) -> ParsedEvent | None:
        return self.result.event

    @property
    def asks_columns(self) -> bool:
        """Nothing can be read before somebody says which column is what."""
        codes = (question.code for question in self.result.questions)
        return self.result.event is None and "ask.columns" in codes

    def by_severity(self, severity: str) -> list[tuple[Problem, str]]:
        return [(p, words) for p, words in self.problems if p.severity == severity]

    @property
    def errors(self) -> list[tuple[Problem, str]]:
        return self.by_severity(Severity.ERROR)

    @property
    def warnings(self) -> list[tuple[Problem, str]]:
        return self.by_severity(Severity.WARNING)

    @property
    def notes(self) -> list[tuple[Problem, str]]:
        return self.by_severity(Severity.NOTE)

    @property
    def undecided(self) -> list[ReviewLine]:
        return [line for line in self.lines if line.undecided]

    @property
    def recognised(self) -> list[ReviewLine]:
        return [line for line in self.lines if line.chosen]

    @property
    def new(self) -> list[ReviewLine]:
        return [line for line in self.lines if line.is_new]

    @property
    def without_federation(self) -> list[ReviewLine]:
        return [line for line in self.lines if line.is_new and not line.parsed.federation]


def review_event(event: Event, *, today: date) -> Review:
    """Read the event's file and set the clerk's decisions beside it. Stores nothing.

    The number of queries does not depend on the number of players. Raises ValueError for an event
    without a file.
    """
    decisions, upload = event.review, event.upload
    if upload is None:
        raise ValueError("a review needs a file")
    result = read_upload(event, today=today)
    lines, pool, merged = _lines(result.event.players if result.event else (), decisions)
    chosen = [
        Chosen(one.parsed, identity_of(one.parsed), one.chosen) for one in lines if one.chosen
    ]
    findings, whole = (
        find_wrong_people(event, result.event, chosen, pool) if result.event else ([], [])
    )
    similar = said_new(lines)
    found = (
        *(*result.problems, *_against_form(event, result.event), *whole, *merged),
        *(finding.problem for finding in findings),
        *(problem for problem, _player in similar),
    )
    problems = tuple((problem, problem_message(problem)) for problem in found)
    warnings_seen = bool(decisions.get("warnings_seen"))
    review = Review(
        filename=upload.filename,
        result=result,
        lines=lines,
        problems=problems,
        newcomers=decisions.get("newcomers", ""),
        blank_federation=decisions.get("blank_federation", ""),
        warnings_seen=warnings_seen,
        kinds=warning_kinds(
            event,
            [(problem, words) for problem, words in problems if problem.severity == "warning"],
            all_of_file=warnings_seen,
        ),
        instead=instead_of(findings, similar),
        obstacles=(),
        asked=questions_asked(event, result, decisions.get("answers", {})),
    )
    return replace(review, obstacles=tuple(_obstacles(event, review, today)))


def read_upload(event: Event, *, today: date | None) -> ReadResult:
    """What the file of an event says, read as people have said it is to be read; one query.

    Raises ValueError for an event without a file.
    """
    decisions, upload = event.review, event.upload
    if upload is None:
        raise ValueError("there is no file to read")
    answers = decisions.get("answers", {})
    return read_file(
        bytes(upload.content),
        filename=upload.filename,
        encoding=decisions.get("encoding") or None,
        today=today,
        columns=from_json(decisions.get("columns")),
        remembered=columns_remembered(event.commission_id),
        answers={code: said for code, said in answers.items() if said != NOT_KNOWN},
    )


def _lines(
    players: Iterable[ParsedPlayer], decisions: dict
) -> tuple[tuple[ReviewLine, ...], Pool, list[Problem]]:
    """The lines, everybody who may be meant, and notes about chosen players who were joined."""
    players = tuple(players)
    identities = {player.number: identity_of(player) for player in players}
    pool = people_for(identities.values())
    matches = {
        number: match_person(identity, pool.candidates(identity))
        for number, identity in identities.items()
    }
    stated = {n: v for n, v in decisions.get("players", {}).items() if isinstance(v, int)}
    wanted = set(stated.values())
    for match in matches.values():
        wanted |= {proposal.player for proposal in match.candidates}
        wanted |= {match.player} if match.player is not None else set()
    people = Player.objects.select_related("region", "merged_into__region").in_bulk(wanted)
    by_id = {pk: player.merged_into or player for pk, player in people.items()}
    lines = tuple(_line(player, matches[player.number], by_id, decisions) for player in players)
    merged = [
        Problem(
            "person.merged",
            Severity.NOTE,
            params={
                "number": int(number),
                "chosen": pk,
                "player": by_id[pk].pk,
                "name": by_id[pk].name,
            },
        )
        for number, pk in stated.items()
        if pk in by_id and by_id[pk].pk != pk
    ]
    return lines, pool, merged


def _line(
    parsed: ParsedPlayer, match: Match, by_id: dict[int, Player], decisions: dict
) -> ReviewLine:
    stated = decisions.get("players", {}).get(str(parsed.number))
    if isinstance(stated, int) and stated in by_id:
        decision, chosen = str(by_id[stated].pk), by_id[stated]
    elif stated == NEW or (not stated and match.kind is MatchKind.NEW):
        decision, chosen = NEW, None
    elif not stated and match.kind is MatchKind.MATCHED and match.player is not None:
        decision, chosen = str(match.player), by_id[match.player]
    else:
        decision, chosen = "", None
    stated_class, stated_note = decisions.get("classes", {}).get(str(parsed.number), ("", ""))
    return ReviewLine(
        parsed=parsed,
        match=match,
        reason=match_message(match.reason_key, match.params, match.details),
        candidates=_people(match, by_id),
        decision=decision,
        chosen=chosen,
        stated_class=stated_class,
        stated_note=stated_note,
    )


def _people(match: Match, by_id: dict[int, Player]) -> tuple[tuple[Player, str], ...]:
    if match.player is not None:
        words = match_message(match.reason_key, match.params, match.details)
        return ((by_id[match.player], words),)
    return tuple(
        (by_id[one.player], match_message(one.reason_key, one.params, one.details))
        for one in match.candidates
    )


def identity_of(player: ParsedPlayer) -> Identity:
    """What the file says about who a player is."""
    birth = player.birth
    return Identity(
        name=player.name,
        birth=Birth(birth.year, birth.month, birth.day) if birth else None,
        fide_id=player.fide_id,
        national_ids=national_ids_of(player),
        sex=player.sex,
        federation=player.federation,
    )


def national_ids_of(player: ParsedPlayer) -> tuple[str, ...]:
    """Numbers that federations gave, each with its federation: `UKR 1234`."""
    told = ((record.federation or player.federation, record.number) for record in player.national)
    return tuple(f"{federation} {number}".strip()[:30] for federation, number in told if number)


def _against_form(event: Event, parsed: ParsedEvent | None) -> Iterable[Problem]:
    """Where the file and the form disagree. The form decides; the clerk is told."""
    if parsed is None:
        return
    in_file = (parsed.starts_on, parsed.ends_on)
    if all(in_file) and in_file != (event.starts_on, event.ends_on):
        yield Problem(
            code="form.dates_differ",
            severity=Severity.WARNING,
            params={
                "file_from": f"{parsed.starts_on:%d.%m.%Y}",
                "file_to": f"{parsed.ends_on:%d.%m.%Y}",
                "form_from": f"{event.starts_on:%d.%m.%Y}",
                "form_to": f"{event.ends_on:%d.%m.%Y}",
            },
        )


def _obstacles(event: Event, review: Review, today: date) -> Iterable[str]:
    if review.errors:
        yield ngettext(
            "The file has %(n)d error. Correct it in the program that wrote the file, "
            "export the file again and upload it.",
            "The file has %(n)d errors. Correct them in the program that wrote the file, "
            "export the file again and upload it.",
            len(review.errors),
        ) % {"n": len(review.errors)}
    yield from open_questions(review.asked)
    if event.ends_on > today:
        yield _("The tournament has not ended yet. It can be sent for admission after %(day)s.") % {
            "day": f"{event.ends_on:%d.%m.%Y}"
        }
    if review.undecided:
        yield ngettext(
            "%(n)d player is still to be decided.",
            "%(n)d players are still to be decided.",
            len(review.undecided),
        ) % {"n": len(review.undecided)}
    for player, numbers in _chosen_twice(review):
        yield _("%(player)s is chosen for several starting numbers: %(numbers)s.") % {
            "player": player,
            "numbers": ", ".join(str(n) for n in numbers),
        }
    yield from _fide_numbers_taken(review)
    if any(line.is_new and not line.stated_class for line in review.lines) and not review.newcomers:
        yield _("Say whether the new players hold a rank.")
    if review.without_federation and not review.blank_federation:
        yield _("Say which federation the new players without a federation in the file belong to.")
    still = [kind for kind in review.kinds if kind.open]
    if still:
        yield ngettext(
            "Say why the warnings of %(n)d kind are right, or correct what they are about.",
            "Say why the warnings of %(n)d kinds are right, or correct what they are about.",
            len(still),
        ) % {"n": len(still)}


def _chosen_twice(review: Review) -> list[tuple[Player, list[int]]]:
    numbers: dict[int, list[int]] = {}
    people = {line.chosen.pk: line.chosen for line in review.lines if line.chosen}
    for line in review.lines:
        if line.chosen:
            numbers.setdefault(line.chosen.pk, []).append(line.parsed.number)
    return [(people[pk], found) for pk, found in numbers.items() if len(found) > 1]


def _fide_numbers_taken(review: Review) -> Iterable[str]:
    """A new person cannot have the FIDE number of somebody else: it stands for one person."""
    seen: dict[int, int] = {}
    for line in review.new:
        fide_id, number = line.parsed.fide_id, line.parsed.number
        if fide_id is None:
            continue
        owner = next((p for p, _reason in line.candidates if p.fide_id == fide_id), None)
        if owner is not None:
            yield _(
                "Number %(number)d is to be a new person, but the FIDE number %(fide_id)d already "
                "belongs to %(player)s (number %(pk)d in the registry). Choose that player, or "
                "correct the number in the file."
            ) % {"number": number, "fide_id": fide_id, "player": owner, "pk": owner.pk}
        elif fide_id in seen:
            yield _(
                "The numbers %(first)d and %(second)d are both new and have the same FIDE number "
                "%(fide_id)d. Correct it in the file."
            ) % {"first": seen[fide_id], "second": number, "fide_id": fide_id}
        seen.setdefault(fide_id, number)

"""`manage.py match PAIRS.json`: try the matching on pairs of names. Does not touch the database."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from federation.match_wording import match_message
from federation.naming import Birth
from federation.naming.pairs import Answer, NamePair, answer_pairs

LONGEST_NAME = 160
"""Letters; the rest of a longer one is not looked at."""

CONTRACT = """
PAIRS.json is a list of objects, each one person:

  cyrillic   the name in the passport, surname first
  latin      the name in a file or list
  born       "1990-05-06", "06.05.1990", "1990", 1990 or null; known to both sides
  fide_id    a number or null: says who is right, and is matched by only with --numbers

The people of the registry are the Cyrillic names of all pairs, each with its birth. Every Latin
name with its birth is looked for among all of them; for each is printed whether the registry would
take somebody without asking, whom it proposes first (up to three), and why. The totals count wrong
automatic matches and the right person among the first three.

A pair without one of the names is left out, a birth or number that makes no sense is taken as not
known; each such problem is told (on the error output, and in the JSON).

With --json one object: pairs, automatic, wrong_automatic, right_first, right_in_three, problems
(each with pair, from 1, and problem), results; a result has cyrillic, latin, born, fide_id,
automatic, proposal (the first one's Cyrillic name or null), reason, place (of the right person,
null when not proposed), proposals (each with cyrillic, born, fide_id, reason, score).
"""


class Command(BaseCommand):
    help = "Match Latin names with Cyrillic ones by pairs of a file, without the database."
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, epilog=CONTRACT, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="PAIRS.json, see below")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--numbers", action="store_true", help="match by the FIDE numbers as well"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pairs, unread = read_pairs(options["file"])
        for problem in unread:
            self.stderr.write(_sayable(problem.words))
        answers = answer_pairs(pairs, with_numbers=options["numbers"])
        if options["json"]:
            found = totals(answers) | {
                "problems": [{"pair": one.number, "problem": one.words} for one in unread],
                "results": [as_json(answer) for answer in answers],
            }
            self.stdout.write(_sayable(json.dumps(found, ensure_ascii=False, indent=2)))
            return
        for answer in answers:
            self.stdout.write(_sayable("\n".join(readable(answer))))
        self.stdout.write(
            _(
                "%(pairs)d pairs: %(automatic)d matched automatically, %(wrong_automatic)d of them "
                "wrongly; the right person first for %(right_first)d, among the first three for "
                "%(right_in_three)d."
            )
            % totals(answers)
        )


@dataclass(frozen=True, slots=True)
class Unread:
    """What of a pair could not be read, in words."""

    number: int
    words: str


def read_pairs(path: Path) -> tuple[list[NamePair], list[Unread]]:
    """The pairs of a file, and what of them cannot be read: such pairs are left out, a birth or a
    number that makes no sense is taken as not known. Raises CommandError for any other file.
    """
    try:
        rows = json.loads(path.read_text("utf-8-sig"))
    except OSError as fault:
        raise CommandError(
            _("The file %(name)s cannot be opened: %(reason)s.")
            % {"name": path, "reason": fault.strerror}
        ) from fault
    except (ValueError, RecursionError) as fault:
        raise CommandError(_("The file is not JSON: %(reason)s.") % {"reason": fault}) from fault
    if not isinstance(rows, list):
        raise CommandError(_("The file must be a list of pairs. See manage.py match --help."))
    pairs: list[NamePair] = []
    unread: list[Unread] = []
    for number, row in enumerate(rows, start=1):
        _read_pair(number, row, pairs, unread)
    return pairs, unread


def _read_pair(number: int, row: Any, pairs: list[NamePair], unread: list[Unread]) -> None:
    names = [row.get(key) if isinstance(row, dict) else None for key in ("cyrillic", "latin")]
    cyrillic, latin = (one[:LONGEST_NAME] if isinstance(one, str) else "" for one in names)
    if not cyrillic.strip() or not latin.strip():
        words = _("Pair %(number)d is left out: it needs both names, “cyrillic” and “latin”.")
        unread.append(Unread(number, words % {"number": number}))
        return
    born, fide_id = row.get("born"), row.get("fide_id")
    birth = known = None
    try:
        birth = Birth.read(str(born or ""))
    except ValueError:
        words = _("Pair %(number)d: “born” is not a date or a year: %(value)s. Taken as not known.")
        unread.append(Unread(number, words % {"number": number, "value": str(born)[:40]}))
    try:
        known = int(fide_id or 0) or None
    except (TypeError, ValueError, OverflowError):
        words = _("Pair %(number)d: “fide_id” is not a number: %(value)s. Taken as not known.")
        unread.append(Unread(number, words % {"number": number, "value": str(fide_id)[:40]}))
    pairs.append(NamePair(cyrillic, latin, birth, known))


def _sayable(text: str) -> str:
    """Without halves of characters, which JSON allows and no terminal takes."""
    return text.encode("utf-8", "replace").decode()


def totals(answers: Sequence[Answer]) -> dict[str, int]:
    """How many of the pairs came out how."""
    return {
        "pairs": len(answers),
        "automatic": sum(answer.match.automatic for answer in answers),
        "wrong_automatic": sum(answer.wrong for answer in answers),
        "right_first": sum(answer.place == 1 for answer in answers),
        "right_in_three": sum(answer.place is not None for answer in answers),
    }


def as_json(answer: Answer) -> dict[str, Any]:
    """One result, as the contract has it."""
    pair, match = answer.pair, answer.match
    return {
        "cyrillic": pair.cyrillic,
        "latin": pair.latin,
        "born": pair.born.text if pair.born else None,
        "fide_id": pair.fide_id,
        "automatic": match.automatic,
        "proposal": answer.people[0].cyrillic if answer.people else None,
        "reason": match_message(match.reason_key, match.params, match.details),
        "place": answer.place,
        "proposals": [
            {
                "cyrillic": person.cyrillic,
                "born": person.born.text if person.born else None,
                "fide_id": person.fide_id,
                "reason": match_message(one.reason_key, one.params, one.details),
                "score": one.score,
            }
            for one, person in zip(answer.proposals, answer.people, strict=True)
        ],
    }


def readable(answer: Answer) -> Iterator[str]:
    """The lines of one result for people."""
    pair, match = answer.pair, answer.match
    decided = _("automatic") if match.automatic else _("to be asked")
    if not answer.proposals:
        decided = _("nobody")
    yield f"{pair.latin} ({pair.born.text if pair.born else '?'}): {decided}"
    for place, (one, person) in enumerate(zip(answer.proposals, answer.people, strict=True), 1):
        reason = match_message(one.reason_key, one.params, one.details)
        born = person.born.text if person.born else "?"
        yield f"  {place}. {person.cyrillic} ({born}): {reason}"

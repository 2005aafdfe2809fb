"""Taking over the people and coefficients with which a registry begins, from a file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.errors import Refused
from federation.lookup import people_for
from federation.models import Player, Region, Spelling, User
from federation.names import fold
from federation.naming import Birth, Identity, MatchKind, match_person, name_key
from federation.services import spellings_remember
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.models import RatingPeriod
from qualifications.services.periods import opening_list_record
from tournaments.formats.lists_opening import OpeningRow, read_opening_list
from tournaments.formats.problems import Problem, ProblemLog, Severity
from tournaments.services import players_register

FEDERATION = "UKR"
TWICE = gettext_noop("the same number stands in several lines")
SAME_PERSON = gettext_noop("another line has the same name and birth")
IN_DOUBT = gettext_noop("somebody in the registry may be the same person")
PERSON_TWICE = gettext_noop("several lines mean the same person of the registry")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line of the file whose person is not certain, and why."""

    line: int
    name: str
    why: str
    """One of the reasons above, in English."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a file comes to. Nothing is stored yet."""

    list_on: date
    found: tuple[tuple[OpeningRow, int], ...]
    """Lines of people whom the registry has, with the person."""
    new: tuple[OpeningRow, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    regions: Mapping[str, str]
    """Words of the file for a region, to the code of the registry."""

    @property
    def is_whole(self) -> bool:
        """Whether every line of the file is in the list."""
        return not self.left_out and not any(
            problem.severity is Severity.ERROR for problem in self.problems
        )


def opening_prepare(
    stream: BinaryIO,
    *,
    filename: str,
    list_on: date,
    games: int | None = None,
    regions: Mapping[str, str] | None = None,
) -> Opening:
    """Read the file and set it beside the registry; stores nothing.

    `games` is how many rated games a person has of whom the file does not say it: whether they are
    fewer than the edition's `new_until_games` decides the development factor (UA.IK.1). `regions`
    are words of the file with the code of the region, or nothing for none, where the file uses
    neither codes nor names of the registry. Raises Refused for a file that is no such list, and
    where it has to be asked for `games` or a region.
    """
    log = ProblemLog()
    rows = read_opening_list(stream, log, filename=filename)
    if rows is None:
        raise Refused(
            _(
                "This is no opening list. Give a table with the headings “name” and “coefficient” "
                "(see docs/operations.md), or a list as the federation of Ukraine published it."
            )
        )
    known = _regions(rows, regions or {})
    silent = sum(row.games is None for row in rows)
    if silent and games is None:
        rules = law_for(SCHEME, on=list_on).rating_rules(list_on)
        raise Refused(
            _(
                "Of %(n)d people the file does not say how many rated games they have played. "
                "Whether it is fewer than %(games)d decides how fast their coefficient changes: "
                "say it with --games, or add the column “games”."
            )
            % {"n": silent, "games": rules.new_until_games}
        )
    certain, twins = _without_twins(rows)
    found, new, doubtful = _set_beside(certain)
    return Opening(
        list_on=list_on,
        found=found,
        new=new,
        left_out=tuple(sorted((*twins, *doubtful), key=lambda one: one.line)),
        problems=log.problems(),
        regions=known,
    )


def _regions(rows: Sequence[OpeningRow], told: Mapping[str, str]) -> dict[str, str]:
    """Word of the file to code. Raises Refused for a word that means no region."""
    all_regions = list(Region.objects.all())
    codes = {region.code for region in all_regions}
    wrong = sorted(code for code in told.values() if code and code not in codes)
    if wrong:
        raise Refused(_("There is no region with the code %(code)s.") % {"code": ", ".join(wrong)})
    words = {fold(region.code): region.code for region in all_regions}
    for region in all_regions:
        words |= dict.fromkeys(
            map(fold, (region.name_uk, region.name_ru, region.name_en)), region.code
        )
    words |= {fold(word): code for word, code in told.items()}
    used = Counter(row.region for row in rows if row.region)
    unknown = [word for word in sorted(used) if fold(word) not in words]
    if unknown:
        raise Refused(
            _(
                "The registry does not know these regions: %(words)s. Say which they are, for "
                "example --region %(example)s=KIR, or --region %(example)s= for none."
            )
            % {
                "words": ", ".join(f"{word} ({used[word]})" for word in unknown[:30]),
                "example": unknown[0],
            }
        )
    return {word: words[fold(word)] for word in used}


def _without_twins(rows: Sequence[OpeningRow]) -> tuple[list[OpeningRow], list[LeftOut]]:
    """The lines that nothing in the file contradicts, and the others."""
    numbers = Counter(row.fide_id for row in rows if row.fide_id)
    own = Counter(row.national_id for row in rows if row.national_id)
    people = Counter((fold(row.name), row.birth) for row in rows)
    certain, left_out = [], []
    for row in rows:
        if numbers[row.fide_id or 0] > 1 or own[row.national_id] > 1:
            left_out.append(LeftOut(row.line, row.name, TWICE))
        elif people[fold(row.name), row.birth] > 1 and not (row.fide_id or row.national_id):
            left_out.append(LeftOut(row.line, row.name, SAME_PERSON))
        else:
            certain.append(row)
    return certain, left_out


def _set_beside(
    rows: Sequence[OpeningRow],
) -> tuple[tuple[tuple[OpeningRow, int], ...], tuple[OpeningRow, ...], list[LeftOut]]:
    """Lines of known people, of new ones, and those of whom a person has to decide."""
    identities = [_identity(row) for row in rows]
    pool = people_for(identities)
    found, new, doubtful = [], [], []
    for row, identity in zip(rows, identities, strict=True):
        match = match_person(identity, pool.candidates(identity))
        if match.player is not None:
            found.append((row, match.player))
        elif match.kind is MatchKind.NEW:
            new.append(row)
        else:
            doubtful.append(LeftOut(row.line, row.name, IN_DOUBT))
    meant = Counter(player for _row, player in found)
    doubtful += [LeftOut(r.line, r.name, PERSON_TWICE) for r, p in found if meant[p] > 1]
    return tuple((r, p) for r, p in found if meant[p] == 1), tuple(new), doubtful


def _identity(row: OpeningRow) -> Identity:
    birth = row.birth
    return Identity(
        name=row.name,
        birth=Birth(birth.year, birth.month, birth.day) if birth else None,
        fide_id=row.fide_id,
        national_ids=(f"{FEDERATION} {row.national_id}",) if row.national_id else (),
        sex=row.sex or None,
        federation=FEDERATION,
    )


@transaction.atomic
def opening_record(
    opening: Opening, *, games: int | None, source: str, user: User, at: datetime
) -> RatingPeriod:
    """Enter the new people and publish the list with which the registry begins.

    Raises Refused where the registry has a rating period already; nothing is stored then.
    """
    regions = Region.objects.in_bulk(field_name="code")

    def region_of(row: OpeningRow) -> Region | None:
        return regions.get(opening.regions.get(row.region, ""))

    created = players_register(
        (_player(row, region_of(row)) for row in opening.new), source=source, at=at
    )
    entered = list(zip(opening.new, created, strict=True))
    spellings_remember(
        Spelling(
            player=player,
            text=player.name,
            key=name_key(player.name),
            national_id=f"{FEDERATION} {row.national_id}",
            source=source,
        )
        for row, player in entered
        if row.national_id
    )
    lines = [*opening.found, *((row, player.pk) for row, player in entered)]
    return opening_list_record(
        list_on=opening.list_on,
        coefficients={
            player: (row.coefficient, games or 0 if row.games is None else row.games)
            for row, player in lines
        },
        strong={player for row, player in lines if row.was_2400},
        user=user,
        at=at,
    )


def _player(row: OpeningRow, region: Region | None) -> Player:
    birth = row.birth
    return Player(
        name=row.name,
        latin_name=row.latin_name,
        sex=row.sex,
        birth_date=birth.as_date() if birth else None,
        birth_year=birth.year if birth else None,
        federation=FEDERATION,
        fide_id=row.fide_id,
        region=region,
    )

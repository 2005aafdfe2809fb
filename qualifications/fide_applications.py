"""What an application to FIDE for a title has: norms, rating, the check; and who could apply."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from federation.dated import person_on
from federation.models import Player
from federation.persons import persons_of
from qualifications.engine import (
    NormHeld,
    Regulation,
    check_application,
    title_by_rating,
)
from qualifications.engine.fide.tables import NORM_TITLES, RATING_TITLES, rules_of
from qualifications.engine.verdict import Outcome, Reason
from qualifications.judging import fide_norm_made
from qualifications.law import law_for
from qualifications.models import (
    FideApplication,
    ImportedKind,
    ImportedRating,
    LedgerEntry,
    NormElsewhere,
    RatingScheme,
    VerdictRecord,
)
from qualifications.models.ledger import LedgerKind
from tournaments.models import Event

GRADES = tuple(f"fide.{title.lower()}" for title in (*NORM_TITLES, *RATING_TITLES))
"""Titles that are applied for: by norms, and by a rating."""
NO_USE: Mapping[str, frozenset[str]] = {
    "GM": frozenset((*NORM_TITLES, *RATING_TITLES)),
    "IM": frozenset(("IM", "WIM", *RATING_TITLES)),
    "WGM": frozenset(("WGM", "WIM", "WFM", "WCM")),
    "FM": frozenset(("FM", "CM", "WFM", "WCM")),
    "WIM": frozenset(("WIM", "WFM", "WCM")),
    "CM": frozenset(("CM", "WCM")),
    "WFM": frozenset(("WFM", "WCM")),
    "WCM": frozenset(("WCM",)),
}
"""Title that is held, to those that would bring nothing."""
_ENOUGH = {
    "GM": ("GM",),
    "IM": ("IM", "GM"),
    "WGM": ("WGM", "IM", "GM"),
    "WIM": ("WIM", "WGM", "IM", "GM"),
}
"""Title to norms that count for it (1.51), its own first."""


def title_of(grade: str) -> str:
    """`fide.im` → `IM`."""
    return grade.removeprefix("fide.").upper()


@dataclass(frozen=True, slots=True)
class NormShown:
    """A norm of the player, and what the application does with it."""

    held: NormHeld
    event_name: str
    city: str
    federation: str
    starts_on: date
    ends_on: date
    document: str
    """Of a norm made elsewhere: its certificate."""
    record: VerdictRecord | None
    """Of a norm of the registry: its verdict."""
    elsewhere: NormElsewhere | None
    chosen: bool = False
    refused: str = ""
    """Why it is not among those chosen: see `engine.fide.application.Refusal`."""
    article: str = ""

    @property
    def key(self) -> str:
        return str(self.held.key)


@dataclass(frozen=True, slots=True)
class RatingShown:
    """The highest rating that is known, and since when the one is reached that the title asks."""

    highest: int | None
    reached_on: date | None
    stated: bool
    """A person states it; otherwise a list of FIDE says it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """An application as the registry sees it on a day."""

    title: str
    law: Regulation
    outcome: Outcome
    reasons: tuple[Reason, ...]
    norms: tuple[NormShown, ...]
    rating: RatingShown
    achieved_on: date | None
    """0.44; None while something is missing."""
    held: str = ""
    """A title that makes this one useless; empty for none."""

    def of(self, outcome: Outcome) -> tuple[Reason, ...]:
        return tuple(one for one in self.reasons if one.outcome is outcome)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a person states besides what the registry has."""

    highest_rating: int | None = None
    rating_reached_on: date | None = None
    rated_games: int | None = None
    large_swiss_norm: str = ""

    def __bool__(self) -> bool:
        return bool(
            self.highest_rating
            or self.rating_reached_on
            or self.rated_games is not None
            or self.large_swiss_norm
        )


def stated_in(application: FideApplication) -> Stated:
    return Stated(
        application.highest_rating,
        application.rating_reached_on,
        application.rated_games,
        application.large_swiss_norm,
    )


def check_of(player: Player, grade: str, stated: Stated, *, on: date) -> Checked:
    """Check an application for a title by the edition in force on a day (1.50 to 1.55, 1.31).

    The queries grow with the norms of the one player, which are few. Raises NoEditionInForce.
    """
    law = law_for("fide", on=on)
    title = title_of(grade)
    person = person_on(player, on)
    sex = person.sex or None
    needed = _needed_rating(title, law)
    rating = _rating(player, needed, stated)
    held = next((one for one in titles_held(player, on=on) if title in NO_USE.get(one, ())), "")
    if title in RATING_TITLES:
        by_rating = title_by_rating(
            title,
            sex=sex,
            highest_rating=rating.highest,
            reached_on=rating.reached_on,
            rated_games=stated.rated_games,
            law=law,
        )
        return Checked(
            title=title,
            law=law,
            outcome=by_rating.outcome,
            reasons=by_rating.reasons,
            norms=(),
            rating=rating,
            achieved_on=rating.reached_on if by_rating.outcome is Outcome.MET else None,
            held=held,
        )
    norms = norms_of(player, title, law, stated)
    found = check_application(
        title,
        [norm.held for norm in norms],
        sex=sex,
        highest_rating=rating.highest,
        rating_reached_on=rating.reached_on,
        law=law,
    )
    refusals = {one.key: one for one in found.refused}
    return Checked(
        title=title,
        law=law,
        outcome=found.outcome,
        reasons=found.reasons,
        norms=tuple(
            replace(
                norm,
                chosen=norm.held.key in found.norms,
                refused=refusals[norm.held.key].why if norm.held.key in refusals else "",
                article=refusals[norm.held.key].article if norm.held.key in refusals else "",
            )
            for norm in norms
        ),
        rating=rating,
        achieved_on=found.achieved_on,
        held=held,
    )


def _needed_rating(title: str, law: Regulation) -> int:
    tables = rules_of(law).tables
    if title in tables.titles:
        return tables.titles[title].award_rating
    return tables.rating_titles[title].rating


def _rating(player: Player, needed: int, stated: Stated) -> RatingShown:
    """The highest of FIDE's lists since the registry keeps them, or what a person states."""
    same = persons_of([player.pk]).same_as(player.pk)
    lists = ImportedRating.objects.filter(
        player__in=same, scheme=RatingScheme.FIDE, kind=ImportedKind.STANDARD
    )
    told = list(lists.order_by("list_on").values_list("value", "list_on"))
    highest = max((value for value, _on in told), default=None)
    reached_on = next((on for value, on in told if value >= needed), None)
    if stated.highest_rating is not None and stated.highest_rating > (highest or 0):
        return RatingShown(stated.highest_rating, stated.rating_reached_on or reached_on, True)
    if stated.rating_reached_on is not None and (
        reached_on is None or stated.rating_reached_on < reached_on
    ):
        return RatingShown(highest, stated.rating_reached_on, True)
    return RatingShown(highest, reached_on, False)


def titles_held(player: Player, *, on: date) -> tuple[str, ...]:
    """Titles of FIDE by the recorded facts and by awards in the ledger."""
    same = persons_of([player.pk]).same_as(player.pk)
    facts = [one.title for one in person_on(player, on).titles]
    awards = LedgerEntry.objects.filter(
        player__in=same,
        kind=LedgerKind.AWARDED,
        grade__startswith="fide.",
        effective_on__lte=on,
        voided_by=None,
    ).values_list("grade", flat=True)
    return tuple(dict.fromkeys([*facts, *map(title_of, awards)]))


def norms_of(
    player: Player, title: str, law: Regulation, stated: Stated | None = None
) -> list[NormShown]:
    """The player's norms that can count for a title, by their last days.

    Of a tournament of the registry the norm of the title itself, else that of a harder one.
    """
    stated = stated or Stated()
    same = persons_of([player.pk]).same_as(player.pk)
    grades = [f"fide.{one.lower()}" for one in _ENOUGH[title]]
    records = VerdictRecord.objects.filter(
        assessment__current=True, outcome="met", grade__in=grades, entry__player__in=same
    ).select_related("entry__event", "assessment", "entry__player")
    by_event: dict[int, VerdictRecord] = {}
    for record in sorted(records, key=lambda one: grades.index(one.grade)):
        by_event.setdefault(record.entry.event_id, record)
    found = [
        shown
        for record in by_event.values()
        if (shown := _of_the_registry(record, law, stated)) is not None
    ]
    rows = NormElsewhere.objects.filter(player__in=same, removed_at=None, title__in=_ENOUGH[title])
    found += [_made_elsewhere(row) for row in rows]
    return sorted(found, key=lambda one: (one.ends_on, one.held.key))


def _of_the_registry(record: VerdictRecord, law: Regulation, stated: Stated) -> NormShown | None:
    event, title = record.entry.event, title_of(record.grade)
    made = fide_norm_made(event, record.entry.number, title, applied_under=law)
    if made is None or made.verdict.games_for_application is None:
        return None
    large = True if stated.large_swiss_norm == str(record.entry_id) else made.large_swiss
    return NormShown(
        held=NormHeld(
            key=record.entry_id,
            title=title,
            ends_on=event.ends_on,
            games=made.verdict.games_for_application,
            with_foreigners=made.verdict.with_foreigners,
            days_with_one_round=_days_with_one_round(event),
            eight_games=made.verdict.eight_games,
            large_swiss=large,
        ),
        event_name=event.name,
        city=event.city,
        federation=event.fide_federation,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        document="",
        record=record,
        elsewhere=None,
    )


def _days_with_one_round(event: Event) -> int | None:
    """As the papers of the event say; every round had its own day where no day had two."""
    if event.days_with_one_round is not None:
        return event.days_with_one_round
    return event.rounds if event.most_rounds_on_one_day == 1 else None


def _made_elsewhere(row: NormElsewhere) -> NormShown:
    return NormShown(
        held=NormHeld(
            key=-row.pk,
            title=row.title,
            ends_on=row.ends_on,
            games=row.games,
            with_foreigners=row.with_foreigners,
            days_with_one_round=row.days_with_one_round,
            eight_games=row.eight_games,
            large_swiss=row.large_swiss,
        ),
        event_name=row.event_name,
        city=row.city,
        federation=row.federation,
        starts_on=row.starts_on,
        ends_on=row.ends_on,
        document=row.document,
        record=None,
        elsewhere=row,
    )

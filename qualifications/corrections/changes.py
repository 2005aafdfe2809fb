"""What a late correction can change: each kind with its checks, and how it is done.

A change is kept as JSON, `{"kind": …}` and its numbers, in `Correction.changes`. `done` does it in
the caller's transaction and tells what stood before, for `ResultCorrection`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, NamedTuple, Self

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player
from federation.persons import persons_of
from qualifications.grades import SCHEME
from qualifications.law import covers
from qualifications.models import (
    Objection,
    ObjectionStatus,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RunEvent,
)
from tournaments.correcting import (
    entries_exchange,
    entry_give,
    entry_to_exchange,
    game_correct,
    points_possible,
)
from tournaments.models import Entry, Event, EventStatus, Game


@dataclass(frozen=True, slots=True)
class Change(ABC):
    """One thing that a correction changes."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def target(self) -> tuple[str, int, int]:
        """What is changed: a correction changes it once."""

    @abstractmethod
    def first_period(self) -> RatingPeriod:
        """The published period that it touches first. Raises Refused when it cannot be made."""

    def done(self) -> dict[str, Any]:
        """Do it; the values that stood before. `first_period` has not refused it just now."""
        return {}

    def event(self) -> int | None:
        """The event of which it changes something stored."""
        return None

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Self:
        return cls(**{name: value for name, value in values.items() if name != "kind"})


@dataclass(frozen=True, slots=True)
class ResultChange(Change):
    """A game between two gets another result; half-points."""

    kind: ClassVar[str] = "result"
    game: int
    game_kind: str
    white: int
    black: int

    @property
    def target(self) -> tuple[str, int, int]:
        return self.kind, self.game, 0

    def first_period(self) -> RatingPeriod:
        """Raises Refused for an unknown game, an impossible or unchanged result."""
        game = self._game()
        if not points_possible(self.game_kind, self.white, self.black):
            raise Refused(
                _("A game gives one point in all: 1–0, ½–½ or 0–1. Without play also 0–0.")
            )
        if (game.kind, game.white_half_points, game.black_half_points) == (
            *(self.game_kind, self.white, self.black),
        ):
            raise Refused(_("This is the result that the registry has. Choose another one."))
        return period_that_counted(game.event)

    def event(self) -> int | None:
        return self._game().event_id

    def done(self) -> dict[str, Any]:
        game = self._game()
        before = {
            "game_kind": game.kind,
            "white": game.white_half_points,
            "black": game.black_half_points,
        }
        game_correct(game, kind=self.game_kind, white=self.white, black=self.black)
        return before

    def _game(self) -> Game:
        game = Game.objects.select_related("event").filter(pk=self.game).first()
        if game is None or game.black_id is None:
            raise Refused(_("There is no such game between two players."))
        return game


@dataclass(frozen=True, slots=True)
class PlayerChange(Change):
    """Another person stands behind an entry; or the two change places."""

    kind: ClassVar[str] = "player"
    entry: int
    to: int
    exchange: bool = False
    """`to` plays in the event too: they were entered for each other."""

    @property
    def target(self) -> tuple[str, int, int]:
        return self.kind, self.entry, 0

    def first_period(self) -> RatingPeriod:
        """Raises Refused for the same person, and as `entry_to_exchange`."""
        entry, to = self._found()
        if to.pk in persons_of([entry.player_id, to.pk]).same_as(entry.player_id):
            raise Refused(_("This is the same person. Choose another one."))
        entry_to_exchange(entry, to, exchange=self.exchange)
        return period_that_counted(entry.event)

    def event(self) -> int | None:
        return self._found()[0].event_id

    def done(self) -> dict[str, Any]:
        entry, to = self._found()
        before = {"player": entry.player_id, "newcomer": entry.newcomer}
        other = entry_to_exchange(entry, to, exchange=self.exchange)
        if other is None:
            entry_give(entry, to)
            return before
        entries_exchange(entry, other)
        return before | {"other": other.pk, "other_newcomer": other.newcomer}

    def _found(self) -> tuple[Entry, Player]:
        entry = Entry.objects.select_related("event", "player").filter(pk=self.entry).first()
        to = Player.objects.select_related("merged_into").filter(pk=self.to).first()
        if entry is None or to is None:
            raise Refused(_("There is no such player in the tournament, or in the registry."))
        return entry, to.merged_into or to


@dataclass(frozen=True, slots=True)
class LateEvent(Change):
    """A tournament admitted after the list that should have counted it was published."""

    kind: ClassVar[str] = "late_event"
    number: int

    @property
    def target(self) -> tuple[str, int, int]:
        return "event", self.number, 0

    def first_period(self) -> RatingPeriod:
        """Raises Refused for a tournament that is not admitted, not rated or counted already."""
        event = _event(self.number)
        if event.status != EventStatus.ADMITTED or not event.rated:
            raise Refused(
                _("Only an admitted tournament that is submitted for calculation can be counted.")
            )
        if counted_in(event) is not None:
            raise Refused(_("A published list has counted this tournament already."))
        if not covers(SCHEME, on=event.ends_on):
            raise Refused(_("The registry holds no edition of the regulation for that day."))
        found = (
            _published().filter(ends_on__gte=event.ends_on, opening=False).order_by("list_on")
        ).first()
        opening = _published().filter(opening=True).first()
        if found is None or (opening is not None and event.ends_on <= opening.ends_on):
            raise Refused(
                _(
                    "No published list should have counted this tournament: it ended after the "
                    "last one, or before the first one that the registry computed."
                )
            )
        return found


@dataclass(frozen=True, slots=True)
class EventLeftOut(Change):
    """A tournament that should not have been counted; it stays admitted and is no longer rated."""

    kind: ClassVar[str] = "event_left_out"
    number: int

    @property
    def target(self) -> tuple[str, int, int]:
        return "event", self.number, 0

    def first_period(self) -> RatingPeriod:
        return period_that_counted(_event(self.number))

    def event(self) -> int | None:
        return self.number

    def done(self) -> dict[str, Any]:
        event = _event(self.number)
        before = {"rated": event.rated}
        Event.objects.filter(pk=event.pk).update(rated=False)
        return before


@dataclass(frozen=True, slots=True)
class LineReleased(Change):
    """A line that an objection held counts its games."""

    kind: ClassVar[str] = "line_released"
    period: int
    player: int

    @property
    def target(self) -> tuple[str, int, int]:
        return self.kind, self.period, self.player

    def first_period(self) -> RatingPeriod:
        """Raises Refused for a line that is not held, and while the objection is open."""
        period = _published().filter(pk=self.period).first()
        if (
            period is None
            or not RatingRow.objects.filter(
                run=period.published_run_id, player=self.player, held=True
            ).exists()
        ):
            raise Refused(_("This line is not held in a published list."))
        if Objection.objects.filter(
            period=period, player=self.player, status=ObjectionStatus.OPEN
        ).exists():
            raise Refused(_("First answer the objection to this line."))
        return period


class Done(NamedTuple):
    """A change that was done."""

    change: Change
    period: RatingPeriod
    """The published period that it touches first."""
    event: int | None
    before: dict[str, Any]
    """The values that stood before."""

    def as_json(self) -> dict[str, Any]:
        return {**self.change.as_json(), "before": self.before}


KINDS: dict[str, type[Change]] = {
    kind.kind: kind for kind in (ResultChange, PlayerChange, LateEvent, EventLeftOut, LineReleased)
}


def change_of(values: Mapping[str, Any]) -> Change:
    """The change that JSON describes. Raises KeyError or TypeError for anything else."""
    return KINDS[values["kind"]].of_json(values)


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes of one correction."""

    all: tuple[Change, ...]
    late: frozenset[int] = field(init=False)
    left_out: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        late = frozenset(one.number for one in self.all if isinstance(one, LateEvent))
        left_out = frozenset(one.number for one in self.all if isinstance(one, EventLeftOut))
        object.__setattr__(self, "late", late)
        object.__setattr__(self, "left_out", left_out)

    @classmethod
    def of_json(cls, lines: list[dict[str, Any]]) -> Self:
        return cls(tuple(change_of(values) for values in lines))

    def released(self, period: int) -> frozenset[int]:
        """Players whose line of this period is released."""
        return frozenset(
            one.player for one in self.all if isinstance(one, LineReleased) and one.period == period
        )

    def done(self) -> list[Done]:
        """Do all, each checked against what the ones before it have done.

        Raises Refused, which names the change where there are several.
        """
        found = []
        for place, one in enumerate(self.all, start=1):
            try:
                found.append(Done(one, one.first_period(), one.event(), one.done()))
            except Refused as refusal:
                if len(self.all) == 1:
                    raise
                raise Refused(
                    _("Change %(n)d: %(why)s") % {"n": place, "why": refusal}
                ) from refusal
        return found


def counted_in(event: Event) -> RatingPeriod | None:
    """The published period of the home scheme that counts an event, as issued last."""
    found = RunEvent.objects.filter(event=event, run__publication__scheme=SCHEME)
    run = found.select_related("run__period").first()
    return run.run.period if run else None


def period_that_counted(event: Event) -> RatingPeriod:
    """The same. Raises Refused where there is none."""
    period = counted_in(event)
    if period is None:
        raise Refused(
            _(
                "No published list has counted this tournament, so no late correction is needed: "
                "correct it on its own page."
            )
        )
    return period


def _published() -> QuerySet[RatingPeriod]:
    return RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.PUBLISHED)


def _event(number: int) -> Event:
    event = Event.objects.filter(pk=number).first()
    if event is None:
        raise Refused(_("There is no tournament with this number."))
    return event

"""Whether an event counts for the individual coefficient, and for whom (UA.IK.2 to UA.IK.10).

One reason for each article. Coefficients are whole numbers, days are inclusive, and players and
regions are the caller's own keys. A regional figure is one below the border: it is valid in its
region only, so in an event of another region its holder is a player without a coefficient.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ... import measures_ua_titles as measures
from ...facts import EventSystem, TimeControl
from ...quantities import half_up_hundredths
from ...regulation import Regulation
from ...verdict import Outcome, Reason, all_of
from ..reasons import control_params, make_reason, not_applicable
from .common import HOME
from .conditions import is_norm_time_control, norm_control_limits


class CountingKind(StrEnum):
    """Kinds of events in the words of UA.IK.3, UA.IK.7 and UA.IK.9."""

    ALL_UKRAINIAN = "all_ukrainian"
    QUALIFIER = "qualifier"
    INTERREGIONAL = "interregional"
    INTERCITY = "intercity"
    INTERSOCIETY = "intersociety"
    INTERCLUB = "interclub"
    LOCAL = "local"
    INTERNATIONAL = "international"
    """An international event in the country."""
    ABROAD = "abroad"
    STATED = "stated"
    """Admitted before the registry asked: the commission answered for all conditions together."""


BETWEEN_BODIES = frozenset(
    (
        CountingKind.INTERREGIONAL,
        CountingKind.INTERCITY,
        CountingKind.INTERSOCIETY,
        CountingKind.INTERCLUB,
    )
)
OUTSIDE = frozenset((CountingKind.INTERNATIONAL, CountingKind.ABROAD))
"""Rated by UA.IK.9 alone."""


class Scope(StrEnum):
    NATIONAL = "national"
    REGIONAL = "regional"
    """A local event: it changes figures of its region only (UA.IK.7)."""
    NOT_COUNTED = "not_counted"
    UNDECIDED = "undecided"
    """A fact is missing; `CountingVerdict.asks` says which."""


class CountingPlayer(NamedTuple):
    """A participant as the articles ask about one. A tuple: a run makes a million of them."""

    key: int
    federation: str
    """Three letters; empty where not known."""
    region: int | None
    """Where the player is registered."""
    coefficient: int | None
    """Of the list in force on the first day."""
    national: bool = True
    """Whether that figure is on the national list."""
    valid_in: int | None = None
    """Region of a figure that is not national."""
    master: bool = False
    """Candidate master or higher on the first day (UA.IK.9)."""


@dataclass(frozen=True, slots=True)
class CountingEvent:
    kind: CountingKind | None
    """None where nobody has said it."""
    submitted: bool
    """Whether the commission submits the event for calculation."""
    system: EventSystem
    women: bool
    double_round: bool
    time_control: TimeControl | None
    ends_on: date
    material_received_on: date | None
    """When the papers of an international event came; None where not known."""
    region: int | None
    """Where it was held."""
    participants: tuple[CountingPlayer, ...]
    """By UA.Q38: who played a game, or everyone listed."""


@dataclass(frozen=True, slots=True)
class CountingVerdict:
    """What an event does to coefficients."""

    scope: Scope
    reasons: tuple[Reason, ...]
    """Of the event: one or two for each article, in the order of the text."""
    of_players: tuple[Reason, ...]
    """Whom it rates: UA.IK.2, 5, 7 and 10 with numbers of players."""
    valid: Mapping[int, int]
    """Player → coefficient that is valid in this event, as one's own and as an opponent's."""
    rated: frozenset[int]
    """Players whose figure the event changes or, without one, whose first it builds."""

    @property
    def counted(self) -> bool:
        return self.scope in (Scope.NATIONAL, Scope.REGIONAL)

    @property
    def asks(self) -> tuple[str, ...]:
        """Facts that a person is asked for, each once."""
        return tuple(dict.fromkeys(reason.asks for reason in self.reasons if reason.asks))


def judge_counting(event: CountingEvent, law: Regulation) -> CountingVerdict:
    """Whether and for whom the event counts."""
    valid = valid_coefficients(event, law)
    if event.kind is CountingKind.STATED:
        reasons: tuple[Reason, ...] = (submitted(event), stated(event))
    else:
        reasons = (
            submitted(event),
            kind_of_event(event, valid, law),
            half_with_coefficient(event, valid, law),
            number_of_participants(event, law),
            time_control(event, law),
            local_event(event),
            material_in_time(event, law),
        )
    outcome = all_of(reason.outcome for reason in reasons)
    if outcome is Outcome.UNDECIDED:
        scope = Scope.UNDECIDED
    elif outcome is Outcome.NOT_MET:
        scope = Scope.NOT_COUNTED
    else:
        scope = Scope.REGIONAL if event.kind is CountingKind.LOCAL else Scope.NATIONAL
    rated, of_players = rated_players(event, scope, valid, law)
    return CountingVerdict(scope, reasons, of_players, valid, rated)


# ---------------------------------------------------------------- the event


def submitted(event: CountingEvent) -> Reason:
    """UA.IK.1: Розрахунок ІК ... здійснюється кваліфікаційною комісією федерації шахів України

    It computes what a commission submits; a commission can leave an event out.
    """
    return make_reason(
        "UA.IK.1", "submitted", event.submitted, measured={"submitted": event.submitted}
    )


def stated(event: CountingEvent) -> Reason:
    """UA.IK.3, for an event admitted before the registry asked for its kind.

    The commission then answered in one word for kind, mean, share, size, time and deadline; that
    answer stands.
    """
    return make_reason(
        "UA.IK.3", "kind_of_event", event.submitted, measured={"kind": CountingKind.STATED.value}
    )


def kind_of_event(event: CountingEvent, valid: Mapping[int, int], law: Regulation) -> Reason:
    """UA.IK.3: Кваліфікаційна комісія обраховує особисті і командні Всеукраїнські змагання серед
    чоловіків та жінок, юнаків та дівчат, у тому числі і відбіркові змагання, а також змагання між
    шахістами областей, міст, спорттовариств та спортклубів України з середнім рейтингом не нижче
    2200 у чоловіків та 2050 у жінок.

    The mean is asked of the last group only. It is that of the participants with a coefficient,
    compared as it is, without rounding.
    """
    kind = event.kind
    between = kind in BETWEEN_BODIES
    floor, _highest = measures.coefficient_needed("rating_event_mean", _sex(event), law)
    mean = _mean(event, valid)
    required = {"mean": floor if between else None, "women": event.women}
    measured = {
        "kind": kind.value if kind else None,
        "mean": half_up_hundredths(mean) if between and mean is not None else None,
    }
    if kind is CountingKind.LOCAL or kind in OUTSIDE:
        return not_applicable("UA.IK.3", "kind_of_event", required=required, measured=measured)
    passed: bool | None = None
    if kind is not None:
        found = measures.ik_event(
            len(event.participants),
            len(event.participants),
            0 if mean is None else mean,
            _sex(event),
            law,
            between_bodies=between,
        )
        passed = found.rated
    return make_reason(
        "UA.IK.3",
        "kind_of_event",
        passed,
        required=required,
        measured=measured,
        asks="coefficient_kind",
    )


def _sex(event: CountingEvent) -> str:
    return "w" if event.women else "m"


def _mean(event: CountingEvent, valid: Mapping[int, int]) -> Fraction | None:
    values = [valid[player.key] for player in event.participants if player.key in valid]
    return Fraction(sum(values), len(values)) if values else None


def half_with_coefficient(
    event: CountingEvent, valid: Mapping[int, int], law: Regulation
) -> Reason:
    """UA.IK.4: При цьому не менше половини учасників повинні мати фіксований коефіцієнт.

    Of the events that UA.IK.3 names; of local ones too where UA.Q44 says so. A coefficient that is
    not valid in the event is none (UA.IK.10).
    """
    participants, rated = len(event.participants), len(valid)
    measured = {"rated": rated, "participants": participants}
    local = event.kind is CountingKind.LOCAL
    asked_of_local = law.reading("UA.Q44") == "share_too"
    if event.kind in OUTSIDE or (local and not asked_of_local):
        return not_applicable("UA.IK.4", "half_with_coefficient", measured=measured)
    passed: bool | None = bool(participants) and 2 * rated >= participants
    if not passed and event.kind is None:
        passed = None
    return make_reason(
        "UA.IK.4",
        "half_with_coefficient",
        passed,
        measured=measured,
        readings=("UA.Q44",) if local else (),
        asks="coefficient_kind",
    )


def fewest_participants(event: CountingEvent, law: Regulation) -> int:
    """How many it takes to play the games of a norm (UA.AWD.7a, UA.AWD.7b) by everybody.

    One more than 9 games, in team events one more than 7; where everybody meets everybody twice,
    half as many opponents are enough.
    """
    team = event.system is EventSystem.TEAM
    games = law.thresholds["norm_games_team" if team else "norm_games"]
    return 1 + (-(-games // 2) if event.double_round and not team else games)


def number_of_participants(event: CountingEvent, law: Regulation) -> Reason:
    """UA.IK.6: Кількість учасників ... у змаганнях повинні відповідати турнірам з нормою МСУ та
    КМСУ

    The order names no number for them; by UA.Q43 it is what the games of a norm need.
    """
    least = fewest_participants(event, law)
    measured = {"participants": len(event.participants)}
    if law.reading("UA.Q43") == "not_asked":
        return not_applicable("UA.IK.6", "number_of_participants", measured=measured)
    enough = len(event.participants) >= least
    return make_reason(
        "UA.IK.6",
        "number_of_participants",
        enough,
        required={"participants": least, "team": event.system is EventSystem.TEAM},
        measured=measured,
        readings=() if enough else ("UA.Q43",),
    )


def time_control(event: CountingEvent, law: Regulation) -> Reason:
    """UA.IK.6: ... контроль часу у змаганнях повинні відповідати турнірам з нормою МСУ та КМСУ

    One of the three of UA.AWD.6.
    """
    _article, passed, asks = is_norm_time_control(event.time_control, law)
    return make_reason(
        "UA.IK.6",
        "norm_time_control",
        passed,
        required=norm_control_limits(law),
        measured=control_params(event.time_control),
        asks=asks,
    )


def local_event(event: CountingEvent) -> Reason:
    """UA.IK.7: Місцеві змагання в областях для шахістів та шахісток з ІК<1850 обраховують
    кваліфікаційні комісії міст та областей України.

    В окремих випадках за згодою обласних федерацій ці розрахунки також веде кваліфікаційна комісія
    федерації шахів України: the registry computes both lists in one run.
    """
    measured = {"kind": event.kind.value if event.kind else None}
    if event.kind is not CountingKind.LOCAL:
        return not_applicable("UA.IK.7", "local_event", measured=measured)
    return make_reason("UA.IK.7", "local_event", True, measured=measured)


def material_in_time(event: CountingEvent, law: Regulation) -> Reason:
    """UA.IK.9: Для МСУ і КМСУ, які брали участь у міжнародних змаганнях, зміни ІК ФШУ за наслідками
    цих змагань розраховуються, якщо відповідні матеріали подаються не пізніше трьох місяців після
    закінчення турнірів.

    The day with the same number three months later is the last one; the last day of a month that
    has no such day. An event abroad is an international one.
    """
    received = event.material_received_on
    last = measures.ik_deadline(event.ends_on, event.ends_on, law).last_day
    required = {"last_day": last, "months": law.thresholds["international_material_months"]}
    measured = {"received_on": received}
    if event.kind is not None and event.kind not in OUTSIDE:
        return not_applicable("UA.IK.9", "material_in_time", required=required, measured=measured)
    if event.kind is None:
        return make_reason(
            "UA.IK.9",
            "material_in_time",
            None,
            required=required,
            measured=measured,
            asks="coefficient_kind",
        )
    return make_reason(
        "UA.IK.9",
        "material_in_time",
        None if received is None else measures.ik_deadline(event.ends_on, received, law).ok,
        required=required,
        measured=measured,
        readings=("UA.Q16",) if received == last else (),
        asks="material_received_on",
    )


# ---------------------------------------------------------------- the players


def valid_coefficients(event: CountingEvent, law: Regulation) -> dict[int, int]:
    """Whose coefficient is valid in the event.

    UA.IK.10: Розрахунки ІК, виконані кваліфікаційними комісіями обласних федерацій, діють тільки у
    межах цих областей.

    A figure of the national list everywhere; one below it where the event is held in its region,
    abroad nowhere. By UA.Q42 the regional federations can consent that it is valid everywhere.
    """
    everywhere = law.reading("UA.Q42") == "everywhere"
    here = None if event.kind is CountingKind.ABROAD else event.region
    return {
        player.key: player.coefficient
        for player in event.participants
        if player.coefficient is not None
        and (player.national or everywhere or (here is not None and player.valid_in == here))
    }


def is_member(player: CountingPlayer, law: Regulation) -> bool | None:
    """UA.IK.2: Розрахунок проводиться тільки для членів федерації шахів України.

    Whoever plays for Ukraine (UA.Q41); None where no federation is known.
    """
    if not player.federation:
        return True if law.reading("UA.Q41") == "unless_foreign" else None
    return player.federation == HOME


def rated_players(
    event: CountingEvent, scope: Scope, valid: Mapping[int, int], law: Regulation
) -> tuple[frozenset[int], tuple[Reason, ...]]:
    """Whom the event rates, with a reason for each article that chooses among the players.

    UA.IK.5: Кваліфікаційна комісія обраховує в усіх змаганнях шахістів, які мають ІК>1850 у
    чоловіків та у жінок.

    UA.IK.7: Місцеві змагання в областях для шахістів та шахісток з ІК<1850 обраховують
    кваліфікаційні комісії міст та областей України.

    A local event rates the players of its region below the border or without a coefficient; those
    above it only where UA.Q45 reads "all events" so. An event of UA.IK.9 rates candidate masters
    and higher. A coefficient that is not valid (UA.IK.10) is not changed either. Nobody is rated in
    an event that does not count.
    """
    outside = event.kind in OUTSIDE
    local = scope is Scope.REGIONAL
    above_too = law.reading("UA.Q45") == "local_too"
    counted = scope in (Scope.NATIONAL, Scope.REGIONAL)
    rated: set[int] = set()
    members = unknown = above = below = without = elsewhere = not_valid = 0
    for player in event.participants:
        member = is_member(player, law)
        members += member is True
        unknown += member is None
        if player.coefficient is not None and player.key not in valid:
            not_valid += 1
            continue
        if not member or (outside and not player.master):
            continue
        if player.coefficient is not None and player.national:
            above += 1
            if local and not above_too:
                continue
        elif local and (player.region is None or player.region != event.region):
            elsewhere += 1
            continue
        else:
            below += player.coefficient is not None
            without += player.coefficient is None
        rated.add(player.key)
    reasons = (
        _members(len(event.participants), members, unknown),
        Reason(
            "UA.IK.5",
            "above_border",
            (Outcome.NOT_APPLICABLE if local and not above_too else Outcome.MET)
            if above
            else Outcome.NOT_APPLICABLE,
            required={"border": law.rating_rules(event.ends_on).national_floor},
            measured={"players": above, "local": local},
            readings=("UA.Q45",) if local and above else (),
        ),
        Reason(
            "UA.IK.7",
            "below_border",
            Outcome.MET if below + without else Outcome.NOT_APPLICABLE,
            required={"border": law.rating_rules(event.ends_on).national_floor},
            measured={"players": below, "without": without, "elsewhere": elsewhere},
        ),
        Reason(
            "UA.IK.10",
            "valid_in_region",
            Outcome.NOT_MET if not_valid else Outcome.MET,
            measured={"not_valid": not_valid},
            readings=("UA.Q42",) if not_valid else (),
        ),
    )
    return frozenset(rated) if counted else frozenset(), reasons


def _members(participants: int, members: int, unknown: int) -> Reason:
    return make_reason(
        "UA.IK.2",
        "members",
        None if unknown else True,
        measured={"members": members, "unknown": unknown, "participants": participants},
        readings=("UA.Q41",) if unknown else (),
        asks="participants_federation",
    )

"""Whether an event counts for the individual coefficient (UA.IK.1, 3, 4, 6, 7, 9).

One reason for each article, in the order of the text. A regional figure, one below the border, is
valid in its region only: in an event of another region its holder has no coefficient (UA.IK.10).
"""

from ... import measures_ua_titles as measures
from ...facts import EventSystem
from ...quantities import half_up_hundredths
from ...regulation import Regulation
from ...verdict import Outcome, Params, Reason, all_of
from ..reasons import control_params, make_reason, not_applicable
from .conditions import is_norm_time_control, norm_control_limits
from .counting_facts import (
    BETWEEN_BODIES,
    OUTSIDE,
    CountingEvent,
    CountingKind,
    Scope,
    Strength,
)


def judge_event(
    event: CountingEvent, strength: Strength, law: Regulation
) -> tuple[Scope, tuple[Reason, ...]]:
    """What becomes of one event, with a reason for each article that asks about events."""
    if event.kind is CountingKind.STATED:
        reasons: tuple[Reason, ...] = (submitted(event), stated(event))
    else:
        reasons = (
            submitted(event),
            kind_of_event(event, strength, law),
            half_with_coefficient(event, strength, law),
            number_of_participants(event, strength, law),
            time_control(event, law),
            local_event(event),
            material_in_time(event, law),
        )
    outcome = all_of(reason.outcome for reason in reasons)
    if outcome is Outcome.UNDECIDED:
        return Scope.UNDECIDED, reasons
    if outcome is Outcome.NOT_MET:
        return Scope.NOT_COUNTED, reasons
    local = event.kind is CountingKind.LOCAL
    return Scope.REGIONAL if local else Scope.NATIONAL, reasons


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


def kind_of_event(event: CountingEvent, strength: Strength, law: Regulation) -> Reason:
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
    mean = strength.mean
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
            strength.participants,
            strength.participants,
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


def half_with_coefficient(event: CountingEvent, strength: Strength, law: Regulation) -> Reason:
    """UA.IK.4: При цьому не менше половини учасників повинні мати фіксований коефіцієнт.

    Of the events that UA.IK.3 names; of local ones too where UA.Q44 says so. A coefficient that is
    not valid in the event is none (UA.IK.10).
    """
    participants, rated = strength.participants, strength.rated
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


def number_of_participants(event: CountingEvent, strength: Strength, law: Regulation) -> Reason:
    """UA.IK.6: Кількість учасників та контроль часу у змаганнях повинні відповідати турнірам з
    нормою МСУ та КМСУ

    The order names no number for them; by UA.Q43 it is what the games of a norm need.
    """
    least = fewest_participants(event, law)
    measured = {"participants": strength.participants}
    if law.reading("UA.Q43") == "not_asked":
        return not_applicable("UA.IK.6", "number_of_participants", measured=measured)
    enough = strength.participants >= least
    return make_reason(
        "UA.IK.6",
        "number_of_participants",
        enough,
        required={"participants": least, "team": event.system is EventSystem.TEAM},
        measured=measured,
        readings=() if enough else ("UA.Q43",),
    )


def time_control(event: CountingEvent, law: Regulation) -> Reason:
    """UA.IK.6: Кількість учасників та контроль часу у змаганнях повинні відповідати турнірам з
    нормою МСУ та КМСУ

    One of the three of UA.AWD.6.
    """
    _article, passed, asks = is_norm_time_control(event.time_control, law)
    return make_reason(
        "UA.IK.6",
        "rated_time_control",
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
    required: Params = {"last_day": last, "months": law.thresholds["international_material_months"]}
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

"""What the articles ask of a set of games: one function each, in the order of the text.

Every function gives its reason whatever the others found. A reason names a reading where the other
choice would have changed it.
"""

from collections.abc import Mapping

from ..verdict import Outcome, Params, Reason
from .measures import Case, Measures, Needs, lowest_half_points, needs, share_reached

LOST_DOUBLE_ROUND_WORDING = "double_round_wording"


def requirements(found: Measures, case: Case, rounds: tuple[int, ...] = ()) -> tuple[Reason, ...]:
    """Every requirement of 1.41 to 1.48b on one set of games, played in `rounds`."""
    asked = needs(found.games, found.opponents, case)
    return (
        number_of_games(found, case, rounds),
        other_federations(found, case),
        own_federation(found, asked, case),
        one_federation(found, asked, case),
        title_holders(found, asked, case),
        required_titles(found, asked, case),
        *double_round_robin(found, case),
        raised_opponent(found, case),
        unrated_opponents(found, asked, case),
        performance(found, case),
        mean_rating(found, case),
        least_share(found, case),
    )


def player_of_the_title(case: Case) -> Reason:
    """0.31: Жіночий гросмейстер (WGM), Жіночий Міжнародний Майстер (WIM), Жіночий Майстер ФІДЕ
    (WFM), Жіночий Кандидат в Майстри (WCM ).

    Women's titles are for women; the others are for everybody.
    """
    sex = case.player.sex
    passed: bool | None = True
    if case.title.women:
        passed = None if sex is None else sex == "w"
    return reason(
        "FIDE.0.31",
        "fide_women_only",
        passed,
        required={"women": case.title.women},
        measured={"sex": sex},
        asks="sex",
    )


def number_of_games(found: Measures, case: Case, rounds: tuple[int, ...] = ()) -> Reason:
    """1.41: Кількість партій"""
    rules = case.rules
    least, printed = rules.minimum_games, rules.printed_minimum_games
    between = min(least, printed) <= found.games < max(least, printed)
    readings = ("FIDE.A1",) if between and "FIDE.A1" in rules.law.readings else ()
    return reason(
        "FIDE.1.41",
        "fide_norm_games",
        found.games >= case.minimum,
        required={"games": case.minimum},
        measured={"games": found.games},
        readings=() if case.eight_games else readings,
        rounds=rounds,
    )


def other_federations(found: Measures, case: Case) -> Reason:
    """1.43: Федерації суперників

    Opponents of at least two federations other than the player's, unless 1.43a-e exempt.
    """
    return _of_federations(
        "FIDE.1.43",
        "fide_other_federations",
        found.other_federations >= case.rules.other_federations,
        {"federations": case.rules.other_federations},
        {"federations": found.other_federations},
        case,
        waived=bool(case.exempt_by),
    )


def own_federation(found: Measures, asked: Needs, case: Case) -> Reason:
    """1.44: При расчётё мінімальної частки суперників використовується округлення до найближчого
    цілого числа, при расчётё максимальної частки суперників - до найближчого меншого числа. Від
    федерації претендента має бути максимум 3/5 учасників від загальної кількості
    """
    return _of_federations(
        "FIDE.1.44",
        "fide_own_federation",
        found.own_federation <= asked.own_at_most,
        {"at_most": asked.own_at_most},
        {"opponents": found.own_federation},
        case,
        waived=bool(case.exempt_by) and case.rules.exemption_lifts_shares,
    )


def one_federation(found: Measures, asked: Needs, case: Case) -> Reason:
    """1.44: і від кожної федерації максимум 2/3 учасників від загальної кількості. Точні цифри см.
    В таблиці 1.72.
    """
    return _of_federations(
        "FIDE.1.44",
        "fide_one_federation",
        found.max_one_federation <= asked.one_at_most,
        {"at_most": asked.one_at_most},
        {"opponents": found.max_one_federation},
        case,
        waived=bool(case.exempt_by) and case.rules.exemption_lifts_shares,
    )


def _of_federations(
    article: str,
    check: str,
    passed: bool,
    required: Params,
    measured: Params,
    case: Case,
    *,
    waived: bool,
) -> Reason:
    """A rule on federations: lifted by an exemption, not asked of a performance norm."""
    outcome, waived_by, readings = _outcome(passed), "", []
    if case.without_mix:
        outcome = Outcome.NOT_APPLICABLE
        readings = [] if passed else ["FIDE.A16"]
    elif not passed and case.eight_games and not case.rules.eight_games_with_federations:
        outcome, waived_by, readings = Outcome.WAIVED, "FIDE.1.41c", ["FIDE.A10"]
    elif not passed and waived:
        outcome, waived_by = Outcome.WAIVED, case.exempt_by
        readings = ["FIDE.A21"] if article == "FIDE.1.44" else []
    elif not passed and case.eight_games:
        readings = ["FIDE.A10"]
    known = case.rules.law.readings
    return Reason(
        article=article,
        check=check,
        outcome=outcome,
        required=required,
        measured=measured,
        waived_by=waived_by,
        readings=tuple(one for one in readings if one in known),
    )


def title_holders(found: Measures, asked: Needs, case: Case) -> Reason:
    """1.45a: Принаймні, 50% учасників повинні мати звання, зазначені в п. 0.31, за винятком звань
    CM і WCM.
    """
    return _of_titles(
        "FIDE.1.45a", "fide_title_holders", found.th, asked.holders, asked.holders_surely, case
    )


def required_titles(found: Measures, asked: Needs, case: Case) -> Reason:
    """1.45b: Для норми GM, по крайней мере, 1/3 при мінімумі 3 учасники повинні мати звання GM.
    1.45c: Для норми IM, по крайней мере, 1/3 при мінімумі 3 учасники повинні мати звання IM. 1.45d:
    Для норми WGM, по крайней мере, 1/3 при мінімумі 3 учасники повинні мати звання WGM, IM або GM.
    1.45e: Для норми WIM, по крайней мере, 1/3 при мінімумі 3 учасники повинні мати звання WIM, WGM,
    IM або GM.
    """
    title = case.title
    return _of_titles(
        title.holders_article,
        "fide_required_titles",
        found.mo,
        asked.required,
        asked.required_surely,
        case,
        readings=("FIDE.A4",) if title.holders != title.holders_printed else (),
    )


def _of_titles(
    article: str,
    check: str,
    count: int,
    least: int,
    surely: int,
    case: Case,
    readings: tuple[str, ...] = (),
) -> Reason:
    passed: bool | None = count >= surely
    if least <= count < surely:
        passed = None
    outcome = Outcome.NOT_APPLICABLE if case.without_mix else _outcome(passed)
    return Reason(
        article=article,
        check=check,
        outcome=outcome,
        required={"opponents": surely, "norm": case.title.key},
        measured={"opponents": count},
        readings=readings,
        asks=LOST_DOUBLE_ROUND_WORDING if outcome is Outcome.UNDECIDED else "",
    )


def double_round_robin(found: Measures, case: Case) -> tuple[Reason, ...]:
    """1.45f: a double round robin has at least 6 players (the sentence is lost in the text)."""
    if not case.double_round or case.without_mix:
        return ()
    players = found.opponents + 1
    least = case.rules.double_round_players
    return (
        reason(
            "FIDE.1.45f",
            "fide_double_round_players",
            players >= least,
            required={"players": least},
            measured={"players": players},
        ),
    )


def raised_opponent(found: Measures, case: Case) -> Reason:
    """1.46c: Тільки одному учаснику може бути підвищений рейтинг до регульованого мінімального
    рівня рейтингу. Якщо рейтинг нижче мінімального рівня є більш ніж у одного учасника, повинен
    бути підвищений рейтинг учасника з найнижчим рейтингом.

    Says what was done; nobody can fail it.
    """
    raised = found.raised_from is not None
    return Reason(
        article="FIDE.1.46c",
        check="fide_raised_opponent",
        outcome=Outcome.MET if raised else Outcome.NOT_APPLICABLE,
        required={"floor": case.title.floor},
        measured={"rating": found.raised_from},
    )


def unrated_opponents(found: Measures, asked: Needs, case: Case) -> Reason:
    """1.46d: an unrated opponent counts with a fixed rating; at most a fifth of the opponents and
    the player may be unrated (the sentence is lost in the text). Later editions have no limit.
    """
    limit = asked.unrated_at_most
    measured = {"opponents": found.unrated}
    required = {"at_most": limit, "rating": case.rules.unrated_rating}
    if limit is None:
        return Reason("FIDE.1.46d", "fide_unrated", Outcome.NOT_APPLICABLE, required, measured)
    return reason("FIDE.1.46d", "fide_unrated", found.unrated <= limit, required, measured)


def performance(found: Measures, case: Case) -> Reason:
    """1.48: Для того щоб виконати норму, гравець повинен досягти, принаймні, показаного нижче
    рівня. де Ra = Середній рейтинг учасників + різницю рейтингів dp з таблиць 1.49 або 8.1a
    Положення про рейтинг ФІДЕ B.02 (перетворення відносного результату p в різниця рейтингів dp).
    """
    lowest = None
    if found.ra is not None:
        lowest = lowest_half_points(found.ra, found.games, case)
    return reason(
        "FIDE.1.48",
        "fide_performance",
        found.rp is not None and found.rp >= case.title.performance,
        required={"performance": case.title.performance, "half_points": lowest},
        measured={
            "performance": found.rp,
            "mean": found.ra,
            "percent": found.p,
            "difference": found.dp,
            "half_points": found.half_points,
            "games": found.games,
        },
    )


def mean_rating(found: Measures, case: Case) -> Reason:
    """1.48a: Мінімальні середні рейтинги Ra учасників наступні: GM 2380, IM 2230 WGM 2180, WIM
    2030.
    """
    return reason(
        "FIDE.1.48a",
        "fide_mean_rating",
        found.ra is not None and found.ra >= case.title.mean,
        required={"mean": case.title.mean},
        measured={"mean": found.ra},
    )


def least_share(found: Measures, case: Case) -> Reason:
    """1.48b: Мінімальний результат для всіх звань 35%. (1.22)"""
    rules = case.rules
    passed = bool(found.games) and share_reached(found.half_points, found.games, rules)
    exact = 50 * found.half_points >= rules.share_percent * found.games
    rounded = found.p is not None and found.p >= rules.share_percent
    return reason(
        "FIDE.1.48b",
        "fide_least_share",
        passed,
        required={"percent": rules.share_percent},
        measured={"half_points": found.half_points, "games": found.games},
        readings=("FIDE.A9",) if exact != rounded else (),
    )


def reason(
    article: str,
    check: str,
    passed: bool | None,
    required: Params | None = None,
    measured: Params | None = None,
    *,
    readings: tuple[str, ...] = (),
    asks: str = "",
    rounds: tuple[int, ...] = (),
) -> Reason:
    """A reason; `asks` is kept only where the answer is missing."""
    empty: Mapping[str, None] = {}
    return Reason(
        article=article,
        check=check,
        outcome=_outcome(passed),
        required=required or empty,
        measured=measured or empty,
        looked_at_rounds=rounds,
        readings=readings,
        asks=asks if passed is None else "",
    )


def _outcome(passed: bool | None) -> Outcome:
    if passed is None:
        return Outcome.UNDECIDED
    return Outcome.MET if passed else Outcome.NOT_MET

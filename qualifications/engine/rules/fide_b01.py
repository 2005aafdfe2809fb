"""Norms of the international titles in one event: facts in, verdicts on GM, IM, WGM and WIM out.

How an event has to be organised (1.11 to 1.17, 1.42g) is judged here, once for everybody; what the
games have to be (1.41 to 1.48b) in `..fide`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..facts import (
    ArbiterCategory,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Participant,
    TimeControl,
)
from ..fide.facts import EventFormat, NormEvent, NormGame, NormPlayer, Opponent, Result
from ..fide.norm import PERFORMANCE_NORM, TITLE_NORM, NormVerdict, judge_norm
from ..fide.requirements import reason
from ..fide.tables import NORM_TITLES, FideRules, rules_of
from ..regulation import Regulation
from ..verdict import Outcome, Reason, Route, Verdict, all_of

ROUTES = (TITLE_NORM, PERFORMANCE_NORM)
CHECKS = (
    *("fide_norm_games", "fide_other_federations", "fide_own_federation", "fide_one_federation"),
    *("fide_title_holders", "fide_required_titles", "fide_double_round_players"),
    *("fide_raised_opponent", "fide_unrated", "fide_performance", "fide_mean_rating"),
    *("fide_least_share", "fide_women_only", "fide_not_counted", "fide_default_in_last_round"),
    *("fide_late_left_out", "fide_wins_left_out", "fide_unrated_scored", "fide_title_confirmed"),
    *("fide_opponents_known", "fide_player_federation", "fide_same_conditions"),
    *("fide_registered", "fide_hours_a_day", "fide_rounds_a_day", "fide_norm_time_control"),
    *("fide_same_clocks", "fide_duration", "fide_ratings_of_the_day", "fide_chief_arbiter"),
    *("fide_arbiter_played", "fide_changed_for_players", "fide_title_rating", "fide_rated_games"),
    *("fide_direct_title", "fide_championship_participants", "fide_championship_federations"),
    *("fide_norm_with_one_round_a_day", "fide_eight_game_norms", "fide_norm_with_foreigners"),
    *("fide_number_of_norms", "fide_games_of_norms", "fide_old_norms_registered"),
    *("fide_large_swiss", "fide_award_rating"),
)
ASKS = (
    *("arbiter_played", "changed_for_players", "chief_arbiter", "days_with_one_round"),
    *("direct_title", "double_round_wording", "federation", "federations", "fide_facts"),
    *("fide_rating", "format_approved", "large_swiss", "member_federations"),
    *("most_hours_on_one_day", "most_rounds_on_one_day", "norm_registered_in_time"),
    *("participants", "rated_games", "rated_games_rule", "rating_reached_on"),
    *("ratings_of_the_day", "registered_on", "registration_days", "same_clocks"),
    *("same_conditions", "scored_against_rated", "sex", "time_control"),
)
_NOTHING_TO_GAIN = {
    "GM": frozenset(NORM_TITLES),
    "IM": frozenset({"IM", "WIM"}),
    "WGM": frozenset({"WGM", "WIM"}),
    "WIM": frozenset({"WIM"}),
}
"""Norms that are of no use to the holder of a title."""
_FOREIGN_TITLED = frozenset(NORM_TITLES)
_OF_NO_FEDERATION = "NON"
_RESULTS: Mapping[GameKind, Result] = {
    GameKind.PLAYED: Result.PLAYED,
    GameKind.PAIRING_BYE: Result.PAIRING_BYE,
    GameKind.FULL_POINT_BYE: Result.ASKED_BYE,
    GameKind.HALF_POINT_BYE: Result.ASKED_BYE,
    GameKind.ABSENT: Result.ASKED_BYE,
}
_MISSED = (
    GameKind.ABSENT,
    GameKind.HALF_POINT_BYE,
    GameKind.FULL_POINT_BYE,
)


@dataclass(frozen=True, slots=True)
class Field:
    """An event as norms see it: made once for all its participants."""

    norm_event: NormEvent
    conditions: tuple[Reason, ...]
    opponents: Mapping[int, Opponent]
    """By starting number; without those whose title and rating nobody has looked up."""
    unconfirmed: frozenset[int]
    """Participants whose title was not confirmed when the event started (0.43)."""


def assess(event: EventFacts, law: Regulation) -> tuple[Verdict, ...]:
    """Verdicts on every participant with at least one round, on the norms that are of use to them.

    Raises UnknownInNorm for a category of events that the edition does not have.
    """
    rules = rules_of(law)
    field = _field(event, rules)
    return tuple(
        judge(participant, title, field, event, law)
        for participant in event.participants
        if participant.games
        for title in titles_for(participant, event)
    )


def titles_for(participant: Participant, event: EventFacts) -> tuple[str, ...]:
    """Titles whose norms are of use: none of women for men, none below a title that is held."""
    held = _title_at_start(participant, event)
    no_use = _NOTHING_TO_GAIN.get(held or "", frozenset())
    return tuple(
        title
        for title in NORM_TITLES
        if title not in no_use and not (title.startswith("W") and participant.sex == "m")
    )


def judge(
    participant: Participant, title: str, field: Field, event: EventFacts, law: Regulation
) -> Verdict:
    """One participant and one title: how the event was organised, and the games."""
    row = rules_of(law).tables.titles[title]
    conditions = [*field.conditions, *titles_confirmed(participant, field)]
    unknown = opponents_known(participant, field)
    if unknown is not None or not participant.federation:
        missing = unknown or _federation_unknown()
        return Verdict(
            participant=participant.number,
            grade=row.grade,
            outcome=all_of(one.outcome for one in (*conditions, missing)),
            conditions=(*conditions, missing),
            routes=(Route(TITLE_NORM, Outcome.UNDECIDED, ()),),
            norm_half_points=None,
            scored_half_points=sum(
                game.half_points for game in participant.games if game.kind is GameKind.PLAYED
            ),
            edition=law.edition,
        )
    found = norm_of(participant, title, field, law)
    looked_at = found.norm_games or found.all_games
    route = Route(found.kind, found.outcome, found.reasons)
    return Verdict(
        participant=participant.number,
        grade=row.grade,
        outcome=all_of((*(one.outcome for one in conditions), route.outcome)),
        conditions=tuple(conditions),
        routes=(route,),
        norm_half_points=found.needed_half_points,
        scored_half_points=looked_at.half_points,
        edition=law.edition,
    )


def norm_of(participant: Participant, title: str, field: Field, law: Regulation) -> NormVerdict:
    """The norm itself, from the participant's games, whatever the organisation was.

    Raises KeyError for an opponent whom nobody has looked up.
    """
    games = [
        NormGame(
            round=game.round,
            result=_result(game),
            half_points=game.half_points,
            opponent=None if game.opponent is None else field.opponents.get(game.opponent),
        )
        for game in participant.games
    ]
    player = NormPlayer(participant.federation, participant.sex)
    return judge_norm(title, player, field.norm_event, games, law)


def norm_made(number: int, title: str, event: EventFacts, law: Regulation) -> NormVerdict:
    """The norm of one participant by starting number, with the figures that an application asks
    for (1.50). Raises KeyError for an opponent whom nobody has looked up, UnknownInNorm.
    """
    participant = next(one for one in event.participants if one.number == number)
    return norm_of(participant, title, _field(event, rules_of(law)), law)


def large_swiss(event: EventFacts, law: Regulation) -> bool | None:
    """1.5.6 a of the later text: an individual Swiss with at least 40 participants in every round,
    of a mean rating of at least 2000; players count who miss at most one round.

    None where ratings are not known; False where the edition does not ask for it.
    """
    least = law.thresholds.get("swiss_participants")
    mean = law.thresholds.get("swiss_mean")
    if event.system is not EventSystem.SWISS or least is None or mean is None or not event.rounds:
        return False
    steady = [one for one in event.participants if len(_missed_rounds(one)) <= 1]
    found: bool | None = True
    for number in range(1, event.rounds + 1):
        there = [one for one in steady if number not in _missed_rounds(one)]
        if len(there) < least:
            return False
        ratings = [one.fide_rating for one in there if one.fide_rating is not None]
        if len(ratings) < len(there):
            found = None
        elif sum(ratings) < mean * len(ratings):
            return False
    return found


def _result(game: GameFact) -> Result:
    """A game of less than one move was not started; a forfeit is won by whoever has the points."""
    if game.kind in (GameKind.FORFEIT, GameKind.SHORT):
        return Result.FORFEIT_WIN if game.half_points == 2 else Result.FORFEIT_LOSS
    return _RESULTS[game.kind]


# ---------------------------------------------------------------- the event, once for everybody


def _field(event: EventFacts, rules: FideRules) -> Field:
    known = {one.number: one for one in event.participants if one.fide_known and one.federation}
    return Field(
        norm_event=_norm_event(event, known, rules),
        conditions=organisation(event, rules),
        opponents={number: _opponent(one, known, event) for number, one in known.items()},
        unconfirmed=frozenset(
            number for number, one in known.items() if _confirmed_too_late(one, event)
        ),
    )


def _confirmed_too_late(participant: Participant, event: EventFacts) -> bool:
    """0.43: Звання може бути використано для оцінки результатів суперників тільки в турнірах,
    розпочатих після підтвердження звання (за винятком випадків, зазначених у статті 1.15).
    """
    confirmed = participant.fide_title_confirmed_on
    if not participant.fide_title or confirmed is None or event.fide.ratings_of_the_day:
        return False
    return event.starts_on <= confirmed


def _title_at_start(participant: Participant, event: EventFacts) -> str | None:
    late = _confirmed_too_late(participant, event)
    return (participant.fide_title_before if late else participant.fide_title) or None


def _opponent(
    participant: Participant, known: Mapping[int, Participant], event: EventFacts
) -> Opponent:
    none = participant.federation == _OF_NO_FEDERATION
    return Opponent(
        rating=participant.fide_rating,
        title=_title_at_start(participant, event),
        federation=None if none else participant.federation,
        id=str(participant.number) if event.fide.double_round else "",
        scored_against_rated=_scored_against_rated(participant, known)
        if participant.fide_rating is None
        else None,
    )


def _scored_against_rated(
    participant: Participant, known: Mapping[int, Participant]
) -> bool | None:
    """Whether an unrated player scored against a rated one; None where that is not known."""
    played = [game for game in participant.games if game.kind is GameKind.PLAYED]
    scored = [game for game in played if game.half_points]
    opponents = [known.get(game.opponent or 0) for game in scored]
    if any(one is not None and one.fide_rating is not None for one in opponents):
        return True
    return None if None in opponents else False


def _norm_event(event: EventFacts, known: Mapping[int, Participant], rules: FideRules) -> NormEvent:
    fide = event.fide
    counted = fide.foreign_rated_players, fide.foreign_federations, fide.foreign_titled
    if counted == (None, None, None) and event.system is EventSystem.SWISS and fide.federation:
        counted = foreign_players(event, known, rules)
    forms = {
        EventSystem.ROUND_ROBIN: EventFormat.ROUND_ROBIN,
        EventSystem.SWISS: EventFormat.SWISS,
        EventSystem.TEAM: EventFormat.TEAM,
    }
    double = event.system is EventSystem.ROUND_ROBIN and fide.double_round
    return NormEvent(
        format=EventFormat.DOUBLE_ROUND_ROBIN if double else forms[event.system],
        rounds=event.rounds,
        federation=fide.federation,
        category=fide.category,
        foreign_rated_players=counted[0],
        foreign_federations=counted[1],
        foreign_titled=counted[2],
        pairings_known=fide.pairings_known,
        zonal_in_that_year=fide.zonal_in_that_year,
    )


def foreign_players(
    event: EventFacts, known: Mapping[int, Participant], rules: FideRules
) -> tuple[int, int, int]:
    """1.43e: rated players who are not of the event's federation, their federations, and how many
    are GM, IM, WGM or WIM. Where the edition says "in every round": the fewest of any round, and of
    players who miss at most one round (a bye of the pairing is none).
    """
    foreign = [
        one
        for one in known.values()
        if one.fide_rating is not None
        and one.federation not in (event.fide.federation, _OF_NO_FEDERATION)
    ]
    if not rules.law.thresholds["foreigners_in_every_round"]:
        return _counts(foreign, event)
    steady = [one for one in foreign if len(_missed_rounds(one)) <= 1]
    counts = [
        _counts([one for one in steady if number not in _missed_rounds(one)], event)
        for number in range(1, event.rounds + 1)
    ]
    if not counts:
        return 0, 0, 0
    players, federations, titled = (min(column) for column in zip(*counts, strict=True))
    return players, federations, titled


def _missed_rounds(participant: Participant) -> set[int]:
    return {
        game.round
        for game in participant.games
        if game.kind in _MISSED or (game.kind is GameKind.FORFEIT and game.half_points == 0)
    }


def _counts(players: Sequence[Participant], event: EventFacts) -> tuple[int, int, int]:
    titled = sum(_title_at_start(one, event) in _FOREIGN_TITLED for one in players)
    return len(players), len({one.federation for one in players}), titled


def titles_confirmed(participant: Participant, field: Field) -> tuple[Reason, ...]:
    """0.43: rounds against opponents whose title was not confirmed when the event started."""
    rounds = tuple(game.round for game in participant.games if game.opponent in field.unconfirmed)
    if not rounds:
        return ()
    return (
        Reason(
            "FIDE.0.43",
            "fide_title_confirmed",
            Outcome.MET,
            measured={"games": len(rounds)},
            looked_at_rounds=rounds,
        ),
    )


def opponents_known(participant: Participant, field: Field) -> Reason | None:
    """1.46a: Повинен використовуватися рейтинг-лист, який діє на початок турніру, см. Виняток в
    статті 1.15.

    The reason that asks for the titles and ratings of opponents; None where all are known.
    """
    rounds = tuple(
        game.round
        for game in participant.games
        if game.kind is GameKind.PLAYED and game.opponent not in field.opponents
    )
    if not rounds:
        return None
    return reason(
        "FIDE.1.46a",
        "fide_opponents_known",
        None,
        measured={"games": len(rounds)},
        asks="fide_facts",
        rounds=rounds,
    )


def _federation_unknown() -> Reason:
    return reason("FIDE.1.43", "fide_player_federation", None, asks="federation")


# ---------------------------------------------------------------- how the event was organised


def organisation(event: EventFacts, rules: FideRules) -> tuple[Reason, ...]:
    """1.11 to 1.17 and 1.42g, in the order of the text."""
    found = [
        same_conditions(event),
        registered(event, rules),
        hours_a_day(event, rules),
        rounds_a_day(event, rules),
        time_control(event, rules),
        same_clocks(event),
    ]
    if "FIDE.1.14" in rules.law.articles:
        found.append(duration(event, rules))
    found += [
        ratings_of_long_events(event, rules),
        chief_arbiter(event),
        no_arbiter_plays(event),
        not_changed_for_players(event),
    ]
    return tuple(found)


def same_conditions(event: EventFacts) -> Reason:
    """1.11: Турніри, склад учасників яких змінюється (без санкції Кваліфікаційної Комісії ФІДЕ)
    протягом турніру, або турніри, в яких гравці мають різні умови з точки зору кількості турів і
    жеребкування, вважаються недійсними.
    """
    same = event.fide.same_conditions
    return reason(
        "FIDE.1.11", "fide_same_conditions", same, measured={"same": same}, asks="same_conditions"
    )


def registered(event: EventFacts, rules: FideRules) -> Reason:
    """1.11: Турнір має бути заздалегідь, по крайней мере, за 30 днів до початку, зареєстрований на
    сервері ФІДЕ, за винятком попереднього дозволу Голови Кваліфікаційної Комісії.

    Where the edition's number of days is not known for certain, fewer days are for a person.
    """
    days = rules.law.thresholds["registration_days"]
    on = event.fide.registered_on
    passed: bool | None = None
    asks = "registered_on"
    if on is not None:
        passed = (event.starts_on - on).days >= days
        if not passed and not rules.law.thresholds["registration_days_known"]:
            passed, asks = None, "registration_days"
    return reason(
        "FIDE.1.11",
        "fide_registered",
        passed,
        required={"days": days, "starts_on": event.starts_on},
        measured={"registered_on": on},
        asks=asks,
    )


def hours_a_day(event: EventFacts, rules: FideRules) -> Reason:
    """1.12: Протягом одного дня час гри не повинно перевищувати 12 годин."""
    most, hours = rules.law.thresholds["hours_a_day"], event.fide.most_hours_on_one_day
    return reason(
        "FIDE.1.12",
        "fide_hours_a_day",
        None if hours is None else hours <= most,
        required={"hours": most},
        measured={"hours": hours},
        asks="most_hours_on_one_day",
    )


def rounds_a_day(event: EventFacts, rules: FideRules) -> Reason:
    """1.13: У кожній із днів не можна грати більше двох турів."""
    most, rounds = rules.law.thresholds["rounds_a_day"], event.most_rounds_on_one_day
    return reason(
        "FIDE.1.13",
        "fide_rounds_a_day",
        None if rounds is None else rounds <= most,
        required={"rounds": most},
        measured={"rounds": rounds},
        asks="most_rounds_on_one_day",
    )


def time_control(event: EventFacts, rules: FideRules) -> Reason:
    """1.13: Мінімальний час гри без додавання часу на хід - 2 години з наступними 30-ю хвилинами
    для завершення партії. Мінімальний час гри з додаванням часу мінімум 30 секунд на кожен хід - 90
    хвилин на всю партію без урахування додавання часу.

    The text of 2024 asks for two hours for a game of 60 moves.
    """
    control, number = event.time_control, rules.law.thresholds
    for_60_moves = bool(number["time_for_60_moves"])
    required = (
        {"for_60_moves": number["minutes_for_60_moves"]}
        if for_60_moves
        else {
            "for_60_moves": None,
            "first_period": number["first_period_minutes"],
            "second_period": number["second_period_minutes"],
            "with_increment": number["base_minutes_with_increment"],
            "increment_seconds": number["increment_seconds"],
        }
    )
    passed = None
    measured: Mapping[str, int | None] = {"minutes": None}
    if control is not None:
        passed = _slow_enough(control, number, for_60_moves)
        measured = {
            "minutes": control.minutes,
            "second_period": control.second_period_minutes,
            "increment_seconds": control.increment_seconds,
        }
    return reason(
        "FIDE.1.13", "fide_norm_time_control", passed, required, measured, asks="time_control"
    )


def _slow_enough(control: TimeControl, number: Mapping[str, int], for_60_moves: bool) -> bool:
    base = control.minutes + (control.second_period_minutes or 0)
    if for_60_moves:
        return base + control.increment_seconds >= number["minutes_for_60_moves"]
    if control.increment_seconds >= number["increment_seconds"]:
        return base >= number["base_minutes_with_increment"]
    both = number["first_period_minutes"] + number["second_period_minutes"]
    return control.minutes >= number["first_period_minutes"] and base >= both


def same_clocks(event: EventFacts) -> Reason:
    """1.13b: У будь-якому турнірі з нормою на присвоєння звання контроль часу і настройка годин
    повинні бути однакові для всіх гравців.
    """
    same = event.fide.same_clocks
    return reason(
        "FIDE.1.13b", "fide_same_clocks", same, measured={"same": same}, asks="same_clocks"
    )


def duration(event: EventFacts, rules: FideRules) -> Reason:
    """1.14: Чемпіонати ліг і національні командні чемпіонати можуть тривати більше 90 днів, але не
    більше одного року. Зазвичай тривалість індивідуальних турнірів допускається не більше ніж 90
    днів, але Голова Кваліфікаційної Комісії може дати попередню згоду на турнір з більш тривалої
    тривалістю.
    """
    team = event.system is EventSystem.TEAM
    most = rules.law.thresholds["longest_league_days" if team else "longest_event_days"]
    days = (event.ends_on - event.starts_on).days + 1
    passed: bool | None = days <= most
    if not passed and not team:
        passed = event.fide.format_approved
    return reason(
        "FIDE.1.14",
        "fide_duration",
        passed,
        required={"days": most},
        measured={"days": days},
        asks="format_approved",
    )


def ratings_of_long_events(event: EventFacts, rules: FideRules) -> Reason:
    """1.15: У змаганнях тривалістю понад 90 днів повинні використовуватися рейтинги і звання
    суперників, які вони мають в день гри.
    """
    most = rules.law.thresholds["long_event_days"]
    days = (event.ends_on - event.starts_on).days + 1
    required, measured = {"days": most}, {"days": days}
    if days <= most:
        return Reason(
            "FIDE.1.15", "fide_ratings_of_the_day", Outcome.NOT_APPLICABLE, required, measured
        )
    return reason(
        "FIDE.1.15",
        "fide_ratings_of_the_day",
        event.fide.ratings_of_the_day,
        required,
        measured,
        asks="ratings_of_the_day",
    )


def chief_arbiter(event: EventFacts) -> Reason:
    """1.16: Головним арбітром турніру з нормою для отримання звання повинен бути Міжнародний
    Арбітр або Арбітр ФІДЕ.

    The first of the arbiters is the chief one.
    """
    chief = event.arbiters[0] if event.arbiters else None
    of_fide = (ArbiterCategory.INTERNATIONAL, ArbiterCategory.FIDE)
    return reason(
        "FIDE.1.16",
        "fide_chief_arbiter",
        None if chief is None else chief.category in of_fide,
        measured={"category": None if chief is None else chief.category.value},
        asks="chief_arbiter",
    )


def no_arbiter_plays(event: EventFacts) -> Reason:
    """1.17: Жоден арбітр не може грати в турнірі з нормою для отримання звання, навіть просто для
    заповнення турніру.
    """
    played = event.fide.arbiter_played
    return reason(
        "FIDE.1.17",
        "fide_arbiter_played",
        None if played is None else not played,
        measured={"played": played},
        asks="arbiter_played",
    )


def not_changed_for_players(event: EventFacts) -> Reason:
    """1.42g: Турніри, в яких були зроблені зміни на користь одного або декількох гравців
    (наприклад, шляхом збільшення кількості або порядку турів, або шляхом забезпечення конкретних
    суперників, в іншому не беруть участі в турнірі), повинні бути виключені з розгляду.
    """
    changed = event.fide.changed_for_players
    return reason(
        "FIDE.1.42g",
        "fide_changed_for_players",
        None if changed is None else not changed,
        measured={"changed": changed},
        asks="changed_for_players",
    )

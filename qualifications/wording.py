"""The engine's keys in words: sentences for players and their parents, in the reader's language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from . import wording_counting, wording_fide, wording_ru, wording_ua_titles
from .engine.regulation import Reading
from .engine.verdict import Outcome, Params, Reason, Verdict
from .wording_shared import control_words, day_words, games_words, points_words


@dataclass(frozen=True, slots=True)
class ReasonWords:
    requirement: str
    """What the article asks for."""
    measured: str
    """What was found."""


GRADES = {
    "ua.gm": gettext_noop("Master of sport of Ukraine of international class (grandmaster)"),
    "ua.msu": gettext_noop("Master of sport of Ukraine"),
    "ua.kmsu": gettext_noop("Candidate for master of sport of Ukraine"),
    "ua.rank_1": gettext_noop("I rank"),
    "ua.rank_2": gettext_noop("II rank"),
    "ua.rank_3": gettext_noop("III rank"),
    "ua.youth_1": gettext_noop("I youth rank"),
    "ua.candidate_point": gettext_noop("Candidate point"),
    **wording_fide.GRADES,
    **wording_ru.GRADES,
}
OUTCOMES = {
    Outcome.MET: gettext_noop("met"),
    Outcome.NOT_MET: gettext_noop("not met"),
    Outcome.WAIVED: gettext_noop("lifted by another article"),
    Outcome.NOT_APPLICABLE: gettext_noop("does not apply"),
    Outcome.UNDECIDED: gettext_noop("a person has to decide"),
}
ROUTES = {
    "first_place": gettext_noop("By a first place that nobody shares"),
    "table": gettext_noop("By the points of the table"),
    **wording_ua_titles.ROUTES,
    **wording_fide.ROUTES,
    **wording_ru.ROUTES,
}
ASKS = {
    "participants_class": gettext_noop(
        "Say which rank the participants held on the first day of the event."
    ),
    "time_control": gettext_noop("Say how much time each player had for a game."),
    "electronic_clocks": gettext_noop("Say whether the games were played with electronic clocks."),
    "most_rounds_on_one_day": gettext_noop("Say how many rounds were played on the busiest day."),
    "birth_date": gettext_noop("Enter the player's date of birth."),
    "clocks_used": gettext_noop("Say whether every game was played with a chess clock."),
    "moves_recorded": gettext_noop("Say whether the players wrote down their moves."),
    **wording_ua_titles.ASKS,
    **wording_counting.ASKS,
    **wording_fide.ASKS,
    **wording_ru.ASKS,
}
BODIES = {
    "national_commission": gettext_noop("the national qualification commission"),
    "regional_commission": gettext_noop("a regional qualification commission"),
    "city_commission": gettext_noop("a city qualification commission"),
    "organiser": gettext_noop("the organiser of the event"),
}


def grade_name(key: str | None) -> str:
    """Name of a grade key; a player without a grade is "without rank". Raises KeyError."""
    return _("Without rank") if key is None else _(GRADES[key])


def outcome_name(outcome: Outcome) -> str:
    """Name of an outcome."""
    return _(OUTCOMES[outcome])


def route_name(key: str) -> str:
    """Name of a route to a grade. Raises KeyError."""
    return _(ROUTES[key])


def ask_sentence(key: str) -> str:
    """What a person is asked to do about a missing fact. Raises KeyError."""
    return _(ASKS[key])


def body_name(key: str) -> str:
    """Name of the body that declares norms. Raises KeyError."""
    return _(BODIES[key])


def distance_sentence(verdict: Verdict) -> str:
    """How far the points are from the norm of the table; empty where the table has no norm."""
    if verdict.norm_half_points is None:
        return ""
    short = verdict.norm_half_points - verdict.scored_half_points
    if short > 0:
        return _("%(points)s short") % {"points": points_words(short)}
    if short < 0:
        return _("%(points)s more than needed") % {"points": points_words(-short)}
    return _("exactly the norm")


def reading_sentence(reading: Reading) -> str:
    """Which passage was unclear and how it is read."""
    return _("The text can be read in two ways (%(id)s). %(question)s: %(choice)s.") % {
        "id": reading.id,
        "question": _(reading.question),
        "choice": _(reading.choice.words),
    }


def reason_sentence(reason: Reason) -> ReasonWords:
    """What an article asks for and what was found, in two sentences. Raises KeyError."""
    requirement, measured = CHECKS[reason.check]
    shown = replace(reason, required=_shown(reason.required), measured=_shown(reason.measured))
    return ReasonWords(requirement(shown.required), measured(shown))


def _shown(params: Params) -> Params:
    """Decimals with the separator of the page's language: 2.81 or 2,81."""
    separator = get_format("DECIMAL_SEPARATOR")
    return {
        key: str(value).replace(".", separator) if isinstance(value, Decimal) else value
        for key, value in params.items()
    }


# ---------------------------------------------------------------- one pair for every check


def _coefficient_found(reason: Reason) -> str:
    value = reason.measured.get("coefficient")
    if value is None:
        return _("The coefficient of the tournament is not known yet.")
    return _("The coefficient of the tournament is %(value)s.") % {"value": value}


def _coefficient_required(required: Params) -> str:
    return _("The coefficient of the tournament is the mean value of the participants' ranks.")


def _coefficient_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["unknown"]:
        unknown = int(str(measured["unknown"]))
        return ngettext(
            "The rank of %(unknown)s of %(participants)s participants is not known.",
            "The ranks of %(unknown)s of %(participants)s participants are not known.",
            unknown,
        ) % {"unknown": unknown, "participants": measured["participants"]}
    if not measured["participants"]:
        return _("Nobody played a game.")
    return _("%(total)s divided by %(participants)s participants is %(coefficient)s.") % measured


def _first_place_required(required: Params) -> str:
    return _("The coefficient of the tournament is at most %(highest)s.") % required


def _sole_first_required(required: Params) -> str:
    if required["sole"]:
        return _("First place that is not shared with anybody.")
    return _("First place.")


def _sole_first_measured(reason: Reason) -> str:
    if reason.measured.get("places_of_teams"):
        return _("A team event: its places are those of the teams.")
    own, most = (int(str(reason.measured[key])) for key in ("half_points", "most_half_points"))
    if own < most:
        return _("%(own)s; the winner has %(most)s.") % {
            "own": points_words(own),
            "most": points_words(most),
        }
    leaders = int(str(reason.measured["leaders"]))
    if leaders == 1:
        return _("%(own)s, more than anybody else.") % {"own": points_words(own)}
    return ngettext(
        "%(own)s, as many as %(others)s other player.",
        "%(own)s, as many as %(others)s other players.",
        leaders - 1,
    ) % {"own": points_words(own), "others": leaders - 1}


def _column_required(required: Params) -> str:
    return _("The table has norms for this rank from %(lowest)s to %(highest)s.") % required


def _column_measured(reason: Reason) -> str:
    side = reason.measured["side"]
    if not side:
        return _coefficient_found(reason)
    if side == "above":
        return _("The coefficient of the tournament is %(coefficient)s: above the table.") % (
            reason.measured
        )
    return _("The coefficient of the tournament is %(coefficient)s: below the table.") % (
        reason.measured
    )


def _norm_required(required: Params) -> str:
    if not required:
        return _("There is no norm to compare the points with.")
    return _("Row %(row)s of the table: %(percent)s percent, which is %(raw)s, so %(norm)s.") % {
        **required,
        "norm": points_words(int(str(required["norm_half_points"]))),
    }


def _norm_measured(reason: Reason) -> str:
    return _("%(points)s in %(games)s.") % {
        "points": points_words(int(str(reason.measured["half_points"]))),
        "games": games_words(reason.measured["games"]),
    }


def _minimum_games_required(required: Params) -> str:
    if required["games"] is None:
        return _("How many games are needed depends on the coefficient of the tournament.")
    return _("At least %(games)s played.") % {"games": games_words(required["games"])}


def _minimum_games_measured(reason: Reason) -> str:
    return _("%(games)s played.") % {"games": games_words(reason.measured["games"])}


def _time_control_required(required: Params) -> str:
    return _(
        "For each player %(first_period_minutes)s minutes for %(first_period_moves)s moves and "
        "%(second_period_minutes)s minutes for the rest; or %(whole_game_minutes)s minutes for the "
        "game; or %(increment_game_minutes)s minutes and %(increment_seconds)s seconds for each "
        "move, with electronic clocks."
    ) % dict(required)


def _only_slow_events(sentence: Callable[[Reason], str]) -> Callable[[Reason], str]:
    """Where the article does not apply, the coefficient says why."""

    def words(reason: Reason) -> str:
        if reason.outcome is Outcome.NOT_APPLICABLE:
            return _coefficient_found(reason)
        return sentence(reason)

    return words


def _minutes_required(required: Params) -> str:
    return _(
        "From coefficient %(from_coefficient)s on: at least %(minutes)s minutes for each player "
        "for a game."
    ) % dict(required)


def _minutes_measured(reason: Reason) -> str:
    return control_words(reason.measured)


def _per_day_required(required: Params) -> str:
    return _("From coefficient %(from_coefficient)s on: at most %(games)s a day.") % {
        "from_coefficient": required["from_coefficient"],
        "games": games_words(required["games"]),
    }


def _per_day_measured(reason: Reason) -> str:
    if reason.measured["games"] is None:
        return _("It is not known how many rounds were played on one day.")
    return _("On the busiest day: %(games)s.") % {"games": games_words(reason.measured["games"])}


def _declared_required(required: Params) -> str:
    if required["by_region"]:
        return _("A regional qualification commission declared the norm by %(day)s.") % {
            "day": day_words(required["not_after"])
        }
    if required.get("by") == "national_commission":
        return _("The national qualification commission declared the norm by %(day)s.") % {
            "day": day_words(required["not_after"])
        }
    if required.get("by") == "commission":
        return _("A national or regional commission declared the norm by %(day)s.") % {
            "day": day_words(required["not_after"])
        }
    return _("The norm was declared by %(day)s.") % {"day": day_words(required["not_after"])}


def _declared_measured(reason: Reason) -> str:
    measured = reason.measured
    if not measured["declared"]:
        return _("Nobody declared the norm.")
    body = body_name(str(measured["body"]))
    if measured["declared_on"] is None:
        return _("Declared by %(body)s; the day was not recorded.") % {"body": body}
    return _("Declared by %(body)s on %(day)s.") % {
        "body": body,
        "day": day_words(measured["declared_on"]),
    }


def _age_required(required: Params) -> str:
    return _("At least %(age)s years old on %(day)s.") % {
        "age": required["age"],
        "day": day_words(required["on"]),
    }


def _age_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["age"] is not None:
        return _("%(age)s years old.") % {"age": measured["age"]}
    if measured["youngest"] is None:
        return _("The date of birth is not known.")
    return _("%(youngest)s or %(oldest)s years old: only the year of birth is known.") % {
        "youngest": measured["youngest"],
        "oldest": measured["oldest"],
    }


def _clocks_required(required: Params) -> str:
    return _("Every game is played with a chess clock.")


def _clocks_measured(reason: Reason) -> str:
    used = reason.measured["clocks_used"]
    if used is None:
        return _("It is not known whether clocks were used.")
    return _("Clocks were used.") if used else _("There were no clocks.")


def _moves_required(required: Params) -> str:
    return _("The players write down their moves.")


def _moves_measured(reason: Reason) -> str:
    recorded = reason.measured["moves_recorded"]
    if recorded is None:
        return _("It is not known whether the moves were written down.")
    return _("The moves were written down.") if recorded else _("The moves were not written down.")


def _control_measured(reason: Reason) -> str:
    return control_words(reason.measured)


CHECKS: Mapping[str, tuple[Callable[[Params], str], Callable[[Reason], str]]] = {
    "tournament_coefficient": (_coefficient_required, _coefficient_measured),
    "first_place_coefficient": (_first_place_required, _coefficient_found),
    "sole_first_place": (_sole_first_required, _sole_first_measured),
    "coefficient_in_column": (_column_required, _column_measured),
    "table_norm": (_norm_required, _norm_measured),
    "minimum_games": (_minimum_games_required, _minimum_games_measured),
    "time_control": (_time_control_required, _control_measured),
    "minutes_per_game": (_minutes_required, _only_slow_events(_minutes_measured)),
    "games_per_day": (_per_day_required, _only_slow_events(_per_day_measured)),
    "norm_declared": (_declared_required, _declared_measured),
    "minimum_age": (_age_required, _age_measured),
    "clocks_used": (_clocks_required, _clocks_measured),
    "moves_recorded": (_moves_required, _moves_measured),
    **wording_ua_titles.CHECKS,
    **wording_counting.CHECKS,
    **wording_fide.CHECKS,
    **wording_ru.CHECKS,
}
"""Requirement and measurement of every check that the rules make."""

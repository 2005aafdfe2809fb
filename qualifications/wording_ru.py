"""The Russian scheme's keys in words: grades, facts to ask for, and a pair for every check."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from .engine.verdict import Outcome, Params, Reason, Scalar
from .wording_shared import control_words, day_words, games_words, points_words

GRADES = {
    "ru.gr": gettext_noop("Grandmaster of Russia"),
    "ru.ms": gettext_noop("Master of sport of Russia"),
    "ru.kms": gettext_noop("Candidate for master of sport of Russia"),
    "ru.rank_1": gettext_noop("I sports rank"),
    "ru.rank_2": gettext_noop("II sports rank"),
    "ru.rank_3": gettext_noop("III sports rank"),
    "ru.youth_1": gettext_noop("I youth sports rank"),
    "ru.youth_2": gettext_noop("II youth sports rank"),
    "ru.youth_3": gettext_noop("III youth sports rank"),
}
ROUTES = {"place": gettext_noop("By the place in one of the listed competitions")}
ASKS = {
    "age_group": gettext_noop("Say who could play: everybody, students, or those under an age."),
    "composition_sections": gettext_noop(
        "Say whether the results are of two-movers, three-movers, more-movers or studies."
    ),
    "discipline": gettext_noop(
        "Say the discipline: chess, team chess, rapid, blitz or composition."
    ),
    "earlier_result": gettext_noop("Say when the player had the same result before."),
    "level": gettext_noop("Say whose competition it was: of the world, the country, a city."),
    "national_rating": gettext_noop(
        "Enter the opponents' Russian ratings on the first day, or that they had none."
    ),
    "olympiad_rules": gettext_noop(
        "Say whether the event was held by the regulations of the Chess Olympiad."
    ),
    "place": gettext_noop("Enter the final place."),
    "rating_on_last_day": gettext_noop(
        "Enter the player's Russian rating on the last day of the event."
    ),
    "recognition": gettext_noop(
        "Say whether it was an official competition or a physical-culture event."
    ),
    "sex": gettext_noop("Say whether the player is a man or a woman."),
}
DISCIPLINES = {
    "classical": gettext_noop("chess"),
    "team": gettext_noop("team chess"),
    "rapid": gettext_noop("rapid chess"),
    "blitz": gettext_noop("blitz"),
    "composition": gettext_noop("chess composition"),
}
LEVELS = {
    "world_championship": gettext_noop("world championship"),
    "world_cup_final": gettext_noop("final of the world cup"),
    "european_championship": gettext_noop("European championship"),
    "european_cup_final": gettext_noop("final of the European cup"),
    "international": gettext_noop("another international competition of the official calendar"),
    "national": gettext_noop("competition of the whole country"),
    "federal_district": gettext_noop(
        "competition of federal districts, of Moscow or of St Petersburg"
    ),
    "regional": gettext_noop("competition of a region"),
    "municipal": gettext_noop("municipal competition"),
    "local": gettext_noop("local competition"),
}
RECOGNITIONS = {
    "official": gettext_noop("official sports competition"),
    "physical_culture": gettext_noop("physical-culture event"),
    "unofficial": gettext_noop("neither official nor a physical-culture event"),
}
AGE_GROUPS = {
    "adults": gettext_noop("all ages"),
    "students": gettext_noop("students of 17 to 25"),
    "u21": gettext_noop("under 21"),
    "u19": gettext_noop("under 19"),
    "u17": gettext_noop("under 17"),
    "u15": gettext_noop("under 15"),
    "u13": gettext_noop("under 13"),
    "u11": gettext_noop("under 11"),
    "u9": gettext_noop("under 9"),
}


def _name(names: Mapping[str, str], key: Scalar) -> str:
    return _(names[str(key)])


def _unless_unknown(
    key: str, unknown: str, sentence: Callable[[Params], str]
) -> Callable[[Reason], str]:
    """The sentence, or what is not known where the fact is missing."""

    def words(reason: Reason) -> str:
        return _(unknown) if reason.measured[key] is None else sentence(reason.measured)

    return words


def _number(value: Scalar) -> int:
    return int(str(value))


# ---------------------------------------------------------------- age and rating


def _age_required(required: Params) -> str:
    return _("At least %(age)s years old in the year of the event (%(day)s).") % {
        "age": required["age"],
        "day": day_words(required["on"]),
    }


def _age_words(measured: Params) -> str:
    if measured["youngest"] is None:
        return _("The date of birth is not known.")
    if measured["age"] is not None:
        return _("%(age)s years old.") % {"age": measured["age"]}
    return _("%(youngest)s or %(oldest)s years old: only the year of birth is known.") % {
        "youngest": measured["youngest"],
        "oldest": measured["oldest"],
    }


def _age_measured(reason: Reason) -> str:
    return _age_words(reason.measured)


def _youth_age_required(required: Params) -> str:
    if not required:
        return _("Youth ranks are given to children.")
    return _("Younger than %(below)s in the year of the event (%(day)s).") % {
        "below": required["below"],
        "day": day_words(required["on"]),
    }


def _not_under_13_required(required: Params) -> str:
    if required["by_event"]:
        return _("In rapid and blitz no event for children under %(below)s.") % required
    return _("In rapid and blitz no player under %(below)s.") % required


def _not_under_13_measured(reason: Reason) -> str:
    if not reason.required["by_event"]:
        return _age_words(reason.measured)
    return _group_words(reason)


def _last_day_rating_required(required: Params) -> str:
    if not required:
        return _("A Russian rating is not asked for in this discipline.")
    values = {**required, "day": day_words(required["on"])}
    if required["column"] == "women":
        return _("A Russian rating of at least %(women)s on %(day)s.") % values
    if required["column"] == "men":
        return _("A Russian rating of at least %(men)s on %(day)s.") % values
    return _("A Russian rating of at least %(men)s (men) or %(women)s (women) on %(day)s.") % values


def _last_day_rating_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["rating"] is not None:
        return _("Russian rating %(rating)s.") % measured
    if "estimate_lowest" not in measured:
        return _("The rating on the last day is not known.")
    words = (
        _("Estimate: %(estimate_lowest)s.")
        if measured["estimate_lowest"] == measured["estimate_highest"]
        else _("Estimate: %(estimate_lowest)s to %(estimate_highest)s.")
    ) % measured
    why = _("The federation publishes no development coefficient; other events are not in it.")
    return f"{words} {why}"


# ---------------------------------------------------------------- places


def _listed_required(required: Params) -> str:
    return _("The table of places has a line for the competition.")


def _listed_measured(reason: Reason) -> str:
    level, discipline = (reason.measured[key] for key in ("level", "discipline"))
    if level is None:
        return _("It is not known whose competition it was.")
    if discipline is None:
        return _("%(level)s; the discipline is not known.") % {"level": _name(LEVELS, level)}
    return _("%(level)s, %(discipline)s.") % {
        "level": _name(LEVELS, level),
        "discipline": _name(DISCIPLINES, discipline),
    }


def _place_required(required: Params) -> str:
    if required["lowest"] == 1:
        return _("First place.")
    return _("A place not below %(lowest)s.") % required


def _place_measured(reason: Reason) -> str:
    best, worst = reason.measured["best"], reason.measured["worst"]
    if best is None:
        return _("The final place is not known.")
    if best == worst:
        return _("Place %(place)s.") % {"place": best}
    return _("By points a place from %(best)s to %(worst)s.") % reason.measured


def _olympiad_required(required: Params) -> str:
    return _("The event is held by the regulations of the Chess Olympiad.")


def _olympiad_words(measured: Params) -> str:
    return _("It was.") if measured["olympiad_rules"] else _("It was not.")


def _second_required(required: Params) -> str:
    years = _number(required["years"])
    return ngettext(
        "The same result twice within %(years)s year.",
        "The same result twice within %(years)s years.",
        years,
    ) % {"years": years}


def _second_words(measured: Params) -> str:
    return _("The same result on %(day)s.") % {"day": day_words(measured["earlier"])}


def _team_games_required(required: Params) -> str:
    if not required:
        return _("Only in team events the share of games matters.")
    return _("At least %(numerator)s/%(denominator)s of the games played.") % required


def _team_games_measured(reason: Reason) -> str:
    return _("%(games)s of %(rounds)s.") % {
        "games": games_words(reason.measured["games"]),
        "rounds": reason.measured["rounds"],
    }


def _team_points_required(required: Params) -> str:
    if not required:
        return _("Only in team events the share of points matters.")
    return _("More than %(percent)s percent of the points in the games played.") % required


def _score_measured(reason: Reason) -> str:
    return _("%(points)s in %(games)s.") % {
        "points": points_words(_number(reason.measured["half_points"])),
        "games": games_words(reason.measured["games"]),
    }


def _sections_required(required: Params) -> str:
    return _("In composition: two-movers, three-movers, more-movers or studies.")


def _sections_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("The event was not one of composition.")
    if reason.measured["sections"] is None:
        return _("It is not known whether the event was one of composition, and of what.")
    return _("It was one of these.") if reason.measured["sections"] else _("It was not.")


# ---------------------------------------------------------------- the event


def _recognition_required(required: Params) -> str:
    if required["official_only"]:
        return _("An official sports competition.")
    return _("An official sports competition or a physical-culture event.")


def _recognition_words(measured: Params) -> str:
    return _("%(what)s.") % {"what": _name(RECOGNITIONS, measured["recognition"])}


def _level_required(required: Params) -> str:
    level = _name(LEVELS, required["level"])
    if required["adults"]:
        return _("Not below a championship: %(level)s.") % {"level": level}
    return _("Not below: %(level)s.") % {"level": level}


def _level_words(measured: Params) -> str:
    level = _name(LEVELS, measured["level"])
    if measured["age_group"] is None:
        return _("%(what)s.") % {"what": level}
    return _("%(level)s, %(group)s.") % {
        "level": level,
        "group": _name(AGE_GROUPS, measured["age_group"]),
    }


def _discipline_required(required: Params) -> str:
    if required["fast"]:
        return _("Chess, team chess, rapid chess or blitz.")
    return _("Chess or team chess.")


def _discipline_words(measured: Params) -> str:
    return _("%(what)s.") % {"what": _name(DISCIPLINES, measured["discipline"])}


def _group_required(required: Params) -> str:
    return _("An event for players under 21, 19, 17 or 15.")


def _group_words(reason: Reason) -> str:
    group = reason.measured["age_group"]
    if group is None:
        return _("The age group of the event is not known.")
    return _("Age group: %(group)s.") % {"group": _name(AGE_GROUPS, group)}


def _time_control_required(required: Params) -> str:
    if "blitz_minutes" in required:
        return (
            _(
                "In blitz: %(blitz_minutes)s minutes and %(blitz_increment_seconds)s seconds for "
                "each move."
            )
            % required
        )
    return (
        _(
            "In rapid chess: %(rapid_minutes)s minutes and %(rapid_increment_seconds)s seconds "
            "for each move, or %(short_rapid_minutes)s minutes and "
            "%(short_rapid_increment_seconds)s seconds."
        )
        % required
    )


def _time_control_measured(reason: Reason) -> str:
    return control_words(reason.measured)


# ---------------------------------------------------------------- the tables


def _minimum_games_required(required: Params) -> str:
    if not required or required["games"] is None:
        return _("How many games are needed depends on the discipline.")
    return _("At least %(games)s played.") % {"games": games_words(required["games"])}


def _minimum_games_measured(reason: Reason) -> str:
    return _("%(games)s played.") % {"games": games_words(reason.measured["games"])}


def _mean_required(required: Params) -> str:
    return _("The mean of the opponents' Russian ratings.")


def _mean_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["unknown"]:
        return ngettext(
            "The rating of %(unknown)s of %(opponents)s opponents is not known.",
            "The ratings of %(unknown)s of %(opponents)s opponents are not known.",
            _number(measured["unknown"]),
        ) % {"unknown": measured["unknown"], "opponents": measured["opponents"]}
    if not measured["opponents"]:
        return _("Nobody was played.")
    return _("%(mean)s (exactly %(exact)s).") % measured


def _unrated_required(required: Params) -> str:
    return _("An opponent without a Russian rating counts as %(counted_as)s.") % required


def _unrated_measured(reason: Reason) -> str:
    unrated = _number(reason.measured["unrated"])
    if not unrated:
        return _("No opponent is known to be without a rating.")
    return ngettext(
        "%(unrated)s opponent had no rating.", "%(unrated)s opponents had no rating.", unrated
    ) % {"unrated": unrated}


def _in_table_required(required: Params) -> str:
    if not required or required["lowest"] is None:
        return _("The table has a row for the games and the mean rating.")
    return _("The table has norms from a mean rating of %(lowest)s on.") % required


def _in_table_measured(reason: Reason) -> str:
    measured = reason.measured
    if not measured:
        return _("There are no games in composition.")
    if not measured["table"]:
        return _("There is no table for %(games)s.") % {"games": games_words(measured["games"])}
    if measured["mean"] is None:
        return _("The row cannot be looked up yet.")
    return _("Mean rating %(mean)s.") % measured


def _opponents_required(required: Params) -> str:
    if required["ms"] is None:
        return _("Who the opponents must be is said for 8 to 15 games.")
    return (
        _(
            "Opponents: %(ms)s not below master, %(kms)s more not below candidate for master, "
            "%(ranked)s more with a rank."
        )
        % required
    )


def _opponents_measured(reason: Reason) -> str:
    found = (
        _(
            "Of %(games)s opponents %(ms)s are not below master, %(kms)s not below candidate for "
            "master, %(ranked)s have a rank."
        )
        % reason.measured
    )
    if not reason.measured["unknown"]:
        return found
    unknown = ngettext(
        "The rank of %(unknown)s of them is not known.",
        "The ranks of %(unknown)s of them are not known.",
        _number(reason.measured["unknown"]),
    ) % {"unknown": reason.measured["unknown"]}
    return f"{found} {unknown}"


def _norm_required(required: Params) -> str:
    if not required:
        return _("There is no norm to compare the points with.")
    norm = points_words(_number(required["norm_half_points"]))
    if required["percent"] is None:
        return _("Mean rating %(mean)s: %(norm)s.") % {"mean": required["mean"], "norm": norm}
    return _("Mean rating %(mean)s: %(percent)s percent, which is %(raw)s, so %(norm)s.") % {
        **required,
        "norm": norm,
    }


CHECKS: Mapping[str, tuple[Callable[[Params], str], Callable[[Reason], str]]] = {
    "ru_age": (_age_required, _age_measured),
    "ru_rating_on_last_day": (_last_day_rating_required, _last_day_rating_measured),
    "ru_team_games": (_team_games_required, _team_games_measured),
    "ru_team_points": (_team_points_required, _score_measured),
    "ru_composition_sections": (_sections_required, _sections_measured),
    "ru_listed_competition": (_listed_required, _listed_measured),
    "ru_place": (_place_required, _place_measured),
    "ru_olympiad_rules": (
        _olympiad_required,
        _unless_unknown("olympiad_rules", gettext_noop("It is not known."), _olympiad_words),
    ),
    "ru_second_result": (
        _second_required,
        _unless_unknown(
            "earlier", gettext_noop("It is not known when the first one was."), _second_words
        ),
    ),
    "ru_recognition": (
        _recognition_required,
        _unless_unknown(
            "recognition",
            gettext_noop("It is not known whether the event was official."),
            _recognition_words,
        ),
    ),
    "ru_level": (
        _level_required,
        _unless_unknown(
            "level", gettext_noop("It is not known whose competition it was."), _level_words
        ),
    ),
    "ru_discipline": (
        _discipline_required,
        _unless_unknown(
            "discipline", gettext_noop("The discipline is not known."), _discipline_words
        ),
    ),
    "ru_age_group": (_group_required, _group_words),
    "ru_time_control": (_time_control_required, _time_control_measured),
    "ru_not_under_13": (_not_under_13_required, _not_under_13_measured),
    "ru_youth_age": (_youth_age_required, _age_measured),
    "ru_minimum_games": (_minimum_games_required, _minimum_games_measured),
    "ru_mean_rating": (_mean_required, _mean_measured),
    "ru_unrated_opponents": (_unrated_required, _unrated_measured),
    "ru_mean_in_table": (_in_table_required, _in_table_measured),
    "ru_opponents": (_opponents_required, _opponents_measured),
    "ru_table_norm": (_norm_required, _score_measured),
}
"""Requirement and measurement of every check that the Russian rules make."""

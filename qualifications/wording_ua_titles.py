"""The titles of Ukraine in words: masters, candidate masters, candidate points."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from .engine.verdict import Outcome, Params, Reason, Scalar
from .wording_shared import control_words, day_words, games_words, points_words

ROUTES = {
    "norm": gettext_noop("By a norm, with everything it asks"),
    "fide_grandmaster": gettext_noop("By the grandmaster title of FIDE"),
    "opponents": gettext_noop("By the points against the opponents played"),
}
ASKS = {
    "simultaneous": gettext_noop("Say whether the player took part in another event meanwhile."),
    "arbiters": gettext_noop("Name the arbiters of the event and their categories."),
    "competition_class": gettext_noop("Say the class of the competition."),
    "coefficient_on_last_day": gettext_noop(
        "Say which individual coefficient the player had on the last day of the event."
    ),
    "candidate_points_on_last_day": gettext_noop(
        "Say how many candidate points the player had on the last day of the event."
    ),
    "foreign_rating": gettext_noop("Enter the FIDE ratings of the foreign players."),
    "players_without_coefficient": gettext_noop(
        "Ask the commission how players without a coefficient count in the mean."
    ),
    "participants_federation": gettext_noop("Say which federations the participants belong to."),
    "master_norm_in_team_event": gettext_noop(
        "Ask the commission whether a team event with fewer games counts for the master norm."
    ),
}
CHAMPIONSHIPS = {
    "world_olympiad": gettext_noop("World Chess Olympiad"),
    "world_championship": gettext_noop("world championship"),
    "world_team_championship": gettext_noop("world team championship"),
    "european_championship": gettext_noop("European championship"),
    "european_team_championship": gettext_noop("European team championship"),
    "ua_championship": gettext_noop("championship of Ukraine"),
    "world_junior_championship": gettext_noop("world junior championship"),
    "european_junior_championship": gettext_noop("European junior championship"),
    "world_junior_olympiad": gettext_noop("World Junior Chess Olympiad"),
    "world_youth_championship": gettext_noop("world youth championship"),
    "european_youth_championship": gettext_noop("European youth championship"),
    "ua_youth_championship": gettext_noop("youth or junior championship of Ukraine"),
}
_CLASSES = {
    "GM": gettext_noop("grandmasters"),
    "MSU": gettext_noop("masters"),
    "KMS": gettext_noop("candidate masters"),
    "R1": gettext_noop("I rank"),
    "R2": gettext_noop("II rank"),
    "below": gettext_noop("lower ranks or none"),
    "unknown": gettext_noop("not known"),
}


def championship_name(key: Scalar) -> str:
    """Name of a listed championship. Raises KeyError."""
    return _(CHAMPIONSHIPS[str(key)])


def _number(value: Scalar) -> int:
    return int(str(value))


def _says(text: str) -> Callable[[Params], str]:
    """A requirement that needs no numbers."""
    return lambda required: _(text)


# ---------------------------------------------------------------- places


def _place_required(required: Params) -> str:
    if not required:
        return _("A place in one of the listed championships.")
    words = _("%(championship)s: place %(first)s.")
    if required["first"] != required["last"]:
        words = _("%(championship)s: place %(first)s to %(last)s.")
    return words % {
        "championship": championship_name(required["championship"]),
        "first": required["first"],
        "last": required["last"],
    }


def _place_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["championship"] is None:
        return _("Nobody says that the event is one of them.")
    if measured["place"] is None:
        return _("The place is not known.")
    return _("Place %(place)s.") % {"place": measured["place"]}


def _field_required(required: Params) -> str:
    return _("At least %(grandmasters)s grandmasters and %(masters)s masters take part.") % required


def _field_measured(reason: Reason) -> str:
    words = _("Grandmasters: %(grandmasters)s, masters: %(masters)s.")
    if reason.measured["unknown"]:
        words = _("Grandmasters: %(grandmasters)s, masters: %(masters)s, not known: %(unknown)s.")
    return words % reason.measured


# ---------------------------------------------------------------- coefficients


def _coefficient_required(required: Params) -> str:
    if required["coefficient"] is None:
        return _("The individual coefficient for men or for women, %(highest)s at most.") % {
            "highest": required["highest"]
        }
    return _("Individual coefficient at least %(coefficient)s.") % required


def _coefficient_measured(reason: Reason) -> str:
    value = reason.measured["coefficient"]
    if value is None:
        return _("The individual coefficient is not known.")
    return _("Individual coefficient %(value)s.") % {"value": value}


def _two_years_required(required: Params) -> str:
    needed = required["coefficient"] or required["highest"]
    return _("For the title: individual coefficient %(needed)s in a list up to %(day)s.") % {
        "needed": needed,
        "day": day_words(required["until"]),
    }


def _two_years_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.MET:
        return _coefficient_measured(reason)
    return _("Not yet: the norm stands, the title waits for the coefficient.")


# ---------------------------------------------------------------- norm of a master


def _master_norm_required(required: Params) -> str:
    if not required:
        return _("There is no norm to compare the points with.")
    return _("Category %(category)s: %(percent)s percent, which is %(raw)s, so %(norm)s.") % {
        **required,
        "norm": points_words(_number(required["norm_half_points"])),
    }


def _points_measured(reason: Reason) -> str:
    return _("%(points)s in %(games)s.") % {
        "points": points_words(_number(reason.measured["half_points"])),
        "games": games_words(reason.measured["games"]),
    }


def _category_required(required: Params) -> str:
    words = _("Mean coefficient at least %(lowest)s, in the column of men.")
    if required["column"] == "women":
        words = _("Mean coefficient at least %(lowest)s, in the column of women.")
    return words % {"lowest": required["lowest"]}


def _category_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["mean"] is None:
        if not measured["players"]:
            return _("There is nobody to make a mean of.")
        return _("The mean cannot be made: somebody has no coefficient.")
    mean = {"mean": measured["mean"], "players": measured["players"]}
    if measured["of"] == "participants":
        words = _("Mean of %(players)s participants: %(mean)s.") % mean
    else:
        words = _("Mean of %(players)s opponents: %(mean)s.") % mean
    if measured["category"] is None:
        return words + " " + _("That is below the table.")
    return words + " " + _("Category %(category)s.") % {"category": measured["category"]}


def _ranks_required(required: Params) -> str:
    return (
        _("Without a coefficient a master counts %(masters)s, a candidate master %(candidates)s.")
        % required
    )


def _ranks_measured(reason: Reason) -> str:
    measured = reason.measured
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("Everybody has a coefficient.")
    words = [_("Counted so: %(n)s.") % {"n": measured["by_rank"]}]
    if measured["below"]:
        words.append(_("Below candidate master: %(n)s.") % {"n": measured["below"]})
    if measured["unknown"]:
        words.append(_("Rank not known: %(n)s.") % {"n": measured["unknown"]})
    return " ".join(words)


def _column_measured(reason: Reason) -> str:
    if reason.measured["column"] == "women":
        return _("A women's event: the column of women.")
    return _("An open event: the column of men.")


def _men_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("It is not a women's event.")
    if reason.measured["men"]:
        return _("Men among the participants: %(men)s.") % reason.measured
    if reason.measured["unknown"]:
        return _("Nobody says whether they are men or women: %(unknown)s.") % reason.measured
    return _("Only women played.")


def _games_required(against: str) -> Callable[[Params], str]:
    return lambda required: _(against) % {"games": games_words(required["games"])}


def _games_measured(reason: Reason) -> str:
    words = _("%(games)s.") % {"games": games_words(reason.measured["games"])}
    unknown = reason.measured["unknown"]
    if not unknown:
        return words
    return words + " " + _("Against opponents whose rank is not known: %(n)s.") % {"n": unknown}


def _share_required(required: Params) -> str:
    if not required:
        return _("In an international event at least two thirds are players of Ukraine.")
    return _("At least %(parts)s of every %(of)s participants are players of Ukraine.") % required


def _share_measured(reason: Reason) -> str:
    measured = reason.measured
    words = _("%(home)s of %(participants)s participants.") % measured
    if measured["unknown"]:
        words += " " + _("Federation not known: %(unknown)s.") % measured
    return words


def _foreign_measured(reason: Reason) -> str:
    if not reason.measured["foreign"]:
        return _("There are no foreigners in the mean.")
    words = _("Foreigners: %(foreign)s.") % reason.measured
    if reason.measured["unrated"]:
        words += " " + _("Without a FIDE rating: %(unrated)s.") % reason.measured
    return words


def _titled_required(required: Params) -> str:
    return (
        _(
            "In an international event grandmasters and international masters of Ukraine with a "
            "coefficient of %(men)s (women %(women)s) count as masters."
        )
        % required
    )


def _titled_measured(reason: Reason) -> str:
    if not reason.measured["games"]:
        return _("No game is counted by it.")
    return _("Counted by it: %(games)s.") % {"games": games_words(reason.measured["games"])}


def _class_required(required: Params) -> str:
    return _("The class of the competition is %(lowest)s or higher (1 is the highest).") % required


def _class_measured(reason: Reason) -> str:
    value = reason.measured["class"]
    if value is None:
        return _("The class of the competition is not stated.")
    return _("Class %(value)s.") % {"value": value}


def _title_measured(reason: Reason) -> str:
    title = reason.measured["title"]
    return _("The title is %(title)s.") % {"title": title} if title else _("No such title.")


# ---------------------------------------------------------------- candidate masters


def _candidate_points_required(required: Params) -> str:
    return _("Candidate points valid on the day: %(points)s.") % required


def _candidate_points_measured(reason: Reason) -> str:
    points = reason.measured["points"]
    if points is None:
        return _("It is not known how many there are.")
    return _("There are %(points)s.") % {"points": points}


def _opponents_required(required: Params) -> str:
    words = {"raw": required["raw"], "share": required["share"]}
    if required["norm_half_points"] is None:
        return _("A percentage for every game, by the opponent's rank.")
    words["norm"] = points_words(_number(required["norm_half_points"]))
    if required["share"] is not None:
        return _("%(share)s percent of the norm of %(raw)s, so %(norm)s.") % words
    return _("The opponents add up to %(raw)s, so %(norm)s.") % words


def _opponents_measured(reason: Reason) -> str:
    counts = ", ".join(
        f"{_(name)} – {reason.measured[key]}"
        for key, name in _CLASSES.items()
        if reason.measured[key]
    )
    if not counts:
        return _points_measured(reason)
    return _("%(points)s Opponents: %(counts)s.") % {
        "points": _points_measured(reason),
        "counts": counts,
    }


def _second_rank_required(required: Params) -> str:
    return _("At most %(games)s against players of II rank.") % {
        "games": games_words(required["most"])
    }


def _held_measured(reason: Reason) -> str:
    if not reason.measured["known"]:
        return _("The player's rank is not known.")
    return _("Held it.") if reason.measured["held"] else _("Did not hold it.")


def _as_point_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("Does not arise here.")
    return _("The norm was made, and something else of it was missing.")


# ---------------------------------------------------------------- conditions


def _control_required(required: Params) -> str:
    return (
        _(
            "For each player %(first_period_minutes)s minutes for %(first_period_moves)s moves and "
            "%(second_period_minutes)s minutes for the rest; or %(whole_game_minutes)s minutes for "
            "the game with mechanical clocks; or %(increment_game_minutes)s minutes and "
            "%(increment_seconds)s seconds for each move with electronic clocks."
        )
        % required
    )


def _arbiters_required(required: Params) -> str:
    words = _("At least %(arbiters)s arbiters, one of the first category or higher.")
    if required["category"] == "national":
        words = _("At least %(arbiters)s arbiters, one of the national category or higher.")
    return words % {"arbiters": required["arbiters"]}


def _arbiters_measured(reason: Reason) -> str:
    named = _number(reason.measured["arbiters"])
    if not named:
        return _("No arbiter is named.")
    words = ngettext("%(n)s arbiter.", "%(n)s arbiters.", named) % {"n": named}
    return words + " " + _("Of such a category: %(n)s.") % {"n": reason.measured["qualified"]}


def _simultaneous_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("It is a team event.")
    other = reason.measured["other"]
    if other is None:
        return _("It is not known whether there was another event.")
    return _("There was another event.") if other else _("No other event is known.")


def _control_measured(reason: Reason) -> str:
    return control_words(reason.measured)


def _not_set(reason: Reason) -> str:
    return _("No norm was set, so nothing is measured.")


CHECKS: Mapping[str, tuple[Callable[[Params], str], Callable[[Reason], str]]] = {
    "listed_place": (_place_required, _place_measured),
    "individual_coefficient": (_coefficient_required, _coefficient_measured),
    "strong_field": (_field_required, _field_measured),
    "coefficient_in_two_years": (_two_years_required, _two_years_measured),
    "master_norm": (_master_norm_required, _points_measured),
    "category": (_category_required, _category_measured),
    "ranks_for_mean": (_ranks_required, _ranks_measured),
    "column_of_event": (
        _says(gettext_noop("A woman may make the norm of men in an open event.")),
        _column_measured,
    ),
    "men_in_womens_event": (
        _says(gettext_noop("No men play in a women's event with a master norm.")),
        _men_measured,
    ),
    "games_against_masters": (
        _games_required(gettext_noop("At least %(games)s against masters or higher.")),
        _games_measured,
    ),
    "games_against_candidates": (
        _games_required(gettext_noop("At least %(games)s against candidate masters or higher.")),
        _games_measured,
    ),
    "home_share": (_share_required, _share_measured),
    "foreign_ratings": (
        _says(gettext_noop("Foreigners count in the mean by their FIDE rating.")),
        _foreign_measured,
    ),
    "titled_players": (_titled_required, _titled_measured),
    "competition_class": (_class_required, _class_measured),
    "fide_title": (
        _says(gettext_noop("The title of international grandmaster of FIDE.")),
        _title_measured,
    ),
    "candidate_points": (_candidate_points_required, _candidate_points_measured),
    "opponents_norm": (_opponents_required, _opponents_measured),
    "second_rank_games": (_second_rank_required, _games_measured),
    "held_first_rank": (
        _says(gettext_noop("I rank in force on the first day of the event.")),
        _held_measured,
    ),
    "norm_as_point": (
        _says(
            gettext_noop(
                "A candidate master norm without two points or the coefficient counts as a point."
            )
        ),
        _as_point_measured,
    ),
    "norm_not_set": (_says(gettext_noop("A condition of the norm.")), _not_set),
    "norm_time_control": (_control_required, _control_measured),
    "arbiters": (_arbiters_required, _arbiters_measured),
    "simultaneous_events": (
        _says(gettext_noop("The player takes part in no other event at the same time.")),
        _simultaneous_measured,
    ),
}
"""Requirement and measurement of every check that the rules of titles make."""

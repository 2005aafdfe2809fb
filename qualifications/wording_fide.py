"""The international titles in words: grades, facts to ask for, and a pair for every check."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from .engine.verdict import Outcome, Params, Reason, Scalar
from .wording_shared import day_words, games_words, points_words

GRADES = {
    "fide.gm": gettext_noop("International grandmaster (GM)"),
    "fide.im": gettext_noop("International master (IM)"),
    "fide.wgm": gettext_noop("Woman grandmaster (WGM)"),
    "fide.wim": gettext_noop("Woman international master (WIM)"),
    "fide.fm": gettext_noop("FIDE master (FM)"),
    "fide.cm": gettext_noop("Candidate master (CM)"),
    "fide.wfm": gettext_noop("Woman FIDE master (WFM)"),
    "fide.wcm": gettext_noop("Woman candidate master (WCM)"),
}
ROUTES = {
    "title_norm": gettext_noop("By a title norm"),
    "performance_norm": gettext_noop("By a performance norm, whoever the opponents were"),
}
ASKS = {
    "arbiter_played": gettext_noop("Say whether an arbiter of the event played in it."),
    "changed_for_players": gettext_noop(
        "Say whether rounds or opponents were arranged in favour of players."
    ),
    "chief_arbiter": gettext_noop("Enter the chief arbiter and the arbiter's category."),
    "days_with_one_round": gettext_noop("Say on how many days only one round was played."),
    "direct_title": gettext_noop(
        "Compare the place with the table of direct titles of that year and decide."
    ),
    "double_round_wording": gettext_noop(
        "The wording for double round robins is not known: decide whether the titles are enough."
    ),
    "federation": gettext_noop("Enter the player's federation."),
    "federations": gettext_noop("Say players of how many federations took part."),
    "fide_facts": gettext_noop("Look up the FIDE titles and ratings of the opponents."),
    "fide_rating": gettext_noop("Enter the player's highest FIDE rating."),
    "format_approved": gettext_noop("Say whether FIDE had approved the event as it was held."),
    "large_swiss": gettext_noop(
        "Say whether a norm is from a Swiss with enough strong players in every round."
    ),
    "member_federations": gettext_noop("Say how many federations could have taken part."),
    "most_hours_on_one_day": gettext_noop("Say how many hours of play the longest day could have."),
    "norm_registered_in_time": gettext_noop("Say whether the old norm was registered in time."),
    "participants": gettext_noop("Say how many players took part."),
    "rated_games": gettext_noop("Say how many rated games the player had played by then."),
    "rated_games_rule": gettext_noop(
        "How many rated games were asked for then is not known: decide whether they are enough."
    ),
    "rating_reached_on": gettext_noop("Say on which day the rating was reached."),
    "ratings_of_the_day": gettext_noop(
        "Say whether titles and ratings are those of the day of each game."
    ),
    "registered_on": gettext_noop("Say when the event was registered with FIDE."),
    "registration_days": gettext_noop(
        "How early the event had to be registered is not known for certain: decide."
    ),
    "same_clocks": gettext_noop("Say whether all players had the same time control and clocks."),
    "same_conditions": gettext_noop(
        "Say whether the rounds and pairings were the same for everybody."
    ),
    "scored_against_rated": gettext_noop(
        "Say whether the unrated opponents scored against rated ones."
    ),
}
NORM_NAMES = {
    "GM": gettext_noop("GM"),
    "IM": gettext_noop("IM or GM"),
    "WGM": gettext_noop("WGM, IM or GM"),
    "WIM": gettext_noop("WIM, WGM, IM or GM"),
}
ARBITERS = {
    "international": gettext_noop("international arbiter"),
    "fide": gettext_noop("FIDE arbiter"),
    "national": gettext_noop("national arbiter"),
    "first": gettext_noop("arbiter of the first category"),
    "second": gettext_noop("arbiter of the second category"),
    "junior": gettext_noop("junior arbiter"),
    "none": gettext_noop("no category"),
}

Requirement = Callable[[Params], str]
Measured = Callable[[Reason], str]


def _number(value: Scalar) -> int:
    return value if isinstance(value, int) else 0


def _opponents(value: Scalar) -> str:
    count = _number(value)
    return ngettext("%(count)s opponent", "%(count)s opponents", count) % {"count": count}


def _federations(value: Scalar) -> str:
    count = _number(value)
    return ngettext("%(count)s federation", "%(count)s federations", count) % {"count": count}


def _days(value: Scalar) -> str:
    count = _number(value)
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


def _norms(value: Scalar) -> str:
    count = _number(value)
    return ngettext("%(count)s norm", "%(count)s norms", count) % {"count": count}


def _players(value: Scalar) -> str:
    count = _number(value)
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def _sentence(words: str) -> str:
    return _("%(what)s.") % {"what": words}


# ---------------------------------------------------------------- the games


def _games_required(required: Params) -> str:
    return _("At least %(games)s that count.") % {"games": games_words(required["games"])}


def _games_measured(reason: Reason) -> str:
    return _("%(games)s looked at.") % {"games": games_words(reason.measured["games"])}


def _not_counted_required(required: Params) -> str:
    return _("Such games do not count.")


def _late_left_out_required(required: Params) -> str:
    if required["allowed"]:
        return _("Late games may be left out after the result was reached.")
    return _("Late games may not be left out in this event.")


def _wins_left_out_required(required: Params) -> str:
    if required["allowed"]:
        return _("Wins may be left out.")
    return _("Wins may not be left out in this event.")


def _left_out_measured(reason: Reason) -> str:
    count = _number(reason.measured["games"])
    if not count:
        return _("No game was left out.")
    return _("Left out: %(games)s.") % {"games": games_words(count)}


def _default_required(required: Params) -> str:
    return _("The opponent of the last round did not come, and that game was needed.")


def _default_measured(reason: Reason) -> str:
    return _("The game is taken as lost.")


def _unrated_scored_required(required: Params) -> str:
    return _("In a round robin an unrated opponent counts who scored against a rated one.")


def _unrated_scored_measured(reason: Reason) -> str:
    return _("It is not known whether they scored, and the norm depends on it.")


def _title_confirmed_required(required: Params) -> str:
    return _("Titles count that were confirmed before the event started.")


def _title_confirmed_measured(reason: Reason) -> str:
    return _("Opponents whose title came later: in %(games)s.") % {
        "games": games_words(reason.measured["games"])
    }


def _known_required(required: Params) -> str:
    return _("Titles and ratings of the opponents are those at the start of the event.")


def _known_measured(reason: Reason) -> str:
    return _("They are not known for %(games)s.") % {"games": games_words(reason.measured["games"])}


def _federation_required(required: Params) -> str:
    return _("The opponents' federations are compared with the player's.")


def _federation_measured(reason: Reason) -> str:
    return _("The player's federation is not known.")


# ---------------------------------------------------------------- the opponents


def _other_federations_required(required: Params) -> str:
    return _("Opponents of at least %(federations)s other than the player's.") % {
        "federations": _federations(required["federations"])
    }


def _other_federations_measured(reason: Reason) -> str:
    return _sentence(_federations(reason.measured["federations"]))


def _own_federation_required(required: Params) -> str:
    return _("At most %(opponents)s of the player's federation.") % {
        "opponents": _opponents(required["at_most"])
    }


def _one_federation_required(required: Params) -> str:
    return _("At most %(opponents)s of any one federation.") % {
        "opponents": _opponents(required["at_most"])
    }


def _opponents_measured(reason: Reason) -> str:
    return _sentence(_opponents(reason.measured["opponents"]))


def _holders_required(required: Params) -> str:
    return _("At least %(opponents)s with an international title; CM and WCM do not count.") % {
        "opponents": _opponents(required["opponents"])
    }


def _required_titles_required(required: Params) -> str:
    return _("At least %(opponents)s with the title %(titles)s.") % {
        "opponents": _opponents(required["opponents"]),
        "titles": _(NORM_NAMES[str(required["norm"])]),
    }


def _double_round_required(required: Params) -> str:
    return _("A double round robin has at least %(players)s.") % {
        "players": _players(required["players"])
    }


def _players_measured(reason: Reason) -> str:
    return _sentence(_players(reason.measured["players"]))


def _raised_required(required: Params) -> str:
    return _("The lowest opponent may be raised to %(floor)s.") % required


def _raised_measured(reason: Reason) -> str:
    if reason.measured["rating"] is None:
        return _("Nobody had to be raised.")
    return _("Raised from %(rating)s.") % reason.measured


def _unrated_required(required: Params) -> str:
    if required["at_most"] is None:
        return _("An unrated opponent counts as %(rating)s.") % required
    return _("An unrated opponent counts as %(rating)s; at most %(opponents)s.") % {
        "rating": required["rating"],
        "opponents": _opponents(required["at_most"]),
    }


def _unrated_measured(reason: Reason) -> str:
    return _("Unrated: %(opponents)s.") % {"opponents": _opponents(reason.measured["opponents"])}


# ---------------------------------------------------------------- performance


def _performance_required(required: Params) -> str:
    if required["half_points"] is None:
        return _("A performance of at least %(performance)s.") % required
    return _("A performance of at least %(performance)s: %(points)s here.") % {
        "performance": required["performance"],
        "points": points_words(_number(required["half_points"])),
    }


def _performance_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["performance"] is None:
        return _("No game counts.")
    return _(
        "%(points)s in %(games)s (%(percent)s percent) against a mean of %(mean)s: "
        "%(mean)s and %(difference)s make %(performance)s."
    ) % {
        "points": points_words(_number(measured["half_points"])),
        "games": games_words(measured["games"]),
        "percent": measured["percent"],
        "mean": measured["mean"],
        "difference": measured["difference"],
        "performance": measured["performance"],
    }


def _mean_required(required: Params) -> str:
    return _("A mean rating of the opponents of at least %(mean)s.") % required


def _mean_measured(reason: Reason) -> str:
    if reason.measured["mean"] is None:
        return _("No game counts.")
    return _("Mean rating %(mean)s.") % reason.measured


def _share_required(required: Params) -> str:
    return _("At least %(percent)s percent of the points.") % required


def _share_measured(reason: Reason) -> str:
    return _("%(points)s in %(games)s.") % {
        "points": points_words(_number(reason.measured["half_points"])),
        "games": games_words(reason.measured["games"]),
    }


# ---------------------------------------------------------------- the event


def _same_conditions_required(required: Params) -> str:
    return _("The rounds and pairings are the same for everybody, nobody comes or goes.")


def _same_clocks_required(required: Params) -> str:
    return _("All players have the same time control and the same kind of clocks.")


def _arbiter_played_required(required: Params) -> str:
    return _("No arbiter plays in the event.")


def _changed_required(required: Params) -> str:
    return _("Nothing is arranged in favour of players.")


def _yes_or_no(key: str) -> Measured:
    """Yes, no, or not known: for facts that a person states."""

    def words(reason: Reason) -> str:
        value = reason.measured[key]
        if value is None:
            return _("Nobody has said it yet.")
        return _("Yes.") if value else _("No.")

    return words


def _registered_required(required: Params) -> str:
    return _("Registered with FIDE at least %(days)s before %(start)s.") % {
        "days": _days(required["days"]),
        "start": day_words(required["starts_on"]),
    }


def _registered_measured(reason: Reason) -> str:
    day = reason.measured["registered_on"]
    if day is None:
        return _("It is not known when the event was registered.")
    return _("Registered on %(day)s.") % {"day": day_words(day)}


def _hours_required(required: Params) -> str:
    return _("At most %(hours)s hours of play a day.") % required


def _hours_measured(reason: Reason) -> str:
    if reason.measured["hours"] is None:
        return _("It is not known how many hours were played on one day.")
    return _("On the longest day: %(hours)s hours.") % reason.measured


def _rounds_required(required: Params) -> str:
    return _("At most %(rounds)s rounds a day.") % required


def _rounds_measured(reason: Reason) -> str:
    if reason.measured["rounds"] is None:
        return _("It is not known how many rounds were played on one day.")
    return _("Rounds on the busiest day: %(rounds)s.") % reason.measured


def _control_required(required: Params) -> str:
    if required["for_60_moves"] is not None:
        return _("Each player has at least %(for_60_moves)s minutes for a game of 60 moves.") % (
            required
        )
    return (
        _(
            "For each player %(first_period)s minutes and %(second_period)s minutes for the rest, "
            "or %(with_increment)s minutes and %(increment_seconds)s seconds for each move."
        )
        % required
    )


def _control_measured(reason: Reason) -> str:
    measured = reason.measured
    if measured["minutes"] is None:
        return _("It is not known how much time the players had.")
    parts = [_("%(minutes)s minutes") % measured]
    if measured["second_period"]:
        parts.append(_("%(second_period)s minutes for the rest") % measured)
    if measured["increment_seconds"]:
        parts.append(_("%(increment_seconds)s seconds for each move") % measured)
    return _("For each player: %(parts)s.") % {"parts": ", ".join(parts)}


def _duration_required(required: Params) -> str:
    return _("The event takes at most %(days)s.") % {"days": _days(required["days"])}


def _days_measured(reason: Reason) -> str:
    return _sentence(_days(reason.measured["days"]))


def _of_the_day_required(required: Params) -> str:
    return _(
        "In an event of more than %(days)s titles and ratings are those of the day of each game."
    ) % {"days": _days(required["days"])}


def _chief_required(required: Params) -> str:
    return _("The chief arbiter is an international arbiter or a FIDE arbiter.")


def _chief_measured(reason: Reason) -> str:
    category = reason.measured["category"]
    if category is None:
        return _("The chief arbiter is not known.")
    return _sentence(_(ARBITERS[str(category)]))


# ---------------------------------------------------------------- titles and applications


def _women_required(required: Params) -> str:
    if required["women"]:
        return _("The title is for women.")
    return _("The title is for men and women.")


def _women_measured(reason: Reason) -> str:
    return {"m": _("A man."), "w": _("A woman.")}.get(
        str(reason.measured["sex"]), _("It is not known whether the player is a man or a woman.")
    )


def _rating_required(required: Params) -> str:
    return _("A rating of at least %(rating)s at some time.") % required


def _rating_measured(reason: Reason) -> str:
    if reason.measured["rating"] is None:
        return _("The player's rating is not known.")
    return _("Highest rating %(rating)s.") % reason.measured


def _rated_games_required(required: Params) -> str:
    if required["games"] is None:
        return _("How many rated games are asked for is not known.")
    return _("At least %(games)s rated.") % {"games": games_words(required["games"])}


def _rated_games_measured(reason: Reason) -> str:
    if reason.measured["games"] is None:
        return _("It is not known how many rated games were played.")
    return _("%(games)s rated.") % {"games": games_words(reason.measured["games"])}


def _direct_required(required: Params) -> str:
    return _("A place in the table of direct titles gives the title %(title)s.") % required


def _direct_measured(reason: Reason) -> str:
    return _("Claimed: %(place)s.") % reason.measured


def _participants_required(required: Params) -> str:
    return _("At least %(players)s.") % {"players": _players(required["participants"])}


def _participants_measured(reason: Reason) -> str:
    if reason.measured["participants"] is None:
        return _("It is not known how many players took part.")
    return _sentence(_players(reason.measured["participants"]))


def _from_federations_required(required: Params) -> str:
    return _("Players of at least %(federations)s, or of a third of those concerned.") % {
        "federations": _federations(required["federations"])
    }


def _from_federations_measured(reason: Reason) -> str:
    if reason.measured["federations"] is None:
        return _("It is not known how many federations took part.")
    return _sentence(_federations(reason.measured["federations"]))


def _slow_norm_required(required: Params) -> str:
    return _("One norm of an event that had one round only on at least %(days)s.") % {
        "days": _days(required["days"])
    }


def _norms_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("Not asked here.")
    return _sentence(_norms(reason.measured["norms"]))


def _eight_required(required: Params) -> str:
    if not required:
        return _("Norms of eight games count as such.")
    return _("At most %(norms)s of eight games.") % {"norms": _norms(required["at_most"])}


def _foreigners_required(required: Params) -> str:
    return _("One norm with foreign opponents as the rules ask, without an exemption.")


def _number_required(required: Params) -> str:
    return _("At least %(norms)s.") % {"norms": _norms(required["norms"])}


def _norm_games_required(required: Params) -> str:
    return _("Norms of at least %(games)s together.") % {"games": games_words(required["games"])}


def _norm_games_measured(reason: Reason) -> str:
    return _sentence(games_words(reason.measured["games"]))


def _old_required(required: Params) -> str:
    return _("Norms from before July 2005 were registered before July 2013.")


def _swiss_required(required: Params) -> str:
    return (
        _(
            "One norm of a Swiss that had %(participants)s players with a mean rating of %(mean)s "
            "in every round, or of an event on the way to the world championship."
        )
        % required
    )


CHECKS: Mapping[str, tuple[Requirement, Measured]] = {
    "fide_norm_games": (_games_required, _games_measured),
    "fide_other_federations": (_other_federations_required, _other_federations_measured),
    "fide_own_federation": (_own_federation_required, _opponents_measured),
    "fide_one_federation": (_one_federation_required, _opponents_measured),
    "fide_title_holders": (_holders_required, _opponents_measured),
    "fide_required_titles": (_required_titles_required, _opponents_measured),
    "fide_double_round_players": (_double_round_required, _players_measured),
    "fide_raised_opponent": (_raised_required, _raised_measured),
    "fide_unrated": (_unrated_required, _unrated_measured),
    "fide_performance": (_performance_required, _performance_measured),
    "fide_mean_rating": (_mean_required, _mean_measured),
    "fide_least_share": (_share_required, _share_measured),
    "fide_women_only": (_women_required, _women_measured),
    "fide_not_counted": (_not_counted_required, _left_out_measured),
    "fide_default_in_last_round": (_default_required, _default_measured),
    "fide_late_left_out": (_late_left_out_required, _left_out_measured),
    "fide_wins_left_out": (_wins_left_out_required, _left_out_measured),
    "fide_unrated_scored": (_unrated_scored_required, _unrated_scored_measured),
    "fide_title_confirmed": (_title_confirmed_required, _title_confirmed_measured),
    "fide_opponents_known": (_known_required, _known_measured),
    "fide_player_federation": (_federation_required, _federation_measured),
    "fide_same_conditions": (_same_conditions_required, _yes_or_no("same")),
    "fide_registered": (_registered_required, _registered_measured),
    "fide_hours_a_day": (_hours_required, _hours_measured),
    "fide_rounds_a_day": (_rounds_required, _rounds_measured),
    "fide_norm_time_control": (_control_required, _control_measured),
    "fide_same_clocks": (_same_clocks_required, _yes_or_no("same")),
    "fide_duration": (_duration_required, _days_measured),
    "fide_ratings_of_the_day": (_of_the_day_required, _days_measured),
    "fide_chief_arbiter": (_chief_required, _chief_measured),
    "fide_arbiter_played": (_arbiter_played_required, _yes_or_no("played")),
    "fide_changed_for_players": (_changed_required, _yes_or_no("changed")),
    "fide_title_rating": (_rating_required, _rating_measured),
    "fide_rated_games": (_rated_games_required, _rated_games_measured),
    "fide_direct_title": (_direct_required, _direct_measured),
    "fide_championship_participants": (_participants_required, _participants_measured),
    "fide_championship_federations": (_from_federations_required, _from_federations_measured),
    "fide_norm_with_one_round_a_day": (_slow_norm_required, _norms_measured),
    "fide_eight_game_norms": (_eight_required, _norms_measured),
    "fide_norm_with_foreigners": (_foreigners_required, _norms_measured),
    "fide_number_of_norms": (_number_required, _norms_measured),
    "fide_games_of_norms": (_norm_games_required, _norm_games_measured),
    "fide_old_norms_registered": (_old_required, _norms_measured),
    "fide_large_swiss": (_swiss_required, _norms_measured),
    "fide_award_rating": (_rating_required, _rating_measured),
}
"""Requirement and measurement of every check that the rules of the international titles make."""

"""Why an event counts for the individual coefficient or not, in words."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from .engine.rules.ua_2007.counting_facts import Scope
from .engine.verdict import Outcome, Params, Reason, Scalar
from .wording_shared import control_words, day_words

ASKS = {
    "coefficient_kind": gettext_noop(
        "Say in the papers what kind of event it is: all-Ukrainian, a qualifier, between regions, "
        "cities, societies or clubs, local, international or abroad."
    ),
    "material_received_on": gettext_noop(
        "Say in the papers on which day the material of the event was received."
    ),
}
SCOPES = {
    Scope.NATIONAL: gettext_noop("counted nationally"),
    Scope.REGIONAL: gettext_noop("counted in the region"),
    Scope.NOT_COUNTED: gettext_noop("not counted"),
    Scope.UNDECIDED: gettext_noop("not decided: a fact is missing"),
}
KINDS = {
    "all_ukrainian": gettext_noop("An all-Ukrainian event."),
    "qualifier": gettext_noop("A qualifier for an all-Ukrainian event."),
    "interregional": gettext_noop("An event between players of regions."),
    "intercity": gettext_noop("An event between players of cities."),
    "intersociety": gettext_noop("An event between players of sports societies."),
    "interclub": gettext_noop("An event between players of sports clubs."),
    "local": gettext_noop("A local event."),
    "international": gettext_noop("An international event in Ukraine."),
    "abroad": gettext_noop("An event abroad."),
    "stated": gettext_noop("The commission stated that the event meets what the order asks."),
}


def scope_words(scope: Scope) -> str:
    """What becomes of an event, in a few words."""
    return _(SCOPES[scope])


def _number(value: Scalar) -> int:
    return int(str(value or 0))


def _says(text: str) -> Callable[[Params], str]:
    return lambda required: _(text)


def _players(count: int) -> str:
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}


def _submitted_measured(reason: Reason) -> str:
    if reason.measured["submitted"]:
        return _("The commission submits it.")
    return _("The commission does not submit it.")


def _kind_required(required: Params) -> str:
    if required.get("mean") is None:
        return _(
            "An all-Ukrainian event or a qualifier for one; or an event between regions, cities, "
            "societies or clubs with a sufficient mean."
        )
    return _("Between regions, cities, societies or clubs: mean coefficient at least %(mean)s.") % (
        required
    )


def _kind_measured(reason: Reason) -> str:
    kind, mean = reason.measured["kind"], reason.measured.get("mean")
    if kind is None:
        return _("It is not known what kind of event it was.")
    words = _(KINDS[str(kind)])
    if mean is not None:
        words += " " + _("The mean is %(mean)s.") % {"mean": mean}
    elif reason.required.get("mean") is not None:
        words += " " + _("Nobody has a valid coefficient.")
    return words


def _kind_alone(reason: Reason) -> str:
    kind = reason.measured["kind"]
    return _(KINDS[str(kind)]) if kind else _("It is not known what kind of event it was.")


def _share_measured(reason: Reason) -> str:
    count = _number(reason.measured["participants"])
    return ngettext(
        "%(rated)s of %(n)d participant has one that is valid here.",
        "%(rated)s of %(n)d participants have one that is valid here.",
        count,
    ) % {"rated": reason.measured["rated"], "n": count}


def _size_required(required: Params) -> str:
    if not required:
        return _("As many participants as in an event with a norm of a master.")
    count = _number(required["participants"])
    return ngettext(
        "At least %(n)d participant: so many it takes to play the games of a norm.",
        "At least %(n)d participants: so many it takes to play the games of a norm.",
        count,
    ) % {"n": count}


def _size_measured(reason: Reason) -> str:
    count = _number(reason.measured["participants"])
    return ngettext("%(n)d participant played.", "%(n)d participants played.", count) % {"n": count}


def _material_required(required: Params) -> str:
    return _("International: the material is received by %(day)s.") % {
        "day": day_words(required["last_day"])
    }


def _material_measured(reason: Reason) -> str:
    if reason.outcome is Outcome.NOT_APPLICABLE:
        return _("Not an international event.")
    if reason.measured["received_on"] is None:
        return _("The day is not known.")
    return _("Received on %(day)s.") % {"day": day_words(reason.measured["received_on"])}


def _members_measured(reason: Reason) -> str:
    words = _("Members: %(members)s of %(participants)s.") % dict(reason.measured)
    unknown = _number(reason.measured["unknown"])
    if unknown:
        words += " " + ngettext(
            "The federation of %(n)d player is not known.",
            "The federations of %(n)d players are not known.",
            unknown,
        ) % {"n": unknown}
    return words


def _above_required(required: Params) -> str:
    return _("Players above %(border)s are rated in all events of the country.") % required


def _above_measured(reason: Reason) -> str:
    players = _players(_number(reason.measured["players"]))
    if reason.outcome is Outcome.MET:
        return _("Above the border: %(players)s, rated.") % {"players": players}
    if reason.measured["local"]:
        return _("Above the border: %(players)s, not rated in a local event.") % {
            "players": players
        }
    return _("Nobody is above the border.")


def _below_required(required: Params) -> str:
    return _("Players below %(border)s have a coefficient of their region.") % required


def _below_measured(reason: Reason) -> str:
    measured = reason.measured
    words = _("Below the border: %(below)s; without a coefficient: %(without)s.") % {
        "below": _players(_number(measured["players"])),
        "without": _players(_number(measured["without"])),
    }
    elsewhere = _number(measured["elsewhere"])
    if elsewhere:
        words += " " + _("Not of this region, therefore not rated: %(players)s.") % {
            "players": _players(elsewhere)
        }
    return words


def _valid_measured(reason: Reason) -> str:
    count = _number(reason.measured["not_valid"])
    if not count:
        return _("No participant has a coefficient of another region.")
    return _(
        "With a coefficient of another region: %(players)s; here they count as without one and are "
        "not rated."
    ) % {"players": _players(count)}


def _control_required(required: Params) -> str:
    return _("The time for a game is one of those of the master norms.")


CHECKS: Mapping[str, tuple[Callable[[Params], str], Callable[[Reason], str]]] = {
    "submitted": (
        _says(gettext_noop("The commission submits the event for calculation.")),
        _submitted_measured,
    ),
    "kind_of_event": (_kind_required, _kind_measured),
    "half_with_coefficient": (
        _says(gettext_noop("At least half of the participants have a coefficient.")),
        _share_measured,
    ),
    "number_of_participants": (_size_required, _size_measured),
    "rated_time_control": (_control_required, lambda reason: control_words(reason.measured)),
    "local_event": (
        _says(gettext_noop("Local events are rated for players of the region who are below 1850.")),
        _kind_alone,
    ),
    "material_in_time": (_material_required, _material_measured),
    "members": (
        _says(gettext_noop("Only members of the federation are rated.")),
        _members_measured,
    ),
    "above_border": (_above_required, _above_measured),
    "below_border": (_below_required, _below_measured),
    "valid_in_region": (
        _says(gettext_noop("A coefficient of a region is valid in that region only.")),
        _valid_measured,
    ),
}
"""Requirement and measurement of every check of `counting.py`."""

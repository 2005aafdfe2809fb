"""Words that the sentences of every scheme are made of."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .engine.verdict import Params, Scalar


def points_words(half_points: int) -> str:
    """Points in words: 15 half-points are "7½ points"."""
    if half_points == 1:
        return _("half a point")
    whole, half = divmod(half_points, 2)
    if half:  # "7½ points" takes another form than any whole number in Ukrainian
        return _("%(points)s½ points") % {"points": whole}
    return ngettext("%(points)s point", "%(points)s points", whole) % {"points": whole}


def games_words(value: Scalar) -> str:
    """A number of games in words: "9 games"."""
    count = value if isinstance(value, int) else 0
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def day_words(value: Scalar) -> str:
    """A date as the reader writes it; empty for anything else."""
    return date_format(value, "DATE_FORMAT") if isinstance(value, date) else ""


def control_words(measured: Params) -> str:
    """How much time each player had, from a reason's measured time control."""
    if measured.get("base_minutes") is None:
        return _("It is not known how much time the players had.")
    parts = []
    if measured["first_period_moves"] is None:
        parts.append(_("%(base_minutes)s minutes for the game") % measured)
    else:
        parts.append(_("%(base_minutes)s minutes for %(first_period_moves)s moves") % measured)
    if measured["second_period_minutes"]:
        parts.append(_("%(second_period_minutes)s minutes for the rest") % measured)
    if measured["increment_seconds"]:
        parts.append(_("%(increment_seconds)s seconds for each move") % measured)
    if measured["electronic_clocks"] is not None:
        electronic = measured["electronic_clocks"]
        parts.append(_("electronic clocks") if electronic else _("mechanical clocks"))
    return _("For each player: %(parts)s.") % {"parts": ", ".join(parts)}

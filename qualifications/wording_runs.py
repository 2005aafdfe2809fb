"""Words for the report of a rating run."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

SENTENCES = {
    "empty": gettext_lazy("No tournament was counted: every coefficient stays as it was."),
    "event": gettext_lazy("%(event)s: %(games)d of %(played)d games counted."),
    "event_more": gettext_lazy(
        "Further tournaments: %(n)d, with %(games)d of %(played)d games counted."
    ),
    "event_late": gettext_lazy(
        "%(event)s: admitted late, after its own list was published; %(games)d of %(played)d games "
        "counted now."
    ),
    "event_late_more": gettext_lazy(
        "Further tournaments admitted late: %(n)d, with %(games)d of %(played)d games counted now."
    ),
    "without_coefficients": gettext_lazy(
        "Games between players without a coefficient, which change nothing: %(games)d."
    ),
    "held": gettext_lazy(
        "Lines that are held because of an objection: %(n)d. Their games wait; answer the "
        "objections and compute again."
    ),
    "overlap": gettext_lazy(
        "Player %(player)d played in two tournaments on the same days, %(first)s and %(second)s: "
        "%(games)d games held out, nothing guessed. Find out who played, and correct the "
        "tournament that names the wrong person or the wrong days."
    ),
    "overlap_more": gettext_lazy(
        "Further players in two tournaments on the same days: %(n)d, with %(games)d games held out."
    ),
    "against_oneself": gettext_lazy(
        "%(event)s: games of a player against himself: %(games)d, held out. Correct the tournament."
    ),
    "against_oneself_more": gettext_lazy(
        "Further tournaments with games of a player against himself: %(n)d."
    ),
    "missing_in_list": gettext_lazy(
        "Player %(player)d had a coefficient in an earlier list and is missing from the last one: "
        "no line, nothing guessed. Correct the last list first."
    ),
    "missing_in_list_more": gettext_lazy("Further players missing from the last list: %(n)d."),
    "gap_in_lists": gettext_lazy(
        "The last list is of %(last)s, this period begins on %(first_day)s: no list between them. "
        "Changes are added to the last list."
    ),
    "event_outside": gettext_lazy("%(event)s: left out, it ended after this period."),
    "event_outside_more": gettext_lazy("Further tournaments that ended after this period: %(n)d."),
    "no_edition": gettext_lazy(
        "%(event)s: left out, no edition of the regulation covers its dates."
    ),
    "no_edition_more": gettext_lazy(
        "Further tournaments whose dates no edition of the regulation covers: %(n)d."
    ),
    "event_not_counted": gettext_lazy(
        "%(event)s: does not count for the coefficient; articles %(articles)s are not met."
    ),
    "event_not_counted_more": gettext_lazy("Further tournaments that do not count: %(n)d."),
    "event_undecided": gettext_lazy(
        "%(event)s: waits, because a fact is missing; open the tournament and complete its papers."
    ),
    "event_undecided_more": gettext_lazy("Further tournaments that wait for a fact: %(n)d."),
    "worker_lost": gettext_lazy(
        "The computation stopped half-way; nothing was changed. Start it again."
    ),
    "cancelled": gettext_lazy(
        "The computation was stopped; nothing was changed. Start it again when you wish."
    ),
    "failed": gettext_lazy(
        "The computation failed and nothing was changed. Tell the administrator: %(error)s"
    ),
}


def report_sentences(report: Iterable[dict]) -> list[str]:
    """The lines of a run's report as sentences."""
    return [SENTENCES[line["code"]] % _shown(line["params"]) for line in report]


def _shown(params: dict) -> dict:
    """Lists of articles as people read them."""
    return {k: ", ".join(v) if isinstance(v, list) else v for k, v in params.items()}

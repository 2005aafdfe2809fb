"""Words for the report of a rating run."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

SENTENCES = {
    "event": gettext_lazy("%(event)s: %(games)d of %(played)d games counted."),
    "event_late": gettext_lazy(
        "%(event)s: admitted late, after its own list was published; %(games)d of %(played)d games "
        "counted now."
    ),
    "no_edition": gettext_lazy(
        "%(event)s: left out, no edition of the regulation covers its dates."
    ),
    "worker_lost": gettext_lazy(
        "The computation stopped half-way; nothing was changed. Start it again."
    ),
    "failed": gettext_lazy(
        "The computation failed and nothing was changed. Tell the administrator: %(error)s"
    ),
}


def report_sentences(report: Iterable[dict]) -> list[str]:
    """The lines of a run's report as sentences."""
    return [SENTENCES[line["code"]] % line["params"] for line in report]

"""Loaded rating lists in finished words: how far, what came of it, what was wrong."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from qualifications.models import ImportedKind, ListLoad, LoadStatus, LoadStep, RatingScheme
from tournaments.formats.problems import Problem, Severity
from tournaments.wording import problem_message

COUNTS = {
    "rows": gettext_noop("lines of the list: %(n)s"),
    "new": gettext_noop("new: %(n)s"),
    "changed": gettext_noop("changed: %(n)s"),
    "removed": gettext_noop("no longer there: %(n)s"),
    "ratings": gettext_noop("ratings of people of the registry: %(n)s"),
    "already": gettext_noop("there already: %(n)s"),
    "unmatched": gettext_noop("not in the registry: %(n)s"),
    "held_out": gettext_noop("held out: %(n)s"),
    "otherwise": gettext_noop("said otherwise before: %(n)s"),
    "proposals": gettext_noop("differences to decide: %(n)s"),
    "settled": gettext_noop("no longer different: %(n)s"),
    "numbers": gettext_noop("missing FIDE numbers found: %(n)s"),
}
"""What a load counted, in the order in which it is told."""
ALWAYS = ("rows", "ratings")
OWN = {
    "fide_list.held_out": gettext_noop(
        "The FIDE number %(number)s stands in several rows; none of them was taken over."
    ),
    "fide_list.rating_otherwise": gettext_noop(
        "FIDE number %(number)s: the rating %(kept)s (%(kind)s) was imported for this list before, "
        "and stays; this file says %(said)s."
    ),
    "fide_list.line_held_out": gettext_noop("%(name)s (%(number)s): %(why)s"),
}
"""Sentences of problems that the reader does not know."""


def count_words(load: ListLoad) -> str:
    """What came of a load, in one sentence."""
    told = [
        _(words) % {"n": load.counts.get(name, 0)}
        for name, words in COUNTS.items()
        if load.counts.get(name) or name in ALWAYS
    ]
    words = "; ".join(told) + "."
    return words[:1].upper() + words[1:]


def problem_words(load: ListLoad) -> Iterator[str]:
    """The problems of a list, each with its line where it has one."""
    for problem in load.problems:
        words = _words(problem)
        line = problem.get("line")
        yield _("Line %(line)s: %(words)s") % {"line": line, "words": words} if line else words


def _words(problem: dict[str, Any]) -> str:
    code, params = problem["code"], problem["params"]
    if code in OWN:
        if "why" in params:
            params = params | {"why": _(params["why"])}
        if "kind" in params:
            params = params | {"kind": ImportedKind(params["kind"]).label}
        return _(OWN[code]) % params
    return problem_message(Problem(code, Severity(problem["severity"]), params=params))


def progress_percent(load: ListLoad) -> int:
    """How far the step is; 0 where it is not counted."""
    return 100 * min(load.done, load.total) // load.total if load.total else 0


def progress_words(load: ListLoad) -> str:
    """How far a load is: the step, and percent where it is counted."""
    step = LoadStep(load.step or LoadStep.READING).label
    if not load.total:
        return str(step)
    return _("%(step)s: %(percent)s %%") % {"step": step, "percent": progress_percent(load)}


def load_line(load: ListLoad) -> dict[str, Any]:
    """A load for the page."""
    name = _("FIDE: all players") if load.scheme == RatingScheme.FIDE else str(load)
    if load.scheme == RatingScheme.RUSSIA:
        name = f"{RatingScheme.RUSSIA.label}, {ImportedKind(load.kind).label}"
    problems = list(problem_words(load))
    return {
        "load": load,
        "name": name,
        "running": load.status in (LoadStatus.WAITING, LoadStatus.RUNNING),
        "done": load.status == LoadStatus.DONE,
        "failed": load.status == LoadStatus.FAILED,
        "refusal": _(load.refusal) if load.refusal else "",
        "percent": progress_percent(load),
        "progress": progress_words(load),
        "counts": count_words(load) if load.status == LoadStatus.DONE else "",
        "problems": problems[:20],
        "more_problems": max(len(problems) - 20, 0),
    }

"""How far a running computation is: percent, stage, time left."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from qualifications.models import RatingRun, RunStep

_FROM = {
    RunStep.CHOOSING: 0,
    RunStep.READING: 2,
    RunStep.COMPUTING: 40,
    RunStep.WRITING: 45,
}
"""Percent at which each step begins, as long runs take them."""
_ENDS = {**dict(zip(list(_FROM)[:-1], list(_FROM.values())[1:], strict=True)), RunStep.WRITING: 99}
_SURE_FROM = 5
"""Percent below which nobody can say how long it will take."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    percent: int
    stage: str
    units: str
    """How much of the stage is done; empty where it is not counted."""
    time_left: str
    """Empty while nobody can say."""
    stopping: bool
    """Somebody has asked it to stop."""


def progress_of(run: RatingRun, *, at: datetime) -> RunProgress:
    """What the page of a period shows of a run that is going on."""
    step = RunStep(run.step or RunStep.CHOOSING)
    start, end = _FROM[step], _ENDS[step]
    percent = start + (end - start) * min(run.done, run.total) // run.total if run.total else start
    return RunProgress(
        percent=percent,
        stage=str(step.label),
        units=_("%(done)d of %(total)d") % {"done": run.done, "total": run.total}
        if run.total and step != RunStep.COMPUTING
        else "",
        time_left=_time_left(run, percent, at),
        stopping=run.cancel_asked_at is not None,
    )


def _time_left(run: RatingRun, percent: int, at: datetime) -> str:
    if percent < _SURE_FROM:
        return ""
    gone = int((at - run.started_at).total_seconds())
    seconds = max(gone * (100 - percent) // percent, 1)
    if seconds < 60:
        return ngettext("about %(n)d second left", "about %(n)d seconds left", seconds) % {
            "n": seconds
        }
    minutes = (seconds + 59) // 60
    return ngettext("about %(n)d minute left", "about %(n)d minutes left", minutes) % {"n": minutes}

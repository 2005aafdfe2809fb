"""Computing a rating period: choose the events, read their games, rate, write a draft list.

`run.py` is the pipeline. `inputs.py` is what a list is computed from, `reading.py` and `holding.py`
say which games count, `writing.py` what stays, `progress.py` who computes and how far it is.
"""

from qualifications.rating_run.choosing import (
    CountedEvent,
    chosen_events,
    events_to_count,
    next_list_waits,
    undivided_winners,
)
from qualifications.rating_run.inputs import ENGINE_VERSION, PeriodInputs, read_inputs
from qualifications.rating_run.lists import (
    PublishedLists,
    figures_before,
    first_list_pooled,
    merged_in,
    pools_of,
)
from qualifications.rating_run.progress import (
    LOCKS_OF_CORRECTIONS,
    LOST_AFTER,
    BeingComputed,
    refuse_out_of_turn,
    session_lock,
)
from qualifications.rating_run.reading import games_of
from qualifications.rating_run.run import (
    chosen_inputs,
    inputs_digest,
    inputs_of_period,
    recompute_period,
)
from qualifications.rating_run.writing import border_of, description, write_run

__all__ = [
    "ENGINE_VERSION",
    "LOCKS_OF_CORRECTIONS",
    "LOST_AFTER",
    "BeingComputed",
    "CountedEvent",
    "PeriodInputs",
    "PublishedLists",
    "border_of",
    "chosen_events",
    "chosen_inputs",
    "description",
    "events_to_count",
    "figures_before",
    "first_list_pooled",
    "games_of",
    "inputs_digest",
    "inputs_of_period",
    "merged_in",
    "next_list_waits",
    "pools_of",
    "read_inputs",
    "recompute_period",
    "refuse_out_of_turn",
    "session_lock",
    "undivided_winners",
    "write_run",
]

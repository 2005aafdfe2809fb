"""The preview of an event with everything that admitting it would do, beside the real thing."""

from datetime import timedelta
from time import perf_counter

from bench.timing import say
from federation.models import Role
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.dry_run import event_dry_run
from tests import world
from tests.samples import swiss
from tournaments.review import review_event
from tournaments.services import event_decide, event_submit

PLAYERS, KNOWN, ROUNDS = 300, 280, 9
LATER = world.NOW + timedelta(hours=1)


def run() -> None:
    """Print the parts of a preview, and its ratio to sending and admitting the same event."""
    clerk, member = world.mandated("clerk", Role.CLERK), world.mandated("member", Role.MEMBER)
    field = world.club(PLAYERS, known=KNOWN)
    parsed = swiss(PLAYERS, ROUNDS, given=field, starts_on=world.FIRST_DAY)
    event = world.prepare_event(parsed, user=clerk, system="swiss")
    open_ = {str(line.parsed.number): "new" for line in _review(event).undecided}
    event = event_decide(event, event.review | {"players": open_})
    reading, trying = [], []
    for _turn in range(3):
        started = perf_counter()
        review = _review(event)
        read = perf_counter()
        event_dry_run(event, at=LATER, today=world.TODAY, review=review)
        reading.append(read - started)
        trying.append(perf_counter() - read)
    started = perf_counter()
    sent = event_submit(event, user=clerk, at=LATER, today=world.TODAY)
    event_admit_and_assess(sent, user=member, at=LATER)
    real = perf_counter() - started
    size = f"{PLAYERS} players, {ROUNDS} rounds"
    say(f"preview: file and people, {size}", min(reading))
    say("preview: dry run, which holds its locks so long", min(trying))
    whole = min(reading) + min(trying)
    say("preview with all consequences", whole, f"{whole / real:.2f} × sent and admitted; goal 2 s")
    say("floor: really sent and admitted", real)


def _review(event):
    return review_event(event, today=world.TODAY)

"""People, papers and events for tests, made through the services that the pages call.

Everything happens around one made-up summer: the registry takes over the list of 1 April 2026,
events are played in the second quarter, and the list of 1 July 2026 is computed from them.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

from django.db import connection
from django.utils import timezone

from federation.models import Commission, Mandate, Player, Role, User
from qualifications.grades import SCHEME
from qualifications.models import Assessment, Decision, Decree, RatingPeriod, RatingRun
from qualifications.proposals import Proposal, awards_waiting, moves_waiting
from qualifications.rating_run import recompute_period
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.decisions import earlier_award_record
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import Chosen, DecreeText, decree_draft
from qualifications.services.periods import opening_list_record, period_publish
from tests.samples import people, round_robin
from tournaments.confirmations import warnings_confirm
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer
from tournaments.formats.trf_write import write_trf16
from tournaments.models import DeclaredNorm, Event, EventArbiter, Upload
from tournaments.review import review_event
from tournaments.services import (
    event_attach_upload,
    event_decide,
    event_register,
    event_submit,
    players_register,
    upload_store,
)

TODAY = date(2026, 7, 10)
NOW = datetime(2026, 7, 10, 9, 0, tzinfo=UTC)
OPENING = date(2026, 4, 1)
FIRST_DAY = date(2026, 5, 4)
NEXT_LIST = date(2026, 7, 1)
PASSWORD = "Тура-на-відкритій-лінії"

NORMS = {"ua.rank_1": "commission", "ua.rank_2": None, "ua.rank_3": None, "ua.youth_1": None}
"""What is usual: the I rank is declared by the commission, the lower ones by the organiser."""

_numbers = count(1)


def commission(code: str = "SUM") -> Commission:
    """A commission of the reference data: a region's code, or `UKR`."""
    return Commission.objects.select_related("region").get(code=code)


def new_user(username: str, **fields: Any) -> User:
    """Somebody who can sign in with PASSWORD and may do nothing yet."""
    return User.objects.create_user(username, password=PASSWORD, **fields)


def mandated(username: str, role: str, code: str = "SUM", **fields: Any) -> User:
    """A new user with a mandate since 2020."""
    user = new_user(username, **fields)
    give_mandate(user, role, code)
    return user


def give_mandate(user: User, role: str, code: str, until: date | None = None) -> Mandate:
    """One more mandate, from the first day of 2020."""
    return Mandate.objects.create(
        user=user,
        commission=commission(code),
        role=role,
        valid_from=date(2020, 1, 1),
        valid_until=until,
    )


def registrar() -> User:
    """The chair of the national commission, in whose name the registry was opened."""
    return User.objects.filter(username="registrar").first() or mandated(
        "registrar", Role.CHAIR, "UKR"
    )


# --- players ------------------------------------------------------------------------------------


def register_players(parsed: Iterable[ParsedPlayer], code: str = "SUM") -> list[Player]:
    """The people of a file as the registry's players, with birth and FIDE number."""
    region = commission(code).region
    return players_register(
        [
            Player(
                name=" ".join(p.name.replace(",", " ").split()),
                sex=p.sex or "",
                birth_date=p.birth.as_date() if p.birth else None,
                birth_year=p.birth.year if p.birth else None,
                federation="UKR",
                fide_id=p.fide_id,
                region=region,
            )
            for p in parsed
        ],
        source="opening list",
        at=NOW,
    )


def open_list(coefficients: Mapping[Player, int], *, list_on: date = OPENING) -> RatingPeriod:
    """Take over a list; everybody has played enough games to be past the first thirty."""
    return opening_list_record(
        list_on=list_on,
        coefficients={player.pk: (value, 40) for player, value in coefficients.items()},
        user=registrar(),
        at=NOW,
    )


def held(player: Player, grade: str, on: date = date(2025, 9, 1)) -> Decision:
    """A rank taken over from a paper card, in force from `on`."""
    return earlier_award_record(
        player=player,
        grade=grade,
        effective_on=on,
        commission=commission("UKR"),
        document="card of the player",
        user=registrar(),
        at=NOW,
        today=TODAY,
    )


def club(size: int = 10, *, seed: int = 1, known: int | None = None) -> list[ParsedPlayer]:
    """`size` people; the first `known` (all but two) have coefficients and ranks in the registry.

    The two strongest hold only the III rank, so that they have something to earn; then come holders
    of the I rank, and the weaker half holds the II rank.
    """
    everybody = people(size, seed=seed)
    known = size - 2 if known is None else known
    players = register_players(everybody[:known])
    open_list({p: max(q.rating or 0, 1500) for p, q in zip(players, everybody, strict=False)})
    for place, player in enumerate(players):
        held(
            player, "ua.rank_3" if place < 2 else "ua.rank_1" if place < known // 2 else "ua.rank_2"
        )
    return everybody


# --- events -------------------------------------------------------------------------------------


def file_of(parsed: ParsedEvent) -> bytes:
    """The TRF16 file of an event."""
    return write_trf16(parsed)


def register_event(
    parsed: ParsedEvent,
    *,
    user: User,
    code: str = "SUM",
    system: str = "round_robin",
    norms: Mapping[str, str | None] = NORMS,
    **fields: Any,
) -> Event:
    """The papers of an event, with the dates of its file, a slow time control and an arbiter."""
    own = commission(code)
    assert parsed.starts_on is not None
    assert parsed.ends_on is not None
    return event_register(
        fields={
            "name": parsed.name or "Кубок",
            "city": parsed.city or "Лебедин",
            "region": own.region,
            "starts_on": parsed.starts_on,
            "ends_on": parsed.ends_on,
            "system": system,
            "minutes": 120,
            "increment_seconds": 0,
            "first_period_moves": 40,
            "second_period_minutes": 60,
            "clocks_used": True,
            "moves_recorded": True,
            "most_rounds_on_one_day": 1,
            "competition_class": 4,
            "coefficient_kind": "stated",
        }
        | fields,
        arbiters=[EventArbiter(name="Озерянський Захар", category="national", chief=True)],
        norms=[
            DeclaredNorm(norm=norm, commission=own if by else None) for norm, by in norms.items()
        ],
        commission=own,
        user=user,
        at=NOW,
    )


def upload(content: bytes, *, user: User, code: str = "SUM", name: str = "event.trf") -> Upload:
    """The stored bytes of a file."""
    stored, _created = upload_store(
        content=content, filename=name, commission=commission(code), user=user, at=NOW
    )
    return stored


def prepare_event(parsed: ParsedEvent, *, user: User, **papers: Any) -> Event:
    """Registered, with its file, and everything decided in the plainest way."""
    event = register_event(parsed, user=user, **papers)
    event = event_attach_upload(event, upload(file_of(parsed), user=user))
    event = event_decide(event, {"newcomers": "without_rank", "blank_federation": "UKR"})
    return confirm_warnings(event, user=user)


def confirm_warnings(event: Event, *, user: User) -> Event:
    """Every warning of the event as it stands, each kind with the same words."""
    kinds = review_event(event, today=TODAY).kinds
    words = {kind.code: "Звірено із суддею" for kind in kinds}
    warnings_confirm(event, kinds, words, user=user, at=NOW)
    return event


def submit_event(parsed: ParsedEvent, *, user: User, today: date = TODAY, **papers: Any) -> Event:
    """The same, and sent for admission."""
    return event_submit(prepare_event(parsed, user=user, **papers), user=user, at=NOW, today=today)


def admit_event(event: Event, *, user: User) -> Assessment:
    """Admitted and judged by another person; the judgement by the national scheme."""
    return event_admit_and_assess(event, user=user, at=NOW)[SCHEME]


def play(clerk: User, member: User, *, seed: int = 1, **event: Any) -> Event:
    """A round robin of ten, admitted: eight known players and two newcomers (see `club`)."""
    parsed = round_robin(given=club(seed=seed), seed=seed, starts_on=FIRST_DAY, **event)
    sent = submit_event(parsed, user=clerk)
    return admit_event(sent, user=member).event


# --- lists and decisions ------------------------------------------------------------------------


def compute(period: RatingPeriod) -> RatingRun:
    """The draft of a period, computed in this process."""
    return recompute_period(period.pk, requested_by_id=None, task_id="", clock=lambda: NOW)


def publish(period: RatingPeriod, *, today: date = TODAY) -> RatingPeriod:
    """Computed and published."""
    run = compute(period)
    return period_publish(period, run_id=run.pk, user=registrar(), at=NOW, today=today)


def decree(
    body: Commission,
    *,
    drafter: User,
    approver: User,
    only: Callable[[Proposal], bool] = lambda _proposal: True,
    notes: Mapping[int, str] | None = None,
    number: str = "",
    dated_on: date = TODAY,
    at: datetime = NOW,
) -> Decree:
    """A decree of what waits and fits, drafted by one and approved by another."""
    waiting = [*awards_waiting(body), *moves_waiting(body, today=timezone.localtime(at).date())]
    draft = decree_draft(
        commission=body,
        text=DecreeText(number or f"{next(_numbers)}/Т", dated_on, "Суми"),
        chosen=Chosen([one.key for one in waiting if only(one)], notes or {}),
        user=drafter,
        at=at,
    )
    return decree_approve(draft, version=draft.version, user=approver, at=at)


def award_all(code: str = "SUM", *, user: User) -> Decision:
    """The decision of a decree that awards everything earned and not yet awarded."""
    made = decree(commission(code), drafter=registrar(), approver=user)
    assert made.decision is not None
    return made.decision


def on_postgresql() -> bool:
    """Which of the two databases this run is on."""
    return connection.vendor == "postgresql"

"""Building the demo federation. `build_demo` is the story, a numbered list."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone, translation

from federation.models import Player, Region
from qualifications.demo.accounts import Staff, create_staff
from qualifications.demo.calendar import Plan, plan_quarter
from qualifications.demo.decrees import award_ranks, choose_policies
from qualifications.demo.field import choose_field
from qualifications.demo.files import Participation, tournament_file
from qualifications.demo.office import claim_a_card, register_coming
from qualifications.demo.papers import (
    declared_norms,
    draw_arbiters,
    event_arbiters,
    event_fields,
    review_decisions,
)
from qualifications.demo.people import Person, draw_people, opening_coefficients
from qualifications.demo.places import PLACES
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.rating_run import recompute_period
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.deadlines import deadlines_rebuild, ranges_of_players
from qualifications.services.decisions import earlier_award_record
from qualifications.services.periods import (
    opening_list_record,
    period_ensure,
    period_publish,
    quarter_of,
)
from tournaments.confirmations import warnings_confirm
from tournaments.models import Event
from tournaments.review import NEW, review_event
from tournaments.services import (
    event_attach_upload,
    event_decide,
    event_register,
    event_submit,
    players_register,
    upload_store,
)

SEED = 20070906
RANK_YEARS = 3
_RENEWED = {"ua.msu": 0.0, "ua.kmsu": 0.95, "ua.rank_1": 0.85, "ua.rank_2": 0.5}
"""How often a card that ends is followed by another from outside the registry."""
_HOME = 0
"""Index in `PLACES` of the region in which something waits for its clerk and for a member."""


@dataclass
class Demo:
    """The federation while it is being built. `day` is the day it is built for."""

    random: Random
    day: date
    people: list[Person]
    staff: dict[str, Staff]
    arbiters: tuple
    regions: list[Region]
    start: date
    """The list of this day opens the registry."""
    cards: dict[int, tuple[str, date]] = field(default_factory=dict)
    """Player → grade and day of the latest paper card."""
    class_known_from: dict[int, date] = field(default_factory=dict)
    """Player → first day on which the registry knows the class."""
    busy: dict[int, list[tuple[date, date]]] = field(default_factory=dict)
    """Index of the person → first and last days of tournaments."""
    annulled: bool = False
    """Whether a decree has been annulled yet."""

    def of_place(self, place: int) -> Staff:
        return self.staff[PLACES[place].code]

    @property
    def national(self) -> Staff:
        return self.staff["UKR"]

    def moment(self, day: date, hour: int) -> datetime:
        """A moment of a past day; what would lie after the day of building happens on it."""
        return datetime.combine(
            min(day, self.day),
            time(hour, self.random.randrange(60)),
            tzinfo=timezone.get_default_timezone(),
        )


def build_demo(
    *,
    today: date,
    players: int,
    years: int,
    password: str,
    progress: Callable[[str], None] = lambda line: None,
) -> Demo:
    """Fill an empty database with a federation of `players` people and `years` years of events.

    One transaction: all of it or nothing. The words it stores are Ukrainian whatever the language.
    """
    with transaction.atomic(), translation.override("uk"):
        quarters = past_quarters(today, years)
        demo = start_federation(today, quarters[0][0], players, password)  # 1. people, accounts
        choose_policies(demo)
        take_over_cards(demo)  # 2. ranks from paper cards
        open_lists(demo, count=players * 3 // 10)  # 3. the list to start from
        for index, (first, list_on) in enumerate(quarters):  # 4. quarter after quarter
            renew_cards(demo, first, list_on)
            hold_events(demo, index, first, list_on - timedelta(days=1))
            newest = index == len(quarters) - 1
            close_quarter(demo, list_on, publish=not newest)
            award_ranks(demo, list_on, newest=newest)
            progress(f"{list_on:%Y-%m-%d}")
        hold_current_events(demo, len(quarters), quarters[-1][1])  # 5. what is under way
        register_coming(demo, _HOME)
        claim_a_card(demo, _HOME, password)
        for first_player, last_player in ranges_of_players():  # 6. what ends, as of today
            deadlines_rebuild(first_player, last_player, on=today)
        return demo


def past_quarters(today: date, years: int) -> list[tuple[date, date]]:
    """The latest complete quarters, four a year, the oldest first: first day, date of the list."""
    list_on = quarter_of(today, law_for(SCHEME, on=today))[0]
    quarters: list[tuple[date, date]] = []
    while len(quarters) < 4 * years:
        last_day = list_on - timedelta(days=1)
        first = quarter_of(last_day, law_for(SCHEME, on=last_day))[0]
        quarters.insert(0, (first, list_on))
        list_on = first
    return quarters


# --- 1 to 3 -------------------------------------------------------------------------------------


def start_federation(today: date, start: date, players: int, password: str) -> Demo:
    """Accounts of the commissions, and the players whom the registry takes over."""
    random = Random(SEED)  # noqa: S311  the same federation every time is the point
    regions = {region.code: region for region in Region.objects.all()}
    demo = Demo(
        random=random,
        day=today,
        people=draw_people(random, players, on=start),
        staff=create_staff(random, valid_from=start - timedelta(days=30), password=password),
        arbiters=draw_arbiters(random),
        regions=[regions[place.code] for place in PLACES],
        start=start,
    )
    known = [person for person in demo.people if not person.newcomer]
    created = players_register(
        (
            Player(
                name=person.name.full,
                latin_name=person.latin,
                sex=person.sex,
                birth_date=person.birth,
                federation="UKR",
                fide_id=person.fide_id,
                region=demo.regions[person.place],
            )
            for person in known
        ),
        source="картотека комісії",
        at=demo.moment(start - timedelta(days=20), 10),
    )
    for person, player in zip(known, created, strict=True):
        person.pk = player.pk
    return demo


def take_over_cards(demo: Demo) -> None:
    """Ranks from before the registry: most who play like one hold it, made within three years.

    The resting players hold cards that end within two months of the day of building.
    """
    for person in demo.people:
        grade = person.card_grade
        if person.newcomer or grade is None or demo.random.random() < 0.15:
            continue
        made_on = demo.start - timedelta(days=demo.random.randrange(30, RANK_YEARS * 365 - 20))
        if made_on.year > person.birth.year + 7:
            _take_over(demo, person, grade, made_on, demo.start - timedelta(days=10))
    resting = [person for person in demo.people if person.resting]
    for index, person in enumerate(resting):
        made_on = _years_before(demo.day) + timedelta(days=10 + 14 * index)
        copied_on = max(demo.start - timedelta(days=10), made_on + timedelta(days=15))
        _take_over(demo, person, "ua.rank_3", made_on, copied_on)


def _years_before(day: date) -> date:
    """As many years earlier as a rank is in force; the 28th for the last days of a month."""
    return day.replace(year=day.year - RANK_YEARS, day=min(day.day, 28))


def _take_over(demo: Demo, person: Person, grade: str, made_on: date, copied_on: date) -> None:
    """A rank from a paper card; some with I rank bring a candidate point as well."""
    _record_card(demo, person, grade, made_on, copied_on)
    point_on = made_on + timedelta(days=demo.random.randrange(20, 200))
    if grade == "ua.rank_1" and point_on < copied_on and demo.random.random() < 0.4:
        _record_card(demo, person, "ua.candidate_point", point_on, copied_on)
    demo.cards[person.registered] = (grade, made_on)
    demo.class_known_from.setdefault(person.registered, made_on)


def _record_card(demo: Demo, person: Person, grade: str, made_on: date, copied_on: date) -> None:
    staff = demo.of_place(person.place)
    earlier_award_record(
        player=Player(pk=person.registered, birth_year=person.birth.year),
        grade=grade,
        effective_on=made_on,
        commission=staff.commission,
        document=f"кваліфікаційний квиток № {demo.random.randrange(1000, 9999)}",
        user=staff.member,
        at=demo.moment(copied_on, 11),
        today=copied_on,
    )


def open_lists(demo: Demo, *, count: int) -> None:
    """The list of individual coefficients that the registry starts from."""
    opening = opening_coefficients(demo.random, demo.people, count)
    opening_list_record(
        list_on=demo.start,
        coefficients={demo.people[index].registered: values for index, values in opening.items()},
        user=demo.national.chair,
        at=demo.moment(demo.start - timedelta(days=5), 12),
    )


# --- 4 ------------------------------------------------------------------------------------------


def renew_cards(demo: Demo, first: date, list_on: date) -> None:
    """Some whose card ends in the quarter bring another, made elsewhere not long before."""
    for person in demo.people:
        grade, made_on = demo.cards.get(person.pk or 0, ("", date.min))
        ends_on = made_on + timedelta(days=RANK_YEARS * 365) if grade else date.min
        if person.resting or not first <= ends_on < list_on:
            continue
        if demo.random.random() < _RENEWED.get(grade, 0.3):
            again_on = first - timedelta(days=demo.random.randrange(5, 80))
            _take_over(demo, person, grade, again_on, first)


def hold_events(demo: Demo, index: int, first: date, last: date) -> None:
    """The tournaments of a quarter: registered, played, uploaded, sent, admitted."""
    for plan in plan_quarter(demo.random, first, last, index=index, players=len(demo.people)):
        event = send_event(demo, plan)
        if event is not None:
            admit_event(demo, plan, event)


WARNINGS_ANSWERED = "Звірено з анкетами учасників і головним суддею"


def send_event(demo: Demo, plan: Plan) -> Event | None:
    """A tournament up to "waiting for admission"; None when too few could come."""
    prepared = prepare_event(demo, plan)
    if prepared is None:
        return None
    event, field_ = prepared
    known = {pk for pk, since in demo.class_known_from.items() if since <= plan.starts_on}
    event = event_decide(event, review_decisions(field_, class_known=known))
    sent_on = min(plan.ends_on + timedelta(days=2), demo.day)
    clerk = demo.of_place(plan.place).clerk
    review = review_event(event, today=sent_on)
    if review.undecided:
        people = {str(one.parsed.number): field_[one.parsed.number - 1] for one in review.undecided}
        chosen = {number: one.person.pk or NEW for number, one in people.items()}
        event = event_decide(event, {**event.review, "players": chosen})
        review = review_event(event, today=sent_on)
    kinds = review.kinds
    words = dict.fromkeys((kind.code for kind in kinds), WARNINGS_ANSWERED)
    at = demo.moment(sent_on, 10)
    warnings_confirm(event, kinds, words, user=clerk, at=at)
    event = event_submit(event, user=clerk, at=at, today=sent_on)
    _meet_newcomers(event, field_)
    return event


def prepare_event(
    demo: Demo, plan: Plan, *, vague: int = 0
) -> tuple[Event, list[Participation]] | None:
    """A draft with its file, in which `vague` known players have only names and years."""
    days = (plan.starts_on - demo.start).days
    field_ = choose_field(demo.random, plan, demo.people, demo.busy, days=days)
    if field_ is None:
        return None
    known = [position for position, one in enumerate(field_) if one.person.pk is not None]
    for position in known[:vague]:
        one = field_[position]
        field_[position] = Participation(one.person, one.strength, None, vague=True)
    staff = demo.of_place(plan.place)
    arbiters = demo.arbiters[plan.place][: 2 if len(field_) < 20 else 3]
    event = event_register(
        fields=event_fields(plan, demo.regions[plan.place]),
        arbiters=event_arbiters(arbiters),
        norms=declared_norms(plan, staff.commission),
        commission=staff.commission,
        user=staff.clerk,
        at=demo.moment(plan.starts_on - timedelta(days=20), 15),
    )
    content = tournament_file(demo.random, plan, field_, arbiters=[name for name, _c in arbiters])
    upload, _new = upload_store(
        content=content,
        filename=f"{PLACES[plan.place].account}-{plan.starts_on}.trf",
        commission=staff.commission,
        user=staff.clerk,
        at=demo.moment(plan.ends_on + timedelta(days=1), 18),
    )
    return event_attach_upload(event, upload), field_


def _meet_newcomers(event: Event, field_: Iterable[Participation]) -> None:
    """People who came into the registry with the file get their numbers."""
    new = {number: one for number, one in enumerate(field_, start=1) if one.person.pk is None}
    if new:
        for number, player in event.entries.filter(number__in=new).values_list("number", "player"):
            new[number].person.pk = player


def admit_event(demo: Demo, plan: Plan, event: Event) -> None:
    """The chair or a member admits it; classes that its papers state are known from then on."""
    staff = demo.of_place(plan.place)
    admitting = staff.chair if demo.random.random() < 0.5 else staff.member
    event_admit_and_assess(
        event, user=admitting, at=demo.moment(plan.ends_on + timedelta(days=5), 12)
    )
    for player in event.entries.values_list("player", flat=True):
        demo.class_known_from.setdefault(player, plan.ends_on)


def close_quarter(demo: Demo, list_on: date, *, publish: bool) -> None:
    """Compute the list of a quarter and, unless it is left for trying, publish it."""
    period = period_ensure(list_on - timedelta(days=1))
    computed_at = demo.moment(list_on + timedelta(days=6), 9)
    run = recompute_period(
        period.pk, requested_by_id=demo.national.member.pk, task_id="", clock=lambda: computed_at
    )
    if publish:
        published_on = list_on + timedelta(days=7)
        period_publish(
            period,
            run_id=run.pk,
            user=demo.national.chair,
            at=demo.moment(published_on, 16),
            today=published_on,
        )


# --- 5 ------------------------------------------------------------------------------------------


def hold_current_events(demo: Demo, index: int, first: date) -> None:
    """After the last complete quarter: what has been admitted, and what waits for people.

    One tournament waits for admission and one draft for the clerk of a region that signs in: two of
    its players are in doubt, because the file knows only their names and years.
    """
    plans = plan_quarter(
        demo.random,
        first - timedelta(days=14),
        demo.day - timedelta(days=3),
        index=index,
        players=len(demo.people),
    )
    robins = [plan for plan in plans if plan.around is not None and not plan.women]
    waiting, draft = (_at_home(plan) for plan in robins[-2:])
    for plan in plans:
        if plan not in robins[-2:] and plan.starts_on >= first:
            event = send_event(demo, plan)
            if event is not None:
                admit_event(demo, plan, event)
    send_event(demo, waiting)
    prepare_event(demo, draft, vague=2)


def _at_home(plan: Plan) -> Plan:
    """The plan in a region whose people can sign in, with a file in Cyrillic letters."""
    town = PLACES[_HOME].towns[0]
    name = plan.name.replace(plan.town, town)
    return replace(plan, place=_HOME, name=name, town=town, latin=False)

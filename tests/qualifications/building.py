"""Small federations for tests of lists and ledgers: people, admitted events, opening lists."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from federation.models import Commission, Mandate, Player, Role, User
from federation.reference import load_reference
from qualifications.models import RatingPeriod
from qualifications.rating_run import recompute_period
from qualifications.services.periods import opening_list_record, period_ensure, period_publish
from tournaments.models import Entry, Event, EventStatus, Game, GameKind
from tournaments.services import players_register

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


class Federation:
    """A clerk, a member and a chair of one region, the national chair, and players by name."""

    def __init__(self) -> None:
        load_reference()
        self.region_commission = Commission.objects.get(code="LVI")
        self.national = Commission.objects.get(code="UKR")
        self.clerk = self.person("clerk", Role.CLERK, self.region_commission)
        self.member = self.person("member", Role.MEMBER, self.region_commission)
        self.chair = self.person("chair", Role.CHAIR, self.region_commission)
        self.national_chair = self.person("national-chair", Role.CHAIR, self.national)

    def person(self, name: str, role: Role, commission: Commission) -> User:
        user = User.objects.create_user(name)
        Mandate.objects.create(
            user=user, commission=commission, role=role, valid_from=date(2020, 1, 1)
        )
        return user

    def players(self, *names: str, **fields) -> list[Player]:
        fields = {"region": self.region_commission.region, "federation": "UKR"} | fields
        return players_register(
            [Player(name=name, **fields) for name in names], source="test", at=NOW
        )

    def opening(self, list_on: date, figures: Mapping[Player, tuple[int, int]]) -> RatingPeriod:
        """The list the registry starts with: player → (coefficient, games so far)."""
        return opening_list_record(
            list_on=list_on,
            coefficients={player.pk: figure for player, figure in figures.items()},
            user=self.national_chair,
            at=NOW,
        )

    def event(
        self,
        players: Sequence[Player],
        results: Sequence[tuple[int, int, int, int]],
        *,
        starts_on: date,
        ends_on: date,
        kind: str = GameKind.PLAYED,
        **fields,
    ) -> Event:
        """An admitted event. `results` are (round, white, black, half-points of White) by place in
        `players`, from 0."""
        totals = [0] * len(players)
        for _round, white, black, half_points in results:
            totals[white] += half_points
            totals[black] += 2 - half_points
        event = Event.objects.create(
            **{
                "name": "Кубок",
                "city": "Львів",
                "region": self.region_commission.region,
                "commission": self.region_commission,
                "starts_on": starts_on,
                "ends_on": ends_on,
                "system": "swiss",
                "minutes": 90,
                "increment_seconds": 30,
                "rounds": max((r for r, *_ in results), default=0),
                "status": EventStatus.ADMITTED,
                "coefficient_kind": "stated",
                "registered_by": self.clerk,
                "registered_at": NOW,
                "submitted_by": self.clerk,
                "admitted_by": self.member,
                "admitted_at": NOW,
            }
            | fields
        )
        entries = Entry.objects.bulk_create(
            Entry(
                event=event,
                player=player,
                number=number,
                rank=1 + sum(other > totals[number - 1] for other in totals),
                half_points=totals[number - 1],
                file_name=player.name,
            )
            for number, player in enumerate(players, start=1)
        )
        Game.objects.bulk_create(
            Game(
                event=event,
                round=round_,
                white=entries[white],
                black=entries[black],
                kind=kind,
                white_half_points=half_points,
                black_half_points=2 - half_points,
            )
            for round_, white, black, half_points in results
        )
        return event

    def compute(self, list_on: date):
        """Compute the draft of a list."""
        period = RatingPeriod.objects.filter(list_on=list_on).first()
        period = period or period_ensure(date.fromordinal(list_on.toordinal() - 1))
        return recompute_period(
            period.pk, requested_by_id=self.national_chair.pk, task_id="", clock=lambda: NOW
        )

    def publish(self, list_on: date, *, today: date | None = None) -> RatingPeriod:
        run = self.compute(list_on)
        return period_publish(
            run.period,
            run_id=run.pk,
            user=self.national_chair,
            at=NOW,
            today=today or list_on,
        )


def everybody_against_everybody(count: int, white_half_points=lambda white, black: 1):
    """Results of a round robin: one game of each pair; rounds are numbered by the circle method."""
    places = list(range(count)) + ([None] if count % 2 else [])
    results = []
    for round_ in range(1, len(places)):
        for one, other in zip(places[: len(places) // 2], reversed(places), strict=False):
            if one is not None and other is not None:
                results.append((round_, one, other, white_half_points(one, other)))
        places = [places[0], places[-1], *places[1:-1]]
    return results

"""What waits in the demo besides tournaments: a coming one with its norms, and a parent's claim."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib.auth.hashers import make_password

from federation.accounts import OF_AGE, claim_ask, is_of_age
from federation.models import Player, User
from qualifications.demo.accounts import PARENT
from qualifications.demo.names import Names
from qualifications.demo.papers import event_arbiters
from qualifications.demo.places import PLACES
from qualifications.services.norm_requests import norms_ask
from tournaments.grades import NormKey
from tournaments.models import CoefficientKind, EventSystem
from tournaments.services import event_register

if TYPE_CHECKING:
    from qualifications.demo.build import Demo

DAYS_AHEAD = 21


def register_coming(demo: "Demo", place: int) -> None:
    """A tournament in three weeks, whose clerk has asked the commission to declare two norms."""
    staff = demo.of_place(place)
    town = PLACES[place].towns[0]
    first = demo.day + timedelta(days=DAYS_AHEAD)
    event = event_register(
        fields={
            "name": f"Кваліфікаційний турнір «Прохідний пішак», {town}",
            "city": town,
            "region": demo.regions[place],
            "starts_on": first,
            "ends_on": first + timedelta(days=9),
            "system": EventSystem.ROUND_ROBIN,
            "minutes": 90,
            "increment_seconds": 30,
            "coefficient_kind": CoefficientKind.LOCAL,
        },
        arbiters=event_arbiters(demo.arbiters[place][:3]),
        norms=[],
        commission=staff.commission,
        user=staff.clerk,
        at=demo.moment(demo.day - timedelta(days=1), 11),
    )
    norms_ask(
        event,
        [NormKey.RANK_1, NormKey.CANDIDATE_POINT],
        user=staff.clerk,
        at=demo.moment(demo.day, 9),
    )


def claim_a_card(demo: "Demo", place: int, password: str) -> None:
    """A parent claims the card of the youngest player of a region; its commission has to answer."""
    children = Player.objects.filter(region=demo.regions[place], birth_date__isnull=False)
    child = children.order_by("-birth_date", "pk").first()
    if child is None or is_of_age(child, on=demo.day):
        raise ValueError(f"nobody of {demo.regions[place]} is under {OF_AGE}")
    name = Names(demo.random).draw(woman=True)
    parent = User.objects.create(
        username=PARENT,
        last_name=name.surname,
        first_name=name.given,
        patronymic=name.patronymic,
        password=make_password(password),
    )
    claim_ask(
        child,
        guardian=True,
        born=child.birth_date,
        note="мати, можу показати свідоцтво про народження",
        user=parent,
        at=demo.moment(demo.day, 12),
        today=demo.day,
    )

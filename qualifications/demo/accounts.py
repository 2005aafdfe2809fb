"""Who signs in to the demo federation, and who only stands in its records."""

from dataclasses import dataclass
from datetime import date
from random import Random

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _

from federation.models import Commission, CommissionKind, Mandate, Role, User
from qualifications.demo.names import Names
from qualifications.demo.places import PLACES, SIGNING_IN

PASSWORD = "caissa"  # noqa: S105  the word is printed for everybody who tries the demo
ADMIN = "admin"
PARENT = "parent"
ROLES = (Role.CLERK, Role.MEMBER, Role.CHAIR)
"""Of every commission."""
OFFICERS = ("ministry-1", "ministry-2")
"""User names: one officer of the ministry drafts, the other approves."""


@dataclass(frozen=True, slots=True)
class Staff:
    """The people of one commission."""

    commission: Commission
    clerk: User
    member: User
    chair: User


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An account that can sign in."""

    username: str
    role: str
    commission: str


def create_staff(random: Random, *, valid_from: date, password: str) -> dict[str, Staff]:
    """Clerk, member and chair of the national and every playing regional commission, by its code.

    Those of two regions and of the national commission can sign in, two officers of the ministry
    and the administrator; mandates have no end.
    """
    names = Names(random)
    usable, unusable = make_password(password), make_password(None)
    staff = {}
    for code, account in _commissions():
        commission = Commission.objects.get(code=code)
        signs_in = account in (*SIGNING_IN, "national")
        users = {}
        for role in ROLES:
            name = names.draw(woman=random.random() < 0.5)
            users[role.value] = User.objects.create(
                username=f"{account}-{role}",
                last_name=name.surname,
                first_name=name.given,
                patronymic=name.patronymic,
                password=usable if signs_in else unusable,
            )
            Mandate.objects.create(
                user=users[role.value], commission=commission, role=role, valid_from=valid_from
            )
        staff[code] = Staff(commission, **users)
    ministry = Commission.objects.get(kind=CommissionKind.MINISTRY)
    for username in OFFICERS:
        name = names.draw(woman=random.random() < 0.5)
        officer = User.objects.create(
            username=username,
            last_name=name.surname,
            first_name=name.given,
            patronymic=name.patronymic,
            password=usable,
        )
        Mandate.objects.create(
            user=officer, commission=ministry, role=Role.OFFICER, valid_from=valid_from
        )
    User.objects.create(username=ADMIN, password=usable, is_staff=True, is_superuser=True)
    return staff


def _commissions() -> list[tuple[str, str]]:
    national = Commission.objects.get(kind=CommissionKind.NATIONAL)
    return [(national.code, "national"), *((place.code, place.account) for place in PLACES)]


def demo_accounts() -> list[DemoAccount]:
    """The accounts of the demo that are in the database and can sign in, for printing."""
    names = [f"{account}-{role}" for account in (*SIGNING_IN, "national") for role in ROLES]
    names += OFFICERS
    mandates = Mandate.objects.filter(user__username__in=names).select_related("user", "commission")
    found = {
        mandate.user.username: DemoAccount(
            mandate.user.username, str(mandate.get_role_display()), mandate.commission.name
        )
        for mandate in mandates
    }
    accounts = [found[name] for name in names if name in found]
    if User.objects.filter(username=PARENT).exists():
        accounts.append(DemoAccount(PARENT, str(_("parent or guardian")), ""))
    if User.objects.filter(username=ADMIN, is_superuser=True).exists():
        accounts.append(DemoAccount(ADMIN, "", ""))
    return accounts

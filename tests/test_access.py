"""Who may do what: the table of permissions, and every address for every role.

A new address without a line in `ADDRESSES` fails `test_every_address_is_in_the_table`.
"""

from collections.abc import Callable
from contextlib import nullcontext
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import get_resolver, reverse

from federation.access import PERMISSIONS, Action, access_on
from federation.models import (
    CardClaim,
    Commission,
    JournalEntry,
    Mandate,
    PersonFact,
    PersonLink,
    PersonRequest,
    PersonSuspect,
    Player,
    Role,
    User,
)
from federation.permission_table import descriptions, permission_page
from federation.reference import load_reference
from qualifications.documents import Paper
from qualifications.models import (
    Attachment,
    Correction,
    Decree,
    DocumentKind,
    FideApplication,
    NormElsewhere,
    NormRequest,
    Objection,
    Submission,
)
from qualifications.services.decisions import earlier_award_record
from qualifications.services.documents import document_issue
from qualifications.services.periods import period_ensure
from tournaments.models import Entry, Event
from tournaments.services import event_register, players_register, upload_store

DAY = date(2026, 5, 4)
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)

ROLES = (
    "anonymous",
    "nobody",
    "clerk",
    "member",
    "chair",
    "other_clerk",
    "other_member",
    "other_chair",
    "national_clerk",
    "national_member",
    "national_chair",
    "officer",
    "player",
    "administrator",
)
OWN = ("clerk", "member", "chair")
OTHER = ("other_clerk", "other_member", "other_chair")
MANAGING = ("member", "chair", "national_member", "national_chair")
NATIONAL = ("national_clerk", "national_member", "national_chair")


def make_people() -> dict[str, User]:
    load_reference()
    own = Commission.objects.get(code="LVI")
    other = Commission.objects.get(code="KHA")
    national = Commission.objects.get(code="UKR")
    found = {"nobody": User.objects.create_user("nobody")}
    for prefix, commission in (("", own), ("other_", other), ("national_", national)):
        for role in (Role.CLERK, Role.MEMBER, Role.CHAIR):
            user = User.objects.create_user(f"{prefix}{role.value}")
            Mandate.objects.create(
                user=user, commission=commission, role=role, valid_from=date(2026, 1, 1)
            )
            found[f"{prefix}{role.value}"] = user
    found["officer"] = User.objects.create_user("officer")
    Mandate.objects.create(
        user=found["officer"],
        commission=Commission.objects.get(code="MIN"),
        role=Role.OFFICER,
        valid_from=date(2026, 1, 1),
    )
    found["player"] = User.objects.create_user("player")
    found["administrator"] = User.objects.create_superuser("administrator")
    return found


class Stage(NamedTuple):
    """What every address is asked about, and by whom; see `stage`."""

    people: dict[str, User]
    objects: dict[str, int]
    sessions: dict[str, str]
    """Role → key of a session; the anonymous have none."""


@pytest.fixture(scope="module")
def stage(rows_of_module: Callable[[Callable[[], Stage]], Stage]) -> Stage:
    """Made and signed in once; what a test changes is undone after it."""

    def make() -> Stage:
        people = make_people()
        sessions = {}
        for role, user in people.items():
            client = Client()
            client.force_login(user)
            sessions[role] = client.session.session_key
        return Stage(people, make_objects(people), sessions)

    return rows_of_module(make)


@pytest.fixture
def people(db, stage: Stage) -> dict[str, User]:
    return deepcopy(stage.people)


@pytest.fixture
def objects(db, stage: Stage) -> dict[str, int]:
    return stage.objects


@pytest.fixture
def as_role(db, stage: Stage) -> Callable[[str], Client]:
    """A browser of somebody in that role, signed in."""

    def browser(role: str) -> Client:
        client = Client()
        if role != "anonymous":
            client.cookies[settings.SESSION_COOKIE_NAME] = stage.sessions[role]
        return client

    return browser


def test_every_action_is_in_the_table():
    assert set(PERMISSIONS) == set(Action) == set(descriptions())


def test_the_printed_table_is_the_one_in_the_code():
    printed = (settings.BASE_DIR / "docs" / "permissions.md").read_text("utf-8")
    assert printed == permission_page(), "run manage.py permissions --write"


@pytest.mark.parametrize(
    ("code", "role", "fits"),
    [
        ("MIN", Role.OFFICER, True),
        ("MIN", Role.CHAIR, False),
        ("LVI", Role.OFFICER, False),
        ("UKR", Role.OFFICER, False),
        ("UKR", Role.CLERK, True),
    ],
)
def test_officers_are_the_ministrys_and_nobody_elses(db, code, role, fits):
    load_reference()
    mandate = Mandate(
        user=User.objects.create_user("someone"),
        commission=Commission.objects.get(code=code),
        role=role,
        valid_from=DAY,
    )
    with nullcontext() if fits else pytest.raises(ValidationError, match="choose"):
        mandate.full_clean()


@pytest.mark.parametrize(
    ("on", "allowed"),
    [
        (date(2026, 5, 3), False),
        (date(2026, 5, 4), True),
        (date(2026, 5, 10), True),
        (date(2026, 5, 11), False),
    ],
)
def test_a_mandate_holds_on_its_first_and_last_day_and_not_outside(db, on, allowed):
    load_reference()
    user = User.objects.create_user("someone")
    commission = Commission.objects.get(code="LVI")
    Mandate.objects.create(
        user=user,
        commission=commission,
        role=Role.CLERK,
        valid_from=date(2026, 5, 4),
        valid_until=date(2026, 5, 10),
    )
    assert access_on(user, on=on).may(Action.EVENT_REGISTER, commission=commission) is allowed


def test_an_inactive_person_may_do_nothing(people):
    user = people["chair"]
    user.is_active = False
    user.save()
    assert access_on(user, on=DAY).may(Action.EVENT_REGISTER) is False


def test_two_mandates_of_one_person_count_apart(people):
    user = people["clerk"]
    national = Commission.objects.get(code="UKR")
    Mandate.objects.create(
        user=user, commission=national, role=Role.CHAIR, valid_from=DAY + timedelta(days=1)
    )
    assert access_on(user, on=DAY).may(Action.PERIOD_PUBLISH) is False
    assert access_on(user, on=DAY + timedelta(days=1)).may(Action.PERIOD_PUBLISH) is True


def _everybody(status: int) -> dict[str, int]:
    return dict.fromkeys(ROLES, status)


def _staff(*allowed: str, status: int = 200) -> dict[str, int]:
    """403 for all but `allowed`; the anonymous are sent to sign in."""
    return _everybody(403) | {"anonymous": 302} | dict.fromkeys(allowed, status)


# Address → (reverse arguments, status of GET per role). The event is a draft of the first region.
ADDRESSES = {
    "home": ({}, _everybody(200)),
    "player-list": ({}, _everybody(200)),
    "player-card": ({"pk": "player"}, _everybody(200)),
    "verdict-list": ({"pk": "player", "event_pk": "event"}, _everybody(404)),
    "region-list": ({}, _everybody(200)),
    "region": ({"code": "LVI"}, _everybody(200)),
    "event-list": ({}, _everybody(200)),
    "event-detail": ({"pk": "event"}, _staff(*OWN, *NATIONAL)),
    "event-fide-change": ({"pk": "event"}, _staff(*OWN, *NATIONAL)),
    "event-files": ({"pk": "event"}, _staff(*OWN, *NATIONAL, status=302)),
    "event-file": ({"pk": "event", "kind": "trf16"}, _staff(*OWN, *NATIONAL, status=302)),
    "event-outlook": ({"pk": "event"}, _staff(*OWN, *NATIONAL, status=302)),
    "rating-lists": ({}, _everybody(200)),
    "rating-list": ({"list_on": "2026-07-01"}, _everybody(404)),
    "rating-line": ({"list_on": "2026-07-01", "pk": "player"}, _everybody(404)),
    "list-file": ({"list_on": "2026-07-01", "kind": "csv"}, _everybody(404)),
    "list-inputs": ({"list_on": "2026-07-01"}, _everybody(404)),
    "how-ranks-work": ({}, _everybody(200)),
    "regulation-index": ({}, _everybody(200)),
    "regulation": ({"edition": "ua_2007"}, _everybody(200)),
    "desk": ({}, _everybody(200) | {"anonymous": 302, "player": 302}),
    "event-new": ({}, _staff(*OWN, *OTHER, *NATIONAL)),
    "event-new-from-file": ({}, _everybody(405) | {"anonymous": 302}),
    "event-edit": ({"pk": "event"}, _staff(*OWN)),
    "event-upload": ({"pk": "event"}, _staff(*OWN)),
    "event-withdraw": ({"pk": "event"}, _everybody(405) | {"anonymous": 302}),
    "event-review": ({"pk": "event"}, _staff(*OWN, status=302)),
    "event-prospect": ({"pk": "event"}, _staff(*OWN, *NATIONAL, status=302)),
    "event-columns": ({"pk": "event"}, _staff(*OWN, status=302)),
    "event-admit": ({"pk": "event"}, _staff("member", "chair", status=302)),
    "event-corrected": ({"pk": "event"}, _staff(*OWN, status=302)),
    "event-corrected-review": ({"pk": "event"}, _staff(*OWN, status=302)),
    "event-corrected-admit": ({"pk": "event"}, _staff("member", "chair", status=302)),
    "event-coefficient": ({"pk": "event"}, _staff("member", "chair", status=302)),
    "upload-download": ({"pk": "upload"}, _staff(*OWN)),
    "reading-list": ({}, _staff("national_chair")),
    "reading-decision": (
        {"edition": "ua_2007", "question": "UA.Q03"},
        _staff("national_chair"),
    ),
    "verify-form": ({}, _everybody(200)),
    "verify": ({"code": "code"}, _everybody(200)),
    "verify-file": ({"code": "code"}, _everybody(200)),
    "card-pdf": ({"pk": "player"}, _everybody(405)),
    "event-paper": (
        {"pk": "event", "kind": "crosstable"},
        _everybody(405) | {"anonymous": 302},
    ),
    "norm-certificate": ({"pk": "event"}, _everybody(405) | {"anonymous": 302}),
    "password_reset": ({}, _everybody(200)),
    "password_reset_done": ({}, _everybody(200)),
    "password_reset_confirm": ({"uidb64": "x", "token": "y"}, _everybody(200)),
    "password_reset_complete": ({}, _everybody(200)),
    "account-join": ({}, _everybody(200)),
    "account-confirm": ({"key": "x", "token": "y"}, _everybody(404)),
    "account": ({}, _everybody(200) | {"anonymous": 302}),
    "claim-new": ({"pk": "player"}, _everybody(200) | {"anonymous": 302, "player": 302}),
    "claim-end": ({"pk": "claim"}, _everybody(405) | {"anonymous": 302}),
    "account-card": ({"pk": "player"}, _staff("player")),
    "account-notices": ({"pk": "player"}, _everybody(405) | {"anonymous": 302}),
    "account-request": ({"pk": "player"}, _everybody(405) | {"anonymous": 302}),
    "account-data": ({"pk": "player"}, _staff("player")),
    "account-objection": ({"pk": "player", "period_pk": "period"}, _staff("player", status=404)),
    "claim-list": ({}, _staff(*OWN, *OTHER, *NATIONAL)),
    "claim-answer": ({"pk": "claim"}, _everybody(405) | {"anonymous": 302}),
    "request-answer": ({"pk": "request"}, _everybody(405) | {"anonymous": 302}),
    "event-status": ({"pk": "event"}, _everybody(200)),
    "event-norms": ({"pk": "event"}, _staff(*OWN, *NATIONAL)),
    "norm-answer": ({"pk": "norm"}, _everybody(405) | {"anonymous": 302}),
    "norm-withdraw": ({"pk": "norm"}, _everybody(405) | {"anonymous": 302}),
    "attachment-add": ({"pk": "submission"}, _everybody(405) | {"anonymous": 302}),
    "attachment-remove": ({"pk": "attachment"}, _everybody(405) | {"anonymous": 302}),
    "attachment-file": ({"pk": "attachment"}, _staff(*OWN, status=302)),
    "submission-status": ({"code": "submission_code"}, _everybody(200)),
    "submission-list": ({}, _staff(*OWN, *OTHER, *NATIONAL, "officer")),
    "submission-new": ({}, _staff(*OWN, *OTHER, *NATIONAL)),
    "submission-detail": ({"pk": "submission"}, _staff(*OWN)),
    "submission-change": ({"pk": "submission"}, _staff(*OWN)),
    "submission-send": ({"pk": "submission"}, _everybody(405) | {"anonymous": 302}),
    "submission-answer": ({"pk": "submission"}, _everybody(405) | {"anonymous": 302}),
    "submission-withdraw": ({"pk": "submission"}, _everybody(405) | {"anonymous": 302}),
    "journal": (
        {},
        _staff("chair", "other_chair", "national_chair", "officer", "administrator"),
    ),
    "decree-list": ({}, _staff(*OWN, *OTHER, *NATIONAL, "officer")),
    "decree-new": ({}, _staff(*OWN, *OTHER, *NATIONAL, "officer")),
    "decree-detail": ({"pk": "decree"}, _staff(*OWN)),
    "decree-change": ({"pk": "decree"}, _staff(*OWN)),
    "decree-annul": ({"pk": "decree"}, _staff(*OWN)),
    "award-revoke": ({"pk": "award"}, _staff(*OWN)),
    "fide-application-list": ({}, _staff(*NATIONAL)),
    "fide-application-new": ({"pk": "player"}, _staff(*NATIONAL)),
    "fide-application": ({"pk": "application"}, _staff(*NATIONAL)),
    "fide-application-send": ({"pk": "application"}, _everybody(405) | {"anonymous": 302}),
    "fide-application-withdraw": ({"pk": "application"}, _everybody(405) | {"anonymous": 302}),
    "fide-application-answer": ({"pk": "application"}, _everybody(405) | {"anonymous": 302}),
    "fide-application-answer-void": (
        {"pk": "application"},
        _everybody(405) | {"anonymous": 302},
    ),
    "norm-elsewhere": ({"pk": "player"}, _staff(*NATIONAL)),
    "norm-elsewhere-remove": ({"pk": "elsewhere"}, _everybody(405) | {"anonymous": 302}),
    "decree-approve": ({"pk": "decree"}, _everybody(405) | {"anonymous": 302}),
    "decree-abandon": ({"pk": "decree"}, _everybody(405) | {"anonymous": 302}),
    "changed-basis-list": ({}, _staff(*OWN, *OTHER, *NATIONAL, "officer")),
    "changed-basis": ({"pk": "basis"}, _staff(*OWN)),
    "award-policy": ({}, _staff(*OWN, *OTHER, *NATIONAL, "officer")),
    "award-earlier": (
        {"pk": "player"},
        _staff("member", "chair", "national_member", "national_chair"),
    ),
    "person-facts": ({"pk": "player"}, _staff(*OWN, *NATIONAL)),
    "fact-void": ({"pk": "fact"}, _staff(*OWN, *NATIONAL)),
    "person-link": (
        {"pk": "player"},
        _staff("member", "chair", "national_member", "national_chair"),
    ),
    "person-unlink": (
        {"pk": "link"},
        _staff("member", "chair", "national_member", "national_chair"),
    ),
    "suspect-list": (
        {},
        _staff(
            "member", "chair", "other_member", "other_chair", "national_member", "national_chair"
        ),
    ),
    "suspect-dismiss": (
        {"pk": "suspect"},
        _staff("member", "chair", "national_member", "national_chair"),
    ),
    "fide-proposals": (
        {},
        _staff(
            "member", "chair", "other_member", "other_chair", "national_member", "national_chair"
        ),
    ),
    "list-loads": ({}, _staff("national_member", "national_chair")),
    "entry-person": (
        {"pk": "entry"},
        _staff("member", "chair", "national_member", "national_chair"),
    ),
    "deadline-list": ({}, _staff(*OWN, *OTHER, *NATIONAL)),
    "contact-edit": ({"pk": "player"}, _staff(*OWN, *NATIONAL)),
    "correction-list": ({}, _staff(*NATIONAL)),
    "correction-new": ({}, _staff(*NATIONAL, status=404)),
    "correction-detail": ({"pk": "correction"}, _staff(*NATIONAL)),
    "correction-line": (
        {"pk": "correction", "period_pk": "period", "player_pk": "player"},
        _staff(*NATIONAL, status=404),
    ),
    "correction-difference": ({"pk": "correction"}, _staff(*NATIONAL)),
    "correction-compute": ({"pk": "correction"}, _everybody(405) | {"anonymous": 302}),
    "correction-stop": ({"pk": "correction"}, _everybody(405) | {"anonymous": 302}),
    "correction-sign": ({"pk": "correction"}, _everybody(405) | {"anonymous": 302}),
    "correction-remove": ({"pk": "correction"}, _everybody(405) | {"anonymous": 302}),
    "correction-discard": ({"pk": "correction"}, _staff(*NATIONAL)),
    "period-list": ({}, _staff(*NATIONAL)),
    "period-detail": ({"pk": "period"}, _staff(*NATIONAL)),
    "draft-file": ({"pk": "period", "kind": "csv"}, _staff(*NATIONAL, status=404)),
    "draft-of-region": (
        {"pk": "period"},
        _staff("member", "chair", "other_member", "other_chair"),
    ),
    "period-line": (
        {"pk": "period", "player_pk": "player"},
        _staff("member", "chair", *NATIONAL, status=404),
    ),
    "objection-new": (
        {"pk": "period", "player_pk": "player"},
        _staff("member", "chair", *NATIONAL, status=404),
    ),
    "objection-detail": ({"pk": "objection"}, _staff("member", "chair", *NATIONAL)),
    "period-recompute": ({"pk": "period"}, _everybody(405) | {"anonymous": 302}),
    "period-cancel": ({"pk": "period"}, _everybody(405) | {"anonymous": 302}),
    "period-publish": ({"pk": "period"}, _everybody(405) | {"anonymous": 302}),
    "login": ({}, _everybody(302) | {"anonymous": 200}),
    "logout": ({}, _everybody(405)),
    "set_language": ({}, _everybody(302)),
}

# Addresses that take a POST, posted with an empty form: status per role.
POSTS = {
    "login": _everybody(302) | {"anonymous": 200},
    "logout": _everybody(302),
    "set_language": _everybody(302),
    "event-new": _staff(*OWN, *OTHER, *NATIONAL, status=422),
    "event-new-from-file": _staff(*OWN, *OTHER, *NATIONAL, status=422),
    "event-edit": _staff(*OWN, status=422),
    "event-upload": _staff(*OWN, status=422),
    "event-review": _staff(*OWN, status=302),
    "event-columns": _staff(*OWN, status=302),
    "event-admit": _staff("member", "chair", status=302),
    "event-corrected": _staff(*OWN, status=302),
    "event-corrected-review": _staff(*OWN, status=302),
    "event-corrected-admit": _staff("member", "chair", status=302),
    "event-coefficient": _staff("member", "chair", status=302),
    "reading-decision": _staff("national_chair", status=422),
    "event-norms": _staff(*OWN, status=302),
    "norm-answer": _staff("member", "chair", status=302),
    "norm-withdraw": _staff(*OWN, status=302),
    "submission-new": _staff(*OWN, *OTHER, *NATIONAL, status=422),
    "submission-change": _staff(*OWN, status=422),
    "password_reset": _everybody(200),
    "password_reset_confirm": _everybody(200),
    "account-join": _everybody(422),
    "account-confirm": _everybody(404),
    "claim-new": _everybody(302),
    "claim-end": _staff(*MANAGING, "player", status=302),
    "account-notices": _staff("player", status=422),
    "account-request": _staff("player", status=422),
    "account-objection": _staff("player", status=404),
    "claim-answer": _staff(*MANAGING, status=302),
    "request-answer": _staff(*OWN, *NATIONAL, status=302),
    "attachment-add": _staff(*OWN, status=302),
    "attachment-remove": _staff(*OWN, status=302),
    "submission-send": _staff("member", "chair", status=302),
    "submission-answer": _staff(),
    "submission-withdraw": _staff(*OWN, status=302),
    "card-pdf": _everybody(200),
    "event-paper": _everybody(404) | {"anonymous": 302},
    "norm-certificate": _everybody(404) | {"anonymous": 302},
    "decree-new": _staff(*OWN, *OTHER, *NATIONAL, "officer", status=422),
    "decree-change": _staff(*OWN, status=422),
    "decree-annul": _staff(*OWN, status=422),
    "award-revoke": _staff(*OWN, status=422),
    "fide-application-new": _staff(*NATIONAL, status=422),
    "fide-application": _staff(*NATIONAL, status=422),
    "fide-application-send": _staff("national_member", "national_chair", status=302),
    "fide-application-withdraw": _staff(*NATIONAL, status=302),
    "fide-application-answer": _staff("national_member", "national_chair", status=422),
    "fide-application-answer-void": _staff("national_member", "national_chair", status=302),
    "norm-elsewhere": _staff(*NATIONAL, status=422),
    "norm-elsewhere-remove": _staff(*NATIONAL, status=302),
    "decree-approve": _staff("member", "chair", status=302),
    "decree-abandon": _staff(*OWN, status=302),
    "changed-basis": _staff("member", "chair", status=422),
    "award-policy": _staff("chair", "other_chair", "national_chair", "officer", status=422),
    "award-earlier": _staff("member", "chair", "national_member", "national_chair", status=422),
    "person-facts": _staff(*OWN, *NATIONAL, status=422),
    "person-link": _staff("member", "chair", "national_member", "national_chair"),
    # the clerk withdraws it first; for the others of the commission it is gone
    "event-withdraw": _staff("member", "chair", status=404) | {"clerk": 302},
    "fact-void": _staff(*OWN, *NATIONAL, status=422),
    "person-unlink": _staff("member", "chair", "national_member", "national_chair", status=422),
    "suspect-dismiss": _staff("member", "chair", "national_member", "national_chair", status=422),
    "fide-proposals": _staff(
        "member",
        "chair",
        "other_member",
        "other_chair",
        "national_member",
        "national_chair",
        status=422,
    ),
    "list-loads": _staff("national_member", "national_chair", status=422),
    "entry-person": _staff("member", "chair", "national_member", "national_chair", status=422),
    "contact-edit": _staff(*OWN, *NATIONAL, status=422),
    "objection-new": _staff("member", "chair", *NATIONAL, status=404),
    "objection-detail": _staff("national_member", "national_chair", status=422),
    "correction-new": _staff(*NATIONAL, status=404),
    "correction-compute": _staff(*NATIONAL, status=302),
    "correction-stop": _staff(*NATIONAL, status=302),
    "correction-sign": _staff("national_member", "national_chair", status=302),
    "correction-remove": _staff(*NATIONAL, status=302),
    "correction-discard": _staff(*NATIONAL, status=422),
    "period-recompute": _staff("national_member", "national_chair", status=302),
    "period-cancel": _staff("national_member", "national_chair", status=302),
    "period-publish": _staff("national_chair", status=302),
}


def _names(patterns) -> set[str]:
    found = set()
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            if getattr(pattern, "namespace", None) != "admin":
                found |= _names(pattern.url_patterns)
        elif pattern.name:
            found.add(pattern.name)
    return found


def test_every_address_is_in_the_table():
    assert _names(get_resolver().url_patterns) == set(ADDRESSES)


def make_objects(people: dict[str, User]) -> dict[str, int]:
    """A draft without a file, an upload and a player of the first region; an open period."""
    commission = Commission.objects.get(code="LVI")
    event = event_register(
        fields={
            "name": "Кубок міста",
            "city": "Львів",
            "region": commission.region,
            "starts_on": date(2026, 5, 1),
            "ends_on": date(2026, 5, 3),
            "system": "swiss",
            "minutes": 90,
        },
        arbiters=[],
        norms=[],
        commission=commission,
        user=people["clerk"],
        at=NOW,
    )
    upload, _created = upload_store(
        content=b"012 Cup", filename="cup.trf", commission=commission, user=people["clerk"], at=NOW
    )
    [player] = players_register(
        [Player(name="Гнатюк Остап", region=commission.region, federation="UKR")],
        source="test",
        at=NOW,
    )
    period = period_ensure(event.ends_on)
    objection = Objection.objects.create(
        period=period,
        player=player,
        commission=commission,
        text="Тур 3: нічия",
        raised_by=people["chair"],
        raised_at=NOW,
    )
    [twin, merged] = players_register(
        [
            Player(name=name, region=commission.region, federation="UKR")
            for name in ("Гнатюк Остап Ігорович", "Гнатюк О.")
        ],
        source="test",
        at=NOW,
    )
    link = PersonLink.objects.create(
        kept=player, merged=merged, reason="квиток", linked_by=people["chair"], linked_at=NOW
    )
    suspect = PersonSuspect.objects.create(
        first=player, second=twin, reason_key="match.same_name", found_on=DAY
    )
    fact = PersonFact.objects.create(
        player=player, kind="club", value="Лев", source="квиток", recorded_at=NOW
    )
    admitted = Event.objects.create(
        name="Кубок області",
        city="Львів",
        region=commission.region,
        commission=commission,
        starts_on=date(2026, 4, 1),
        ends_on=date(2026, 4, 3),
        system="swiss",
        minutes=90,
        status="admitted",
        registered_by=people["clerk"],
        registered_at=NOW,
        submitted_by=people["clerk"],
        admitted_by=people["member"],
        admitted_at=NOW,
    )
    decree = Decree.objects.create(
        commission=commission,
        number="1",
        year=2026,
        dated_on=DAY,
        place="Львів",
        drafted_by=people["clerk"],
        drafted_at=NOW,
    )
    line = decree.lines.create(act="award", player=player, grade="ua.rank_2", effective_on=DAY)
    basis = line.changes.create(found_at=NOW, difference={"holds": [True, False]}, digest="0")
    award = earlier_award_record(
        player=player,
        grade="ua.rank_3",
        effective_on=date(2026, 1, 10),
        commission=commission,
        document="квиток",
        user=people["member"],
        at=NOW,
        today=DAY,
    ).lines.get()
    application = FideApplication.objects.create(
        player=player,
        grade="fide.im",
        commission=Commission.objects.get(code="UKR"),
        drafted_by=people["national_clerk"],
        drafted_at=NOW,
    )
    elsewhere = NormElsewhere.objects.create(
        player=player,
        title="IM",
        event_name="Memorial",
        city="Lublin",
        federation="POL",
        starts_on=date(2025, 5, 1),
        ends_on=date(2025, 5, 9),
        games=9,
        document="IT1",
        recorded_by=people["national_clerk"],
        recorded_at=NOW,
    )
    claim = CardClaim.objects.create(
        user=people["player"], player=player, status="confirmed", asked_at=NOW
    )
    asked = PersonRequest.objects.create(
        user=people["player"], player=player, kind="correction", text="Прізвище", asked_at=NOW
    )
    norm = NormRequest.objects.create(
        event=event,
        norm="ua.rank_1",
        commission=commission,
        asked_by=people["clerk"],
        asked_at=NOW,
    )
    submission = Submission.objects.create(
        sender=commission,
        receiver=Commission.objects.get(code="UKR"),
        code="K7M2PQX4RD",
        year=2026,
        drafted_by=people["clerk"],
        drafted_at=NOW,
    )
    attachment = Attachment.objects.create(
        submission=submission,
        kind="photo",
        filename="photo.jpg",
        content_type="image/jpeg",
        size=1,
        sha256="0" * 64,  # lost: whoever may see it is sent back to the submission
        attached_by=people["clerk"],
        attached_at=NOW,
    )
    document = document_issue(
        DocumentKind.CARD,
        Paper("uk", "", "Квиток", player.name, "", ()),
        at=NOW,
        player=player,
    )
    entry = Entry.objects.create(
        event=admitted, player=player, number=1, rank=1, half_points=0, file_name=player.name
    )
    correction = Correction.objects.create(
        first_period=period,
        reason="акт арбітра",
        changes=[{"kind": "event_left_out", "number": admitted.pk}],
        drafted_by=people["national_clerk"],
        drafted_at=NOW,
    )
    return {
        "correction": correction.pk,
        "decree": decree.pk,
        "award": award.pk,
        "application": application.pk,
        "elsewhere": elsewhere.pk,
        "basis": basis.pk,
        "code": str(document),
        "claim": claim.pk,
        "request": asked.pk,
        "norm": norm.pk,
        "attachment": attachment.pk,
        "submission": submission.pk,
        "submission_code": submission.code,
        "link": link.pk,
        "suspect": suspect.pk,
        "fact": fact.pk,
        "entry": entry.pk,
        "event": event.pk,
        "player": player.pk,
        "period": period.pk,
        "upload": upload.pk,
        "objection": objection.pk,
    }


def _url(name: str, objects: dict[str, int]) -> str:
    arguments, _statuses = ADDRESSES[name]
    return reverse(
        name, kwargs={key: objects.get(value, value) for key, value in arguments.items()}
    )


@pytest.mark.parametrize("name", sorted(ADDRESSES))
def test_get(name, as_role, objects):
    _arguments, expected = ADDRESSES[name]
    got = {}
    for role in ROLES:
        answer = as_role(role).get(_url(name, objects))
        got[role] = answer.status_code
        if answer.streaming:
            b"".join(answer)
    assert got == expected


def rows_in_all() -> dict[str, int]:
    """How many rows each table of the registry has."""
    found = {}
    for model in apps.get_models():
        if model is JournalEntry:
            continue  # what was refused is an entry too
        if model._meta.app_label in ("federation", "tournaments", "qualifications"):
            found[model._meta.label] = model._base_manager.count()
    return found


@pytest.mark.parametrize("name", sorted(ADDRESSES))
def test_post(name, as_role, objects):
    """Who may not is refused and changes nothing; what only shows something takes no POST."""
    url, before = _url(name, objects), rows_in_all()
    shown_only = dict.fromkeys(ROLES, 405)
    expected = POSTS.get(name, shown_only)
    refused = [role for role in ROLES if expected[role] in (403, 405) or role == "anonymous"]
    got = {role: as_role(role).post(url).status_code for role in refused}
    if name not in POSTS and got["anonymous"] == 302:
        shown_only["anonymous"] = 302
    public = ("card-pdf", "set_language", "login", "logout")
    assert rows_in_all() == before or name in public
    got |= {role: as_role(role).post(url).status_code for role in ROLES if role not in refused}
    assert got == expected


ADMIN = sorted(
    {
        f"admin:{pattern.name}"
        for pattern in admin.site.urls[0]
        if getattr(pattern, "name", None) and "<" not in str(pattern.pattern)
    }
    | {
        f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
        for model in admin.site._registry
        for page in ("changelist", "add", "change", "delete", "history")
    }
)
"""Pages of the administration."""


@pytest.mark.parametrize("name", ADMIN)
def test_the_administration_is_the_administrators_alone(name, as_role, people):
    keys = {
        "user": people["clerk"].pk,
        "mandate": Mandate.objects.get(user=people["clerk"]).pk,
        "commission": Commission.objects.get(code="LVI").pk,
        "region": Commission.objects.get(code="LVI").region_id,
    }
    model = name.split("_")[1] if "_" in name else ""
    needs_key = name.endswith(("_change", "_delete", "_history"))
    url = reverse(name, args=[keys[model]]) if needs_key and model in keys else reverse(name)
    before = rows_in_all()
    for role in ROLES:
        if role == "administrator":
            continue
        for method in ("get", "post"):
            answer = getattr(as_role(role), method)(url)
            if name in ("admin:login", "admin:logout", "admin:jsi18n"):
                continue
            assert (role, answer.status_code) == (role, 302)
            assert answer.url.startswith(reverse("admin:login"))
    assert rows_in_all() == before
    shown = as_role("administrator").get(url).status_code
    closed = name == "admin:autocomplete" or name.endswith("_delete")
    assert shown in (200, 302, 405) or (closed and shown == 403)


@pytest.mark.parametrize("name", sorted(POSTS))
def test_post_without_the_csrf_token_is_refused(name, people, objects):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(people["national_chair"])
    assert strict.post(_url(name, objects)).status_code == 403

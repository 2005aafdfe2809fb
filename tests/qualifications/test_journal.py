"""The journal: who did what, when, on which field, from what to what, from which address."""

from datetime import date
from io import StringIO

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.celery import app
from federation.journal import Acting, Journaled, acting
from federation.models import CardClaim, JournalEntry, Mandate, Player, Region, Role, User
from qualifications.tasks import recompute_period_task
from qualifications.wording_journal import ACTIONS, THINGS, action_words
from tests import world
from tests.samples import people

pytestmark = pytest.mark.usefixtures("clock")
FROM = {"headers": {"x-forwarded-for": "203.0.113.9"}}


def at(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def player(code: str = "SUM") -> Player:
    [who] = world.register_players(people(1, seed=7), code)
    return who


def lines(client: Client, **asked: str) -> list[dict]:
    return client.get(reverse("journal"), asked).context["lines"]


def test_a_change_names_person_field_values_and_address(clerk, chair) -> None:
    who = player()
    data = {"email": "a@example.org", "language": "ru", "email_consent_on": "2026-07-01"}
    at(clerk).post(reverse("contact-edit", args=[who.pk]), data, **FROM)
    entry = JournalEntry.objects.get()
    assert (entry.user, entry.action, entry.object_type, entry.object_id, entry.address) == (
        *(clerk, "contact-edit", "player", str(who.pk)),
        "203.0.113.9",
    )
    assert entry.changes == [
        ["email", "…", "…"],
        ["email_consent_on", "", "2026-07-01"],
        ["language", "", "ru"],
    ]
    [line] = lines(at(chair))
    assert line["action"] == "changed where a player is written to"
    assert line["changes"][2] == {"field": "language of letters", "from": "", "to": "ru"}


def test_looking_is_no_entry_and_what_is_refused_is_one(clerk, national_chair) -> None:
    who = player()
    client = at(clerk)
    client.get(reverse("player-card", args=[who.pk]))
    client.get(reverse("desk"))
    assert JournalEntry.objects.count() == 0
    client.post(reverse("award-earlier", args=[who.pk]), {})
    entry = JournalEntry.objects.get()
    assert action_words(entry.action) == "refused: took over a rank from a paper card"
    assert (entry.user, entry.object_type) == (clerk, "")


def test_what_is_refused_in_words_is_no_act(clerk, member, chair) -> None:
    who = player()
    claim = CardClaim.objects.create(user=clerk, player=who, asked_at=world.NOW)
    address = reverse("claim-answer", args=[claim.pk])
    for answer in (
        {"answer": "confirm", "words": ""},
        {"answer": "confirm", "words": "паспорт АА"},
    ):
        at(member).post(address, answer)
    said = JournalEntry.objects.order_by("pk").values_list("action", "object_type")
    assert list(said) == [("refused: claim-answer", ""), ("claim-answer", "cardclaim")]
    changes = JournalEntry.objects.latest("pk").changes
    assert ["words", "…", "…"] in changes
    assert "паспорт" not in str(changes)


def test_the_address_of_an_account_is_not_in_the_journal(reference) -> None:
    cache.clear()
    joined = {"email": "o@example.org", "first_name": "Остап", "last_name": "Гнатюк"}
    Client().post(reverse("account-join"), joined, headers={"x-forwarded-for": "<hostile>"})
    entry = JournalEntry.objects.get()
    assert (entry.object_words, entry.address) == ("Гнатюк Остап", "127.0.0.1")
    assert "example.org" not in str(list(JournalEntry.objects.values()))


@pytest.mark.parametrize("asked", [{"last": "9999-12-31"}, {"first": "0001-01-01"}])
def test_days_at_the_edges_are_no_failure(db, asked) -> None:
    JournalEntry.objects.create(at=world.NOW, action="admin:federation_mandate_change")
    page = at(User.objects.create_superuser("boss")).get(reverse("journal"), asked)
    assert (page.status_code, len(page.context["form"].errors)) == (200, 1)
    assert page.context["lines"] == []  # not everything, when what was asked cannot be
    [line] = lines(at(User.objects.get(username="boss")))
    assert line["action"] == "administration (mandate)"


def test_a_preview_that_is_taken_back_leaves_no_entry(submitted_event, member) -> None:
    before = JournalEntry.objects.count()
    assert at(member).get(reverse("event-admit", args=[submitted_event.pk])).status_code == 200
    assert JournalEntry.objects.count() == before


def test_signing_in_and_out(clerk) -> None:
    client = Client()
    typed = {"username": "clerk", "password": "wrong-secret"}
    client.post(reverse("login"), typed)
    client.post(reverse("login"), typed | {"password": world.PASSWORD})
    client.post(reverse("logout"))
    assert [(e.user, e.action) for e in JournalEntry.objects.order_by("pk")] == [
        (None, "login"),
        (clerk, "login"),
        (clerk, "logout"),
    ]
    stored = str(list(JournalEntry.objects.values()))
    assert "wrong-secret" not in stored
    assert world.PASSWORD not in stored


def test_what_an_administrator_appoints_is_kept_and_passwords_are_not(clerk) -> None:
    boss = User.objects.create_superuser("boss")
    mandate = Mandate.objects.get(user=clerk)
    data = {
        "user": clerk.pk,
        "commission": mandate.commission_id,
        "role": Role.CLERK,
        "valid_from": "2020-01-01",
        "valid_until": "2026-07-31",
    }
    at(boss).post(reverse("admin:federation_mandate_change", args=[mandate.pk]), data)
    entry = JournalEntry.objects.latest("pk")
    assert ["valid_until", "", "2026-07-31"] in entry.changes
    clerk.set_password("secret-word")
    clerk.save()
    address = reverse("admin:auth_user_password_change", args=[clerk.pk])
    passwords = {"password1": "Nova-parol-17", "password2": "Nova-parol-17"}
    at(boss).post(address, passwords)
    entry = JournalEntry.objects.latest("pk")
    assert entry.changes == [["password", "…", "…"]]
    assert [line["entry"].user for line in lines(at(boss))] == [boss, boss]


def test_a_chair_reads_what_concerns_the_own_body_and_the_national_chair_all(
    clerk, chair, national_chair
) -> None:
    other = world.mandated("other", Role.CHAIR, "KHA")
    for who, code in ((clerk, "SUM"), (other, "KHA")):
        made = {"email": "a@example.org", "language": "uk", "email_consent_on": ""}
        at(who).post(reverse("contact-edit", args=[player(code).pk]), made)
    read = {user: len(lines(at(user))) for user in (chair, other, national_chair)}
    assert read == {chair: 1, other: 1, national_chair: 2}
    assert at(clerk).get(reverse("journal")).status_code == 403


def test_the_journal_is_searched(clerk, chair) -> None:
    who = player()
    made = {"email": "a@example.org", "language": "uk", "email_consent_on": ""}
    at(clerk).post(reverse("contact-edit", args=[who.pk]), made, **FROM)
    client = at(chair)
    for asked, found in (
        ({"words": "кринична"}, 1),
        ({"words": who.name[:4].lower()}, 1),
        ({"words": "нікого"}, 0),
        ({"thing": "player", "number": str(who.pk)}, 1),
        ({"thing": "event"}, 0),
        ({"address": "203.0.113.9"}, 1),
        ({"address": "203.0.113.8"}, 0),
        ({"first": "2026-07-10", "last": "2026-07-10"}, 1),
        ({"first": "2026-07-11"}, 0),
        ({"last": "2026-07-09"}, 0),
    ):
        assert len(lines(client, **asked)) == found, asked


def test_the_database_keeps_every_entry(clerk) -> None:
    at(clerk).post(reverse("logout"))
    for change in (
        lambda: JournalEntry.objects.update(who="ніхто"),
        lambda: JournalEntry.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert JournalEntry.objects.get().who == str(clerk)


def test_a_page_of_the_journal_costs_the_same_however_long_it_is(
    chair, django_assert_max_num_queries
) -> None:
    JournalEntry.objects.bulk_create(
        JournalEntry(
            at=world.NOW, who="Хтось", action="event-edit", search_key=" ", object_type="event"
        )
        for _n in range(120)
    )
    boss = at(User.objects.create_superuser("boss"))
    with django_assert_max_num_queries(8):
        page = boss.get(reverse("journal"))
    assert (len(page.context["lines"]), bool(page.context["page"].next_after)) == (50, True)
    assert date(2026, 7, 10) == page.context["lines"][0]["entry"].at.date()


def test_every_page_that_does_something_has_its_words() -> None:
    from tests.test_access import POSTS

    assert set(POSTS) - set(ACTIONS) == set()


def test_every_journaled_kind_of_object_has_words() -> None:
    kinds = {model._meta.model_name for model in apps.get_models() if issubclass(model, Journaled)}
    assert kinds - THINGS.keys() == set()


def test_every_task_has_words() -> None:
    app.loader.import_default_modules()
    own = {name.rpartition(".")[2] for name in app.tasks if name.startswith("qualifications.")}
    assert own - ACTIONS.keys() == set()


def test_a_task_acts_for_who_started_it(period, chair) -> None:
    headers = {"acting": [chair.pk, "203.0.113.9", None]}
    recompute_period_task.apply(args=[period.pk, chair.pk], headers=headers)
    entry = JournalEntry.objects.filter(object_type="ratingperiod").latest("pk")
    assert (entry.user, entry.address, action_words(entry.action)) == (
        *(chair, "203.0.113.9"),
        "draft list computed",
    )
    assert ["status", "open", "computed"] in entry.changes


def test_what_beat_starts_acts_by_itself(period, national_chair) -> None:
    recompute_period_task.apply(args=[period.pk])
    entry = JournalEntry.objects.filter(object_type="ratingperiod").latest("pk")
    assert (entry.user, entry.who, entry.address) == (None, "", None)
    assert "the registry itself" in at(national_chair).get(reverse("journal")).content.decode()


def test_a_command_acts_by_its_name(period) -> None:
    call_command("recompute_period", stdout=StringIO())
    entry = JournalEntry.objects.filter(object_type="ratingperiod").latest("pk")
    assert action_words(entry.action) == "had a draft list computed (command)"


def test_values_are_said_as_people_read_them(national_chair) -> None:
    who = player()
    who = Player.objects.get(pk=who.pk)
    with acting(Acting(action="event-edit", user=national_chair)):
        who.region, who.sex = Region.objects.get(code="KHA"), "w"
        who.save()
    [line] = lines(at(national_chair))
    assert line["changes"] == [
        {"field": "sex", "from": "male", "to": "female"},
        {"field": "region", "from": "Sumy region", "to": "Kharkiv region"},
    ]


def test_the_page_needs_no_more_queries_for_more_names(national_chair) -> None:
    client = at(national_chair)
    regions = list(Region.objects.all()[:6])

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("journal"))
        return len(queries)

    def move(where: list[Region]) -> None:
        who = Player.objects.get()
        with acting(Acting(action="event-edit", user=national_chair)):
            for region in where:
                who.region = region
                who.save()

    player()
    move(regions[:2])
    before = asked()
    move(regions[2:])
    assert asked() == before

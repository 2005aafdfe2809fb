"""Pages of lists: national and regional figures, marks, filters, issues; drafts for staff."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Commission, Player, Role
from qualifications.models import (
    Correction,
    CorrectionStatus,
    LedgerEntry,
    ListIssue,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunStatus,
)
from qualifications.services.decisions import earlier_award_record
from tests.qualifications.building import NOW, Federation, everybody_against_everybody

JANUARY, APRIL = date(2025, 1, 1), date(2025, 4, 1)
LIST = "/lists/ua/2025-04-01/"
pytestmark = pytest.mark.django_db


def html(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def names(client: Client, address: str) -> list[str]:
    """Who stands on the page, in its order."""
    return re.findall(
        r'<th scope="row"[^>]*><a href="/players/\d+/">([^<]+)</a>', html(client, address)
    )


@pytest.fixture
def players(federation: Federation) -> list[Player]:
    """Ten people on both sides of the border, and a newcomer; Kharkiv has two of them."""
    kharkiv = Commission.objects.get(code="KHA").region
    found = federation.players(
        *("Авдієнко Яр", "Білик Омелян", "Вовк Інна", "Гнатюк Остап", "Дорошенко Ян"),
        *("Жук Мирон", "Козак Лука", "Мороз Іван"),
    )
    found += federation.players("Сич Назар", "Ярема Лев", region=kharkiv)
    found += federation.players("Новенький Юр")
    Player.objects.filter(pk=found[2].pk).update(sex="w", birth_year=2013)
    Player.objects.filter(pk=found[3].pk).update(sex="m", birth_year=1960)
    figures = {player: (1800 + 12 * n, 40) for n, player in enumerate(found[:10])}
    federation.opening(JANUARY, figures)
    federation.event(
        found,
        everybody_against_everybody(11, lambda white, black: 2 if white < black else 0),
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 11),
    )
    return found


@pytest.fixture
def run(federation: Federation, players) -> RatingRun:
    found = federation.publish(APRIL).published_run
    assert found is not None
    return found


def listed(run: RatingRun, **conditions) -> list[str]:
    rows = RatingRow.objects.filter(run=run, after__isnull=False, **conditions)
    return list(rows.order_by("sort_key").values_list("player__name", flat=True))


# --- which list ---------------------------------------------------------------------------------


def test_ua_ik_10_a_regional_figure_stands_on_the_list_of_its_region_only(client, run):
    national, lviv = listed(run, national=True), listed(run, national=False, region__code="LVI")
    assert len(national) > 3
    assert len(lviv) > 1
    assert names(client, LIST) == national
    assert names(client, f"{LIST}?list=LVI") == lviv
    assert names(client, f"{LIST}?list=KHA") == listed(run, national=False, region__code="KHA")
    assert names(client, f"{LIST}?list=SUM") == []
    assert names(client, f"{LIST}?list=all") == listed(run)
    assert "they are valid only in this region: Lviv" in html(client, f"{LIST}?list=LVI")
    assert client.get(f"{LIST}?list=nowhere").status_code == 404


def test_a_regional_figure_of_nobodys_region_is_valid_nowhere(client, run):
    row = RatingRow.objects.filter(run=run, national=False).first()
    RatingRow.objects.filter(pk=row.pk).update(region=None)
    assert names(client, f"{LIST}?list=none") == [row.player.name]
    assert "valid in no region" in html(client, f"{LIST}?list=none")


def test_a_line_says_what_happened_to_it(client, run):
    crossed = dict(RatingRow.objects.exclude(crossed="").values_list("player", "crossed"))
    assert set(crossed.values()) == {"up", "down"}
    page = html(client, f"{LIST}?list=all")
    assert page.count("came to the national list") == list(crossed.values()).count("up")
    assert page.count("went to the regional list") == list(crossed.values()).count("down")
    assert page.count(">first</a>") == 1


def test_filters_stand_in_the_address_and_add_up(client, run, players, federation):
    earlier_award_record(
        player=players[3],
        grade="ua.rank_1",
        effective_on=date(2024, 9, 1),
        commission=federation.region_commission,
        document="картка",
        user=federation.chair,
        at=NOW,
        today=NOW.date(),
    )
    region = players[8].region_id
    asked = {
        "sex=w": ["Вовк Інна"],
        "age=u12": ["Вовк Інна"],
        "age=u10": [],
        "age=s50": ["Гнатюк Остап"],
        "age=s65": ["Гнатюк Остап"],
        "rank=ua.rank_1": ["Гнатюк Остап"],
        "rank=ua.rank_2": [],
        f"region={region}": ["Сич Назар", "Ярема Лев"],
        f"region={region}&q=сич": ["Сич Назар"],
        "sex=m&rank=ua.rank_1&age=s50": ["Гнатюк Остап"],
        "sex=w&rank=ua.rank_1": [],
    }
    found = {query: names(client, f"{LIST}?list=all&{query}") for query in asked}
    assert found == asked


def test_a_lower_rank_awarded_later_is_the_one_a_list_is_filtered_by(
    client, run, players, federation
):
    for grade, day in (("ua.rank_1", date(2021, 9, 1)), ("ua.rank_2", date(2024, 9, 1))):
        earlier_award_record(
            player=players[3],
            grade=grade,
            effective_on=day,
            commission=federation.region_commission,
            document="картка",
            user=federation.chair,
            at=NOW,
            today=NOW.date(),
        )
    assert names(client, f"{LIST}?list=all&rank=ua.rank_1") == []
    assert names(client, f"{LIST}?list=all&rank=ua.rank_2") == ["Гнатюк Остап"]


def test_a_list_is_filtered_by_the_rank_in_force_on_its_day(client, run, players, federation):
    days = {
        players[3]: date(2022, 3, 31),  # three years were over on the day before the list
        players[4]: date(2022, 4, 1),
        players[5]: date(2025, 4, 1),
        players[6]: date(2025, 4, 2),
    }
    for player, day in days.items():
        earlier_award_record(
            player=player,
            grade="ua.rank_1",
            effective_on=day,
            commission=federation.region_commission,
            document="картка",
            user=federation.chair,
            at=NOW,
            today=NOW.date(),
        )
    found = names(client, f"{LIST}?list=all&rank=ua.rank_1")
    assert found == ["Дорошенко Ян", "Жук Мирон"]


def test_who_was_moved_down_by_law_is_found_under_the_lower_rank(client, run, players, federation):
    """UA.CONF.4a: two failures make a candidate master a first rank without any act."""
    for kind, day in (("awarded", 1), ("failure_recorded", 2), ("failure_recorded", 3)):
        LedgerEntry.objects.create(
            player=players[3],
            kind=kind,
            grade="ua.kmsu",
            effective_on=date(2024, day, 1),
            recorded_at=NOW,
            recorded_by=federation.chair,
        )
    assert names(client, f"{LIST}?list=all&rank=ua.kmsu") == []
    assert names(client, f"{LIST}?list=all&rank=ua.rank_1") == ["Гнатюк Остап"]


def test_the_links_of_a_page_keep_its_list(client, run):
    page = html(client, f"{LIST}?list=LVI")
    for kind in ("xlsx", "csv", "pdf", "json"):
        assert f'href="{LIST}list.{kind}"' in page
        assert f'href="{LIST}list.{kind}?list=LVI"' in page
    assert f'href="{LIST}inputs.json"' in page
    assert '<input type="hidden" name="list" value="LVI">' in page
    assert run.digest in page


# --- issues -------------------------------------------------------------------------------------


@pytest.fixture
def reissued(run: RatingRun, federation: Federation) -> RatingRun:
    """The list of April issued again by a correction that gave the first player five more."""
    other = federation.person("another-chair", Role.CHAIR, federation.national)
    correction = Correction.objects.create(
        first_period=run.period,
        status=CorrectionStatus.SIGNED,
        reason="Тур 3 внесено помилково.",
        drafted_by=federation.national_chair,
        drafted_at=NOW,
        decided_by=other,
        decided_at=NOW + timedelta(days=30),
    )
    again = RatingRun.objects.create(
        period=run.period,
        base=run.base,
        correction=correction,
        status=RunStatus.DONE,
        digest="f" * 64,
        edition=run.edition,
        engine_version=run.engine_version,
        started_at=NOW,
        finished_at=NOW,
    )
    for row in RatingRow.objects.filter(run=run):
        row.pk, row.run = None, again
        row.save()
    first = RatingRow.objects.filter(run=again, national=True).order_by("sort_key").first()
    RatingRow.objects.filter(pk=first.pk).update(after=first.after + 5)
    ListIssue.objects.create(
        period=run.period, number=2, run=again, correction=correction, issued_by=other,
        issued_at=NOW + timedelta(days=30),
    )  # fmt: skip
    RatingPeriod.objects.filter(pk=run.period_id).update(published_run=again)
    return again


def test_a_list_issued_again_says_so_and_the_earlier_issue_stays_readable(client, run, reissued):
    newest, first = html(client, LIST), html(client, f"{LIST}?issue=1")
    signed = f"{(NOW + timedelta(days=30)):%d.%m.%Y}"
    assert f"Issue 2 of 2, amended by the correction of {signed}." in newest
    assert "Тур 3 внесено помилково." in newest
    assert f"Issue 1, replaced by issue 2 on {signed}." in first
    assert 'href="/lists/ua/2025-04-01/?issue=1"' in newest
    row = RatingRow.objects.filter(run=run, national=True).order_by("sort_key").first()
    assert f"<strong>{row.after + 5}</strong>" in newest
    assert f"<strong>{row.after}</strong>" in first
    assert client.get(f"{LIST}?issue=3").status_code == 404
    assert names(client, f"{LIST}?issue=2&list=all") == names(client, f"{LIST}?list=all")


def test_links_of_an_earlier_issue_stay_in_it(client, run, reissued):
    page = html(client, f"{LIST}?issue=1&list=all")
    assert f'href="{LIST}list.csv?issue=1"' in page
    assert f'href="{LIST}inputs.json?issue=1"' in page
    [line, *_more] = re.findall(rf'href="({LIST}\d+/\?issue=1)"', page)
    assert "replaced by issue 2" in html(client, line)
    assert '<input type="hidden" name="issue" value="1">' in page


def test_files_of_an_issue_carry_its_number_and_its_digest(client, run, reissued):
    newest = client.get(f"{LIST}list.json")
    head = b"".join(newest).decode().split('"lines"')[0]
    assert f'"issue":2,"issues":2,"correction_on":"{(NOW + timedelta(days=30)).date()}"' in head
    assert f'"digest":"{"f" * 64}"' in head
    assert newest["Content-Disposition"] == 'attachment; filename="list-2025-04-01-2.json"'
    first = b"".join(client.get(f"{LIST}list.json?issue=1")).decode()
    assert '"issue":1,"issues":2,"correction_on":null' in first
    assert run.digest in first
    lines = b"".join(client.get(f"{LIST}list.csv?issue=1")).decode("utf-8-sig").splitlines()
    assert lines[1] == "Issue;1 of 2, replaced by issue 2"


# --- drafts -------------------------------------------------------------------------------------


def test_staff_look_at_the_lines_of_a_draft_that_matter(client, clock, federation, players):
    run = federation.compute(APRIL)
    client.force_login(federation.national_chair)
    draft = f"/desk/periods/{run.period_id}/"

    def rows(**conditions):
        return listed(run, **conditions)

    assert names(client, f"{draft}?show=played") == rows(games__gt=0)
    assert names(client, f"{draft}?show=new") == ["Новенький Юр"]
    assert names(client, f"{draft}?show=crossed") == [
        n for n in rows() if n not in rows(crossed="")
    ]
    assert names(client, f"{draft}?show=held") == []
    changed = [row for row in RatingRow.objects.filter(run=run, before__isnull=False) if row.change]
    biggest = sorted(changed, key=lambda row: (-abs(row.change), row.pk))
    assert names(client, f"{draft}?show=biggest") == [row.player.name for row in biggest]
    assert sorted(names(client, f"{draft}?show=changed")) == sorted(r.player.name for r in biggest)


def more_lines(run: RatingRun, federation: Federation, count: int) -> None:
    RatingRow.objects.bulk_create(
        RatingRow(
            run=run, player=player, sort_key=player.sort_key, name=player.name,
            before=1900, games=9, change=n % 40, after=1900 + n % 40, region=player.region,
            held=n % 7 == 0,
        )
        for n, player in enumerate(federation.players(*(f"Гравець {n:03}" for n in range(count))))
    )  # fmt: skip


@pytest.mark.parametrize("order", ["", "show=biggest", "show=played"])
def test_every_line_of_a_draft_comes_once_page_after_page(
    client, clock, federation, players, order
):
    run = federation.compute(APRIL)
    more_lines(run, federation, 230)
    client.force_login(federation.national_chair)
    address = f"/desk/periods/{run.period_id}/?{order}"
    found, following = [], address
    while following:
        page = html(client, following)
        found += names(client, following)
        further = re.search(r'rel="next" href="([^"]+)"', page)
        step = further[1].replace("&amp;", "&") if further else ""
        following = f"/desk/periods/{run.period_id}/{step}" if step else ""
    expected = RatingRow.objects.filter(run=run, after__isnull=False)
    if order == "show=biggest":
        expected = expected.filter(change__isnull=False).exclude(change=0)
    assert len(found) == len(set(found)) == expected.count() > 200


def test_lists_and_drafts_need_no_more_queries_for_more_lines(
    client, clock, federation, players, run
):
    published = [LIST, f"{LIST}?list=all&sex=m&age=s50&rank=ua.rank_1", f"{LIST}?list=LVI"]
    client.force_login(federation.national_chair)
    draft = f"/desk/periods/{run.period_id}/"
    addresses = [*published, draft, f"{draft}?show=biggest", f"{draft}?show=held"]

    def asked() -> dict[str, int]:
        counts = {}
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                html(client, address)
            counts[address] = len(queries)
        return counts

    asked()  # what is read once per process
    few = asked()
    assert len(names(client, f"{LIST}?list=all")) == 11
    more_lines(run, federation, 300)
    assert len(names(client, f"{LIST}?list=all")) == 50
    assert asked() == few


def test_a_region_sees_its_part_of_a_draft_with_constant_queries(
    client, clock, federation, players
):
    run = federation.compute(APRIL)
    client.force_login(federation.member)
    address = f"/desk/periods/{run.period_id}/region/"

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            html(client, address)
        return len(queries)

    asked()
    few = asked()
    assert names(client, address) == listed(run, player__region__code="LVI")
    more_lines(run, federation, 300)
    assert asked() == few

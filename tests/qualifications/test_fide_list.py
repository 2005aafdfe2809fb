"""FIDE's list is loaded whole or not at all; what it says otherwise is proposed, never taken."""

import io
from datetime import date

import pytest
from django.urls import reverse

from federation.errors import Refused
from federation.models import FactKind, Player
from qualifications.facts import gather_event
from qualifications.fide_list import loading
from qualifications.fide_list.queue import proposals_open
from qualifications.fide_of_the_day import fide_of_the_day
from qualifications.models import (
    FideListed,
    FideProposal,
    ImportedRating,
    ListLoad,
    ListPart,
    LoadStatus,
)
from qualifications.services.fide_proposals import proposals_accept, proposals_decline
from qualifications.services.list_loads import list_load_file
from tests.formats.test_lists import XML, combined, fide
from tests.qualifications.building import NOW
from tournaments.models import Entry

JUNE, JULY = date(2026, 6, 1), date(2026, 7, 1)
TODAY = date(2026, 7, 10)
OSTAP, NAZAR = 34100001, 34100002
pytestmark = pytest.mark.django_db


def load(data: bytes, *, on: date | None = JUNE, name: str = "list.txt", fewer: bool = False):
    return list_load_file(
        io.BytesIO(data), filename=name, list_on=on, fewer_allowed=fewer, clock=lambda: NOW
    )


def listed(ostap: int = 2100, **more) -> bytes:
    lines = (
        fide(OSTAP, "Hnatiuk, Ostap", standard=ostap, rapid=2050, **{"born": "1985"} | more),
        fide(NAZAR, "Dorosh, Nazar", title="IM", born="1985"),
    )
    return combined(*lines, *(fide(n, f"Other{n}, A", standard=1500) for n in range(100, 130)))


def waiting() -> list[tuple[str, str, str, str]]:
    rows = proposals_open(None).values_list("player__name", "kind", "before", "value")
    return sorted(rows)


@pytest.fixture
def people(federation) -> list[Player]:
    found = federation.players("Гнатюк Остап", "Дорош Назар", sex="m", birth_date=date(1985, 3, 4))
    names = ("Hnatiuk Ostap", "Dorosh Nazar")
    for player, number, name in zip(found, (OSTAP, NAZAR), names, strict=True):
        player.fide_id, player.latin_name = number, name
        player.save()
    return found


def test_a_refresh_changes_adds_and_removes_rows_and_keeps_dated_ratings(people):
    first = load(listed())
    assert (first.status, first.counts["new"], first.counts["ratings"]) == (LoadStatus.DONE, 32, 2)
    lines = (
        fide(OSTAP, "Hnatiuk, Ostap", standard=2110, rapid=2050, born="1985"),
        fide(500, "New, Person | with a bar", standard=1700),
    )
    others = (fide(n, f"Other{n}, A", standard=1500) for n in range(101, 130))
    second = load(combined(*lines, *others), on=JULY)
    counts = {name: second.counts[name] for name in ("new", "changed", "removed", "ratings")}
    assert counts == {"new": 1, "changed": 1, "removed": 2, "ratings": 2}
    assert FideListed.objects.get(pk=OSTAP).standard == 2110
    assert FideListed.objects.get(pk=500).federation == "UKR"
    assert not FideListed.objects.filter(pk=NAZAR).exists()
    days = ((JUNE, 2100), (date(2026, 6, 30), 2100), (JULY, 2110), (date(2026, 8, 1), None))
    for day, rating in days:
        found = fide_of_the_day([people[0].pk], on=day).get(people[0].pk)
        assert (found.rating if found else None) == rating
    assert len(second.digest) == 64
    # an older list leaves its ratings and nothing else
    older = load(listed(1990), on=date(2026, 5, 1))
    assert (older.counts["ratings"], "new" in older.counts) == (2, False)
    assert FideListed.objects.get(pk=OSTAP).standard == 2110
    # the same list again stores nothing twice, and a rating that was kept stays
    again = load(listed(2222), on=date(2026, 5, 1))
    assert (again.counts["ratings"], again.counts["otherwise"]) == (0, 1)


def test_the_xml_says_the_same(people):
    whole = XML.replace("14100018", str(OSTAP)).split("<player><name>")[0] + "</playerslist>"
    done = load(whole.encode(), name="players.xml")
    assert done.counts["rows"] == 2
    rows = ImportedRating.objects.order_by("kind").values_list("kind", "value", "factor", "title")
    assert list(rows) == [("rapid", 2300, 10, "IM"), ("standard", 2400, 10, "IM")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"012 Cup of the city\r\n", "not FIDE’s list"),
        (listed().decode().encode("utf-16"), "not FIDE’s list"),
        (listed()[:-60], "breaks off in lines 33"),
        (listed().replace(b"Dorosh", "Дорош".encode()), "another encoding"),
        (listed(ostap=99999), f"cannot be right: {OSTAP}"),
        (combined(*(fide(n, "A, B") for n in range(1, 6))), "only a part"),
        (combined(), "names nobody"),
    ],
    ids=["tournament", "utf16", "cut", "cyrillic", "range", "part", "empty"],
)
def test_a_wrong_file_is_refused_and_the_old_list_stays(people, data, words):
    load(listed())
    with pytest.raises(Refused, match=words):
        load(data, on=JULY)
    assert FideListed.objects.count() == 32
    newest = ListLoad.objects.latest("pk")
    assert (newest.status, newest.stored_at) == (LoadStatus.FAILED, None)
    assert words in newest.refusal


def test_a_list_of_another_month_or_of_none_is_refused(people):
    with pytest.raises(Refused, match="of 2026-07, not of 2026-06"):
        load(listed(), name="players_jul26.txt")
    with pytest.raises(Refused, match="Give the first day"):
        load(listed(), on=None)


def test_none_of_the_rows_with_one_number_is_taken_and_the_number_is_named(people):
    done = load(listed() + (fide(OSTAP, "Somebody, Else", standard=1) + "\r\n").encode())
    assert not FideListed.objects.filter(pk=OSTAP).exists()
    assert done.counts["held_out"] == 1
    told = [one["params"]["number"] for one in done.problems if one["code"].endswith("held_out")]
    assert told == [OSTAP]


def test_what_is_broken_off_in_the_middle_leaves_the_old_list(people, monkeypatch):
    load(listed())

    def fail(**_more):
        raise KeyboardInterrupt

    monkeypatch.setattr(loading, "ratings_keep", fail)
    with pytest.raises(KeyboardInterrupt):
        load(listed(2500), on=JULY)
    assert FideListed.objects.get(pk=OSTAP).standard == 2100
    assert ListLoad.objects.latest("pk").status == LoadStatus.FAILED
    assert loading.list_as_it_stands() == JUNE


def test_one_list_is_loaded_at_a_time(people):
    ListLoad.objects.create(
        scheme="fide", filename="a", size=1, status="running", beat_at=NOW, requested_at=NOW
    )
    with pytest.raises(Refused, match="Another list is being loaded"):
        load(listed())


def test_differences_are_proposed_accepted_declined_and_asked_again_only_when_they_change(
    people, federation
):
    ostap, nazar = people
    load(listed(sex="F", born="1986"))
    assert waiting() == [
        ("Гнатюк Остап", "birth", "1985-03-04", "1986"),
        ("Гнатюк Остап", "sex", "m", "w"),
        ("Дорош Назар", "title", "", "IM"),
    ]
    ostap.refresh_from_db()
    assert (ostap.sex, ostap.birth_year) == ("m", 1985)
    by = {"user": federation.national_chair, "at": NOW}
    with pytest.raises(Refused):
        proposals_decline(list(FideProposal.objects.all()), reason=" ", **by)
    title = FideProposal.objects.filter(kind=FactKind.TITLE)
    done = proposals_accept(list(title), reason="checked", today=TODAY, **by)
    assert (done.decided, done.refused) == (1, [])
    [fact] = nazar.facts.filter(voided_at=None)
    assert (fact.value, fact.valid_from, fact.source[:15]) == ("IM", JUNE, "FIDE 2026-06-01")
    declined = FideProposal.objects.filter(status="open")
    assert proposals_decline(list(declined), reason="the passport", **by).decided == 2
    # the same again is not asked; a decision twice is refused
    load(listed(sex="F", born="1986"), on=JULY)
    assert waiting() == []
    assert len(proposals_accept(list(title), reason="x", today=TODAY, **by).refused) == 1
    # FIDE says another year, and then what the registry has
    load(listed(sex="F", born="1987"), on=date(2026, 8, 1))
    assert waiting() == [("Гнатюк Остап", "birth", "1985-03-04", "1987")]
    load(listed(), on=date(2026, 9, 1))
    assert waiting() == []
    assert FideProposal.objects.filter(status="settled").count() == 1


def test_a_missing_fide_number_is_proposed_where_there_is_one_person_and_one_row(
    people, federation
):
    for player in people:
        Player.objects.filter(pk=player.pk).update(fide_id=None)
        player.refresh_from_db()
        player.save()
    again = fide(400, "Dorosh, Nazar", born="1985")
    load(listed() + (again + "\r\n").encode())
    assert waiting() == [("Гнатюк Остап", "fide_id", "", str(OSTAP))]
    assert ImportedRating.objects.count() == 0
    proposals_accept(
        list(FideProposal.objects.all()),
        reason="checked",
        user=federation.national_chair,
        at=NOW,
        today=TODAY,
    )
    assert Player.objects.get(pk=people[0].pk).fide_id == OSTAP
    assert list(ImportedRating.objects.order_by("kind").values_list("kind", "value")) == [
        ("rapid", 2050),
        ("standard", 2100),
    ]


def test_a_judgement_takes_rating_and_title_of_the_list_of_the_day_before_the_files(
    people, federation
):
    load(listed(title="FM"))
    days = {"starts_on": date(2026, 6, 5), "ends_on": date(2026, 6, 9)}
    for more, expected, lists in (
        (days, (2100, "FM"), {1: JUNE}),
        ({"starts_on": date(2026, 7, 5), "ends_on": date(2026, 7, 9)}, (2300, "IM"), {}),
    ):
        event = federation.event(people, [(1, 0, 1, 2)], **more)
        Entry.objects.filter(event=event, number=1).update(file_rating=2300, file_title="IM")
        found = gather_event(event, None)
        one = found.facts.participants[0]
        assert ((one.fide_rating, one.fide_title), found.fide_lists) == (expected, lists)


def test_a_region_decides_about_its_own_people_and_one_reason_does_for_a_kind(
    client, clock, people, federation, django_assert_max_num_queries
):
    stranger = federation.players("Ємець Ілля", sex="m", birth_date=date(1985, 3, 4))[0]
    other = federation.national.__class__.objects.get(code="KHA").region
    Player.objects.filter(pk=stranger.pk).update(fide_id=100, region=other)
    load(listed(sex="F"))
    assert {name for name, *_ in waiting()} == {"Гнатюк Остап", "Дорош Назар", "Ємець Ілля"}
    address = reverse("fide-proposals")
    client.force_login(federation.member)
    with django_assert_max_num_queries(12):
        page = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert ("Ємець Ілля" in page, "Дорош Назар" in page) == (False, True)
    through = FideProposal.objects.latest("pk").pk
    theirs = FideProposal.objects.filter(player=stranger).first()
    for form in (
        {"accept": str(theirs.pk), "reason": "x"},
        {"accept": "all", "through": through, "reason": "x"},
    ):
        client.post(address, form)
    assert FideProposal.objects.exclude(status="open").count() == 0
    assert client.post(address, {"accept": "all", "through": through}).status_code == 422
    client.post(f"{address}?kind=title", {"accept": "all", "through": through, "reason": "seen"})
    decided = FideProposal.objects.exclude(status="open").values_list("kind", "reason", "status")
    assert list(decided) == [("title", "seen", "accepted")]


def test_the_administrator_uploads_a_list_and_reads_what_came_of_it(
    client, clock, people, federation, django_capture_on_commit_callbacks
):
    client.force_login(federation.national_chair)

    def post(data: bytes, **more):
        file = io.BytesIO(data)
        file.name = "players.txt"
        form = {"scheme": "fide", "list_on": "2026-06-01", "file": file} | more
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(reverse("list-loads"), form, headers={"accept-language": "en"})

    assert post(listed()).status_code == 302
    done = ListLoad.objects.get()
    assert (done.status, done.requested_by) == (LoadStatus.DONE, federation.national_chair)
    assert (FideListed.objects.count(), ListPart.objects.count()) == (32, 0)
    assert post(b"nothing").status_code == 302
    assert post(b"nothing", scheme="ru").status_code == 422
    page = client.get(reverse("list-loads"), headers={"accept-language": "en"}).content.decode()
    assert "Lines of the list: 32; new: 32; ratings of people of the registry: 2" in page
    assert "not FIDE’s list" in page

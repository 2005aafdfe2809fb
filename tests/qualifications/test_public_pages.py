"""Pages that everybody sees: what they say, what they keep to themselves, how often they ask."""

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from federation.models import Player, Role, User
from federation.templatetags.registry import hundredths
from qualifications.engine import NOT_YET_WRITTEN, all_regulations, regulation_for
from qualifications.explain import explain_row
from qualifications.facts import standings_on
from qualifications.models import (
    Assessment,
    LedgerEntry,
    ParticipantRecord,
    RatingPeriod,
    RatingRow,
    VerdictRecord,
)
from qualifications.presenting_card import act_words, rank_clock, void_sentence
from qualifications.presenting_events import time_control_words
from qualifications.presenting_lists import line_view
from qualifications.services.ledger import ledger_append
from tests import world
from tests.qualifications.building import Federation, everybody_against_everybody
from tests.samples import people, round_robin
from tournaments.models import Event

pytestmark = pytest.mark.once

ENGLISH = {"accept-language": "en"}
JANUARY, APRIL = date(2025, 1, 1), date(2025, 4, 1)


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


def get(client: Client, url: str, status: int = 200) -> str:
    """The page as words, in English."""
    response = client.get(url, headers=ENGLISH)
    assert response.status_code == status, url
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def source(client: Client, url: str) -> str:
    return client.get(url, headers=ENGLISH).content.decode()


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200, url
    return len(captured)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def first_earned() -> LedgerEntry:
    entry = LedgerEntry.objects.filter(kind="norm_met").order_by("pk").first()
    assert entry is not None
    return entry


# --- everybody ----------------------------------------------------------------------------------


def test_everything_public_opens_without_signing_in(client, published_lists, admitted_event):
    earned = first_earned()
    for url in (
        "/",
        "/players/",
        f"/players/{earned.player_id}/",
        f"/players/{earned.player_id}/verdicts/{admitted_event.pk}/",
        "/events/",
        f"/events/{admitted_event.pk}/",
        "/lists/",
        "/lists/ua/2026-04-01/",
        "/lists/ua/2026-07-01/",
        f"/lists/ua/2026-07-01/{earned.player_id}/",
        "/regions/",
        "/regions/SUM/",
        "/how-ranks-work/",
        "/regulations/ua_2007/",
    ):
        get(client, url)


def test_an_empty_registry_says_what_will_be_here(client, reference):
    assert "No list yet" in get(client, "/")
    assert "No events yet" in get(client, "/")
    assert "No events yet" in get(client, "/events/")
    assert "No list yet" in get(client, "/lists/")
    assert "Type a name" in get(client, "/players/")


@pytest.mark.parametrize(
    "url",
    [
        "/players/?q=а&after=zzz",
        "/players/999999/",
        "/players/{player}/?on=abc",
        "/players/{player}/?on=2026-02-30",
        "/players/{player}/verdicts/999999/",
        "/players/{stranger}/verdicts/{event}/",
        "/events/?after=zzz",
        "/events/?after=-1",
        "/events/999999/",
        "/lists/ua/xyz/",
        "/lists/ua/2026-07-02/",
        "/lists/ua/2026-07-01/?after=zzz",
        "/lists/ua/2026-07-01/999999/",
        "/lists/ua/xyz/1/",
        "/regulations/ua_1900/",
    ],
)
def test_nonsense_in_an_address_is_not_found(client, published_lists, admitted_event, url):
    [stranger] = world.register_players(people(1, seed=77))
    earned = first_earned()
    get(
        client,
        url.format(player=earned.player_id, event=admitted_event.pk, stranger=stranger.pk),
        status=404,
    )


@pytest.mark.parametrize(
    "url",
    [
        "/players/?q=%07",
        "/players/?q=" + "а+" * 3000,
        "/players/?q=99999999999999999999999",
        "/events/?region=abc&year=abc&system=x&q=%07",
        "/lists/ua/2026-07-01/?region=99999999&q=%07",
        "/players/{player}/?on=0001-01-01",
        "/players/{player}/?on=9999-12-31",
    ],
)
def test_odd_questions_get_a_page(client, published_lists, url):
    get(client, url.format(player=first_earned().player_id))


def test_only_looking_is_allowed(client, published_lists):
    for name in ("home", "player-list", "event-list", "rating-lists", "how-ranks-work"):
        assert client.post(reverse(name)).status_code == 405


# --- players ------------------------------------------------------------------------------------


def test_search_finds_by_part_of_a_name_in_both_alphabets_and_by_number(client, reference):
    [player, other] = world.register_players(people(2, seed=3))
    player.name, player.latin_name, player.fide_id = "Щедрик Юлія", "Shchedryk Yuliia", 14100200
    player.save()
    for query in ("едри", "ЩЕДРИК юл", "shched", str(player.pk), "14100200"):
        words = get(client, f"/players/?q={query}")
        assert f"Щедрик Юлія Shchedryk Yuliia № {player.pk}" in words
        assert other.name not in words
    assert "Nobody found" in get(client, "/players/?q=йцукенгш")


def test_the_search_pages_by_keyset(client, reference):
    region = world.commission().region
    for number in range(55):
        Player.objects.create(name=f"Яворенко {number:02d}", region=region, created_at=world.NOW)
    html = source(client, "/players/?q=яворенко")
    assert html.count('class="player-line"') == 50
    [further] = re.findall(r'rel="next" href="([^"]+)"', html)
    rest = source(client, "/players/" + unescape(further))
    assert re.findall(r"Яворенко \d\d", rest) == [f"Яворенко {n}" for n in range(50, 55)]


def test_while_somebody_types_only_the_results_come_and_twenty_of_them(client, reference):
    for number in range(22):
        Player.objects.create(name=f"Яворенко {number:02d}", created_at=world.NOW)
    answer = client.get("/players/?q=яворенко", headers=ENGLISH | {"HX-Target": "results"})
    html = answer.content.decode().strip()
    assert html.startswith('<div id="results"')
    assert "<html" not in html
    assert re.findall(r"Яворенко \d\d", html) == [f"Яворенко {n:02d}" for n in range(20)]
    assert "HX-Target" in answer["Vary"]
    [further] = re.findall(r'rel="next" href="([^"]+)"', html)
    rest = source(client, "/players/" + unescape(further))
    assert re.findall(r"Яворенко \d\d", rest) == ["Яворенко 20", "Яворенко 21"]


# --- the card -----------------------------------------------------------------------------------


def test_the_card_begins_with_the_sentence(client, reference):
    [player] = world.register_players(people(1, seed=3))
    world.held(player, "ua.rank_1", on=date(2024, 5, 10))
    world.held(player, "ua.candidate_point", on=date(2025, 3, 3))
    html = source(client, f"/players/{player.pk}/")
    hero = re.search(r'<p class="hero">(.*?)</p>', html, re.DOTALL)
    assert hero is not None
    assert re.sub(r"<[^>]+>", "", hero[1]) == (
        "I rank, valid through 10.05.2027. 1 candidate point, valid through 03.03.2028."
    )
    assert "304 days left" in html


def test_a_norm_met_is_earned_until_a_decision_awards_it(client, published_lists, member):
    earned = first_earned()
    url = f"/players/{earned.player_id}/"
    waiting = "The commission has not awarded it yet."
    assert waiting in get(client, url)
    decision = world.award_all(user=member)
    words = get(client, url)
    assert waiting not in words
    assert f"decision No {decision.number} of 10.07.2026" in words


def test_a_ledger_line_links_to_the_event_and_the_article(client, published_lists):
    earned = first_earned()
    html = source(client, f"/players/{earned.player_id}/")
    ledger = html[html.index('<ol class="ledger">') :]
    assert f'href="/events/{earned.event_id}/"' in ledger
    assert f'href="/regulations/ua_2007/#{earned.article}"' in ledger
    assert f'href="/players/{earned.player_id}/verdicts/{earned.event_id}/"' in ledger
    regulation = source(client, "/regulations/ua_2007/")
    assert f'id="{earned.article}"' in regulation


def test_a_voided_line_is_struck_with_the_reason(client, reference, national_chair):
    [player] = world.register_players(people(1, seed=3))
    world.held(player, "ua.rank_2", on=date(2025, 9, 1))
    [line] = LedgerEntry.objects.filter(player=player)
    ledger_append(
        [
            LedgerEntry(
                player=player,
                kind="voided",
                voids=line,
                effective_on=date(2026, 2, 1),
                recorded_at=world.NOW,
                recorded_by=national_chair,
                note="картка іншої людини",
            )
        ]
    )
    html = source(client, f"/players/{player.pk}/")
    assert "<s>Awarded: II rank</s>" in html
    words = get(client, f"/players/{player.pk}/")
    assert "Voided on 01.02.2026: картка іншої людини" in words
    assert "Voided: the line “Awarded: II rank” of 01.09.2025" in words
    assert void_sentence(LedgerEntry(effective_on=date(2026, 2, 1))).count("01.02.2026") == 1


def test_the_card_of_another_day_says_so(client, reference):
    [player] = world.register_players(people(1, seed=3))
    world.held(player, "ua.rank_2", on=date(2025, 9, 1))
    notice = "The card as it stood on 31.08.2025, not today."
    before = get(client, f"/players/{player.pk}/?on=2025-08-31")
    assert notice in before
    assert "No rank." in before
    today = get(client, f"/players/{player.pk}/?on=2026-07-10")
    assert "not today" not in today
    assert "II rank, valid through 01.09.2028." in today
    later = get(client, f"/players/{player.pk}/?on=2028-09-02")
    assert "The card as it will stand on 02.09.2028 if nothing is added." in later
    assert "No valid rank: the II rank ended on 01.09.2028." in later


def test_only_commissions_of_the_region_see_the_birth_date(client, reference):
    [player] = world.register_players(people(1, seed=3))
    player.birth_date = date(2009, 4, 17)
    player.save()
    seen = {
        "nobody": client,
        "own": signed_in(world.mandated("own", Role.CLERK)),
        "national": signed_in(world.mandated("nat", Role.CLERK, "UKR")),
        "other": signed_in(world.mandated("other", Role.CHAIR, "LVI")),
        "none": signed_in(world.new_user("none")),
    }
    shown = {who: get(their, f"/players/{player.pk}/") for who, their in seen.items()}
    assert {who for who, words in shown.items() if "born 17.04.2009" in words} == {
        "own",
        "national",
    }
    assert {who for who, words in shown.items() if "17.04" in words} == {"own", "national"}
    assert all("born 2009" in shown[who] for who in ("nobody", "other", "none"))


def test_verdicts_do_not_tell_the_public_an_age(client, admitted_event, member):
    entry = admitted_event.entries.exclude(player__birth_year=None).first()
    year = entry.player.birth_year
    url = f"/players/{entry.player_id}/verdicts/{admitted_event.pk}/"
    public, staff = get(client, url), get(signed_in(member), url)
    assert f"Born in {year}." in public
    assert "years old." not in public
    assert "years old." in staff


def test_who_may_record_an_earlier_award_gets_the_button(client, reference):
    [player] = world.register_players(people(1, seed=3))
    people_ = {
        "anonymous": client,
        "clerk": signed_in(world.mandated("c", Role.CLERK)),
        "member": signed_in(world.mandated("m", Role.MEMBER)),
        "elsewhere": signed_in(world.mandated("e", Role.MEMBER, "LVI")),
    }
    link = f'href="/desk/players/{player.pk}/award/"'
    assert [
        who for who, their in people_.items() if link in source(their, f"/players/{player.pk}/")
    ] == ["member"]


# --- verdicts -----------------------------------------------------------------------------------


def test_the_verdict_page_begins_with_what_was_met(client, assessment):
    earned = first_earned()
    words = get(client, f"/players/{earned.player_id}/verdicts/{earned.event_id}/")
    met = VerdictRecord.objects.filter(entry__player=earned.player_id, outcome="met").count()
    assert ("Norm met: " if met == 1 else "Norms met: ") in words
    assert "Held on the first day" in words
    record = ParticipantRecord.objects.get(entry__player=earned.player_id)
    assert ("as the commission stated" in words) is record.stated
    html = source(client, f"/players/{earned.player_id}/verdicts/{earned.event_id}/")
    assert html.count('<details class="verdict ') == 7
    assert len(re.findall(r'<details class="verdict [^"]*" open>', html)) == 1


def test_an_event_that_no_edition_covers_says_so(client, clerk, member):
    parsed = round_robin(given=world.club(), starts_on=date(2005, 5, 2))
    assessment = world.admit_event(world.submit_event(parsed, user=clerk), user=member)
    sentence = "the registry holds no edition of the regulation for that day"
    assert sentence in get(client, f"/events/{assessment.event_id}/")
    player = assessment.event.entries.first().player_id
    assert sentence in get(client, f"/players/{player}/verdicts/{assessment.event_id}/")
    assert "not judged" in get(client, f"/players/{player}/")


def test_an_admitted_event_without_assessment_says_so(client, admitted_event):
    Assessment.objects.update(current=False)
    sentence = "This event has not been judged, so there are no verdicts."
    assert sentence in get(client, f"/events/{admitted_event.pk}/")
    player = admitted_event.entries.first().player_id
    assert sentence in get(client, f"/players/{player}/verdicts/{admitted_event.pk}/")


# --- events -------------------------------------------------------------------------------------


def test_the_calendar_is_filtered_by_the_address(client, admitted_event):
    assert admitted_event.name in get(client, "/events/?q=меморіал&year=2026")
    assert "No such event" in get(client, "/events/?year=2025")
    assert "No such event" in get(client, "/events/?system=swiss")


def test_an_event_shows_papers_norms_and_a_way_to_every_verdict(client, admitted_event):
    html = source(client, f"/events/{admitted_event.pk}/")
    words = get(client, f"/events/{admitted_event.pk}/")
    for piece in (
        "admitted by Гай Степан on 10.07.2026",
        "for each player 120 minutes for the first 40 moves, 60 minutes for the rest",
        "Озерянський Захар (chief arbiter, national category)",
        f"SHA-256 {admitted_event.upload.sha256}",
        "New norms met:",
    ):
        assert piece in words
    for entry in admitted_event.entries.all():
        assert f'href="/players/{entry.player_id}/"' in html
        assert f'href="/players/{entry.player_id}/verdicts/{admitted_event.pk}/"' in html


def test_open_verdicts_say_what_has_to_be_found_out(client, clerk, member):
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY)
    event = world.submit_event(parsed, user=clerk, moves_recorded=None)
    world.admit_event(event, user=member)
    words = get(client, f"/events/{event.pk}/")
    undecided = VerdictRecord.objects.filter(outcome="undecided").count()
    assert f"{undecided} verdicts are not decided yet." in words
    assert "Say whether the players wrote down their moves." in words


def test_an_unadmitted_event_is_for_the_commission_only(client, submitted_event, clerk, member):
    url = f"/events/{submitted_event.pk}/"
    response = client.get(url)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={url}")
    assert submitted_event.name not in get(client, "/events/")
    get(signed_in(world.mandated("elsewhere", Role.CHAIR, "LVI")), url, status=403)
    admit = f'href="/desk/events/{submitted_event.pk}/admit/"'
    assert admit in source(signed_in(member), url)
    assert admit not in source(signed_in(clerk), url)
    assert "since 10.07.2026; sent by Кринична Олена" in get(signed_in(member), url)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"minutes": 1}, "for each player 1 minute for the game"),
        (
            {"minutes": 90, "increment_seconds": 30},
            "for each player 90 minutes for the game, 30 seconds for each move",
        ),
        (
            {"minutes": 120, "first_period_moves": 40, "second_period_minutes": 30},
            "for each player 120 minutes for the first 40 moves, 30 minutes for the rest",
        ),
    ],
)
def test_time_control_in_words(fields, words):
    with translation.override("en"):
        assert time_control_words(Event(**{"increment_seconds": 0} | fields)) == words


# --- lists --------------------------------------------------------------------------------------


def test_a_list_marks_national_and_regional_by_the_floor_of_the_edition(client, published_lists):
    rows = RatingRow.objects.filter(run__period__list_on=world.NEXT_LIST, after__isnull=False)
    html = source(client, "/lists/ua/2026-07-01/?list=all")
    assert html.count('<td class="wide-only">national</td>') == rows.filter(after__gte=1850).count()
    assert html.count('<td class="wide-only">regional</td>') == rows.filter(after__lt=1850).count()


def test_a_list_is_filtered_by_name_and_region(client, published_lists):
    row = RatingRow.objects.filter(run__period__list_on=world.NEXT_LIST).first()
    region = row.player.region_id
    one = source(client, f"/lists/ua/2026-07-01/?q={row.player.name}&region={region}&list=all")
    assert one.count("<tr>") == 2
    assert "Nobody found" in get(client, "/lists/ua/2026-07-01/?q=йцукенгш")


def test_the_sums_of_a_line_agree_with_its_games_to_the_last_digit(client, published_lists):
    rows = RatingRow.objects.filter(
        run__period__list_on=world.NEXT_LIST, before__isnull=False, games__gt=0
    )
    assert rows.count() == 8
    for row in rows.select_related("run__period"):
        html = source(client, f"/lists/ua/2026-07-01/{row.player_id}/")
        body, foot = html.split("<tfoot>")[:2]
        gains = re.findall(r'data-label="Gain">([^<]+)<', body)
        assert sum(_hundredths(gain) for gain in gains) == row.gain_hundredths
        assert re.findall(r'data-label="Expected">([^<]+)<', foot) == [
            hundredths(row.expected_hundredths).replace(",", ".")
        ]
        words = get(client, f"/lists/ua/2026-07-01/{row.player_id}/")
        sign = "+" if row.change >= 0 else "−"
        assert f"{row.before} {sign} {abs(row.change)} = {row.after}" in words


def test_the_games_behind_a_line_are_shown_before_the_list_is_published(
    client, period, national_chair
):
    run = world.compute(period)
    client.force_login(national_chair)
    row = run.rows.filter(before__isnull=False, games__gt=0).first()
    html = source(client, f"/desk/periods/{period.pk}/{row.player_id}/")
    assert html.count('data-label="Gain"') == 9 + 1  # everybody else, and the sum
    assert f'href="/desk/periods/{period.pk}/"' in html
    assert 'href="/lists/ua/2026-07-01/"' not in html


def _hundredths(text: str) -> int:
    return int(text.strip().replace("−", "-").replace(".", ""))


def test_the_opening_list_was_computed_from_nothing(client, published_lists):
    row = RatingRow.objects.filter(run__period__opening=True).first()
    words = get(client, f"/lists/ua/2026-04-01/{row.player_id}/")
    assert "Taken over with the list of 01.04.2026" in words


def test_a_player_short_of_games_reads_how_many_are_missing(client, published_lists):
    """Of ten people, a newcomer met the eight who have a coefficient: one game too few."""
    row = RatingRow.objects.filter(run__period__list_on=world.NEXT_LIST, after=None).first()
    assert row is not None
    assert row.games == 8
    words = get(client, f"/lists/ua/2026-07-01/{row.player_id}/")
    assert "No coefficient yet. 8 games of the 9 that a first coefficient needs." in words


def test_a_loss_in_spite_of_an_undivided_first_place_names_the_article(federation: Federation):
    players = federation.players(*(f"Гравець {n}" for n in range(10)))
    federation.opening(JANUARY, {p: (2300 if n == 0 else 1700, 50) for n, p in enumerate(players)})
    # The favourite wins seven and draws two: first alone, and below the expectation.
    results = everybody_against_everybody(
        10, lambda w, b: (1 if max(w, b) < 3 else 2 if w == 0 else 0) if 0 in (w, b) else 1
    )
    federation.event(players, results, starts_on=date(2025, 2, 1), ends_on=date(2025, 2, 9))
    period = federation.publish(APRIL)
    row = RatingRow.objects.select_related("run__period").get(
        run=period.published_run, player=players[0]
    )
    line = line_view(explain_row(row), _rules(period))
    assert [event["lifted"] for event in line["events"]] == [True]
    assert (row.gain_hundredths, row.change) == (0, 0)
    words = get(Client(), f"/lists/ua/2025-04-01/{players[0].pk}/")
    assert "counts as 0 (UA.IK.8)" in words
    assert "so the loss of −0.01 counts" in words


def test_a_first_coefficient_is_explained(federation: Federation):
    players = federation.players(*(f"Гравець {n}" for n in range(10)))
    federation.opening(JANUARY, dict.fromkeys(players[1:], (1800, 50)))
    federation.event(
        players,
        everybody_against_everybody(10, lambda w, b: 1),
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 9),
    )
    federation.publish(APRIL)
    words = get(Client(), f"/lists/ua/2025-04-01/{players[0].pk}/")
    assert "First coefficient: 1800." in words
    assert "16200 / 9 = 1800" in words
    assert "4½ of 9, 50 %" in words
    assert "1800 + 0 = 1800" in words


def _rules(period: RatingPeriod):
    return regulation_for("ua", on=period.ends_on).rating_rules(period.starts_on)


# --- the law ------------------------------------------------------------------------------------


def test_the_regulation_shows_articles_misprints_readings_and_what_is_not_judged(client, db):
    [law] = [r for r in all_regulations() if r.edition == "ua_2007"]
    html = source(client, "/regulations/ua_2007/")
    for key in (*law.articles, *law.errata, *law.readings):
        assert html.count(f'id="{key}"') == 1, key
    unjudged = html.partition('class="unjudged"')[2]
    assert re.findall(r'href="#([^"]+)"', unjudged) == [
        key for key in law.articles if key in NOT_YET_WRITTEN
    ]
    assert "<s>3.21-2.30</s>" in html


@pytest.mark.parametrize("edition", [law.edition for law in all_regulations()])
def test_no_sentence_of_a_regulation_ends_twice(client, db, edition: str):
    html = source(client, f"/regulations/{edition}/")
    assert re.findall(r"[^.]\.\.(?!\.)", html) == []


def test_how_ranks_work_takes_its_figures_from_the_edition(client, db):
    words = get(client, "/how-ranks-work/")
    for piece in (
        "A rank is valid for 3 years",
        "As a rule 9 games must have been played, in a team event 7.",
        "From 1850 a coefficient stands on the national list",
        "III rank 3.00 2.00–4.00",
    ):
        assert piece in words


# --- how often pages ask ------------------------------------------------------------------------


def test_no_list_needs_more_queries_for_more_rows(client, reference, clerk, member):
    field = world.club()
    parsed = round_robin(given=field, starts_on=world.FIRST_DAY)
    event = world.admit_event(world.submit_event(parsed, user=clerk), user=member).event
    world.publish(RatingPeriod.objects.get(list_on=world.NEXT_LIST))
    player = first_earned().player_id
    urls = (
        "/",
        "/players/?q=а",
        f"/players/{player}/",
        f"/players/{player}/verdicts/{event.pk}/",
        "/events/",
        "/lists/",
    )
    for url in urls:
        client.get(url)
    few = {url: queries(client, url) for url in urls}
    world.register_players(people(30, seed=9))
    for seed in (5, 6, 7):
        again = round_robin(given=field, seed=seed, starts_on=date(2026, 6, seed), name=f"К {seed}")
        world.admit_event(world.submit_event(again, user=clerk), user=member)
    assert {url: queries(client, url) for url in urls} == few


def test_an_event_and_a_list_need_no_more_queries_for_more_players(
    client, reference, clerk, member
):
    counted = []
    for size, day in ((4, 4), (12, 20)):
        parsed = round_robin(size, seed=size, starts_on=date(2026, 5, day), name=f"Коло {size}")
        event = world.admit_event(world.submit_event(parsed, user=clerk), user=member).event
        client.get(f"/events/{event.pk}/")
        counted.append(queries(client, f"/events/{event.pk}/"))
    assert counted[0] == counted[1]


def test_a_list_and_a_line_need_no_more_queries_for_more_rows(client, federation: Federation):
    players = federation.players(*(f"Гравець {n}" for n in range(12)))
    federation.opening(JANUARY, dict.fromkeys(players, (1900, 50)))
    for field in (players[:2], players[2:]):
        federation.event(
            field,
            everybody_against_everybody(len(field)),
            starts_on=date(2025, 2, 2),
            ends_on=date(2025, 2, 20),
        )
    federation.publish(APRIL)
    address = "/lists/ua/2025-04-01/"
    one_row, one_game = f"{address}?q=Гравець 11", f"{address}{players[0].pk}/"
    many_rows, nine_games = address, f"{address}{players[5].pk}/"
    assert source(client, one_row).count("<tr>") == 2
    assert source(client, many_rows).count("<tr>") == 13
    assert queries(client, one_row) == queries(client, many_rows)
    assert queries(client, one_game) == queries(client, nine_games)


def test_the_clock_of_a_rank_ends_with_the_last_day(reference):
    [player] = world.register_players(people(1, seed=3))
    world.held(player, "ua.rank_1", on=date(2024, 5, 10))

    def clock_on(day: date):
        law = regulation_for("ua", on=day)
        return rank_clock(standings_on([player.pk], on=day, law=law)[player.pk], on=day)

    last = clock_on(date(2027, 5, 10))
    assert last is not None
    assert last["gone"] == last["whole"] == 1095
    assert clock_on(date(2027, 5, 11)) is None


def test_a_paper_card_is_named_as_the_act(reference):
    [player] = world.register_players(people(1, seed=3))
    world.held(player, "ua.rank_1", on=date(2024, 5, 10))
    [entry] = LedgerEntry.objects.filter(player=player)
    assert act_words(entry).endswith(": card of the player")


@pytest.mark.parametrize("number", ["9223372036854775808", "1" + "0" * 30])
def test_a_number_that_no_player_can_have_has_no_line(
    client, published_lists, national_chair, number
):
    client.force_login(national_chair)
    period = published_lists[-1]
    for address in (f"/lists/ua/2026-07-01/{number}/", f"/desk/periods/{period.pk}/{number}/"):
        assert client.get(address).status_code == 404


def test_a_run_that_no_number_can_name_is_asked_for_again(client, period, national_chair):
    world.compute(period)
    client.force_login(national_chair)
    address = f"/desk/periods/{period.pk}/"
    for run in ("1" * 5000, "9223372036854775808", "-1", ""):
        response = client.post(f"{address}publish/", {"run": run})
        assert (response.status_code, response["Location"]) == (302, address)
    period.refresh_from_db()
    assert period.published_run is None

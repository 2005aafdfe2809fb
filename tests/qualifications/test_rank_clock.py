"""The rank clock of a card, in words and drawn; and the card as it was known on an earlier day."""

import re
from datetime import UTC, date, datetime
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Player, User
from qualifications.engine.standing import Standing
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.models import LedgerEntry
from qualifications.presenting_clock import (
    clock_items,
    lifelong_words,
    next_below,
    next_failure,
    timeline,
    what_confirms,
)
from qualifications.selectors import NO_STANDING, player_card
from qualifications.services.ledger import ledger_append
from tests import world
from tests.samples import people

TODAY = world.TODAY


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


@pytest.fixture
def law(reference):
    return law_for(SCHEME, on=TODAY)


@pytest.fixture
def player(reference) -> Player:
    [found] = world.register_players(people(1))
    return found


def entry(who: Player, kind: str, day: date, grade: str = "ua.rank_1", at=None, **details):
    return LedgerEntry(
        player=who,
        kind=kind,
        grade=grade,
        effective_on=day,
        recorded_at=at or world.NOW,
        recorded_by=world.registrar(),
        details=details,
    )


def standing(**changes) -> Standing:
    fields = {name: getattr(NO_STANDING, name) for name in Standing.__dataclass_fields__} | {
        "grade": "ua.rank_1",
        "since": date(2025, 9, 1),
        "valid_until": date(2028, 9, 1),
        "term": "dated",
    }
    return Standing(**fields | changes)


def get(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url, headers={"accept-language": "en"})
    assert response.status_code == status
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {},
            "The rank stays; the failure is counted. 2 more in a row after it move the player to: "
            "II rank.",
        ),
        (
            {"candidate_points": (date(2027, 1, 1),)},
            "Takes one candidate point away. 2 more in a row after it move the player to: II rank.",
        ),
        (
            {"failures_in_row": 1},
            "The rank stays; the failure is counted. 1 more in a row after it moves the player to: "
            "II rank.",
        ),
        ({"failures_in_row": 2}, "Moves to: II rank."),
        (
            {"failures_in_row": 2, "candidate_points": (date(2027, 1, 1),)},
            "Moves to: II rank. The candidate points are lost.",
        ),
        (
            {"grade": "ua.kmsu", "failures_in_row": 1},
            "Moves to: I rank, with two candidate points of 3 and 6 years.",
        ),
        (
            {"grade": "ua.kmsu"},
            "The rank stays; the failure is counted. 1 more in a row after it moves the player to: "
            "I rank.",
        ),
        (
            {"grade": "ua.kmsu", "exempt": True},
            "None is counted while the coefficient is in force.",
        ),
        (
            {"term": "for_life", "valid_until": None, "failures_in_row": 2},
            "The rank stays; in the norms of others it counts as: II rank.",
        ),
        ({"term": "for_life", "valid_until": None}, "The rank stays."),
        (
            {"term": "for_life", "valid_until": None, "candidate_points": (date(2027, 1, 1),)},
            "The rank stays. Takes one candidate point away.",
        ),
    ],
)
def test_what_the_next_failure_does(law, changes, words):
    """UA.CONF.4a, 5c, 6b, 7b, 7c and 3."""
    assert next_failure(standing(**changes), law) == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "The rank stays; 1 more in a row after it moves the player to: II rank."),
        ({"below_lower_norm_in_row": 1}, "Moves to: II rank."),
        ({"grade": "ua.rank_2", "below_lower_norm_in_row": 1}, "Moves to: III rank."),
        ({"grade": "ua.rank_3"}, ""),
        ({"grade": "ua.kmsu"}, ""),
        ({"term": "for_life", "valid_until": None, "below_lower_norm_in_row": 1}, ""),
    ],
)
def test_what_the_next_result_below_the_lower_norm_does(law, changes, words):
    """UA.CONF.6c, 6d."""
    assert next_below(standing(**changes), law) == words


def test_what_confirms_names_the_last_day():
    assert what_confirms(standing()) == (
        "The norm (I rank) met in a tournament that ends by 01.09.2028."
    )
    assert what_confirms(standing(term="for_life", valid_until=None)).endswith(
        "nothing has to be confirmed now."
    )


@pytest.mark.parametrize(
    ("since", "birth", "exact", "when"),
    [
        (date(2015, 1, 1), date(1977, 5, 6), True, "06.05.2027"),
        (date(2015, 1, 1), date(1977, 5, 6), False, "2027"),
        (date(2024, 3, 1), date(1970, 5, 6), False, "01.03.2029"),
        (date(2015, 1, 1), date(1981, 7, 10), True, "10.07.2031"),
    ],
)
def test_for_life_from_the_later_of_the_age_and_five_years(law, since, birth, exact, when):
    """UA.CONF.7a; a birthday is told only to who may know it."""
    words = lifelong_words(standing(since=since), law, on=TODAY, birth=birth, exact=exact)
    assert words.startswith(f"With a confirmation from {when} on")


@pytest.mark.parametrize("birth", [None, date(1981, 7, 11)])
def test_for_life_is_not_told_where_it_is_far_or_not_known(law, birth):
    words = lifelong_words(standing(since=date(2015, 1, 1)), law, on=TODAY, birth=birth, exact=True)
    assert words == ""


def test_the_clock_has_every_part(law):
    items = clock_items(
        standing(
            candidate_points=(date(2026, 7, 10), date(2027, 7, 10)),
            failures_in_row=1,
            decree_pending=True,
        ),
        law,
        on=TODAY,
        birth=None,
        exact_birth=False,
    )
    assert [(item["term"], item["value"], item["hint"]) for item in items] == [
        ("In force", "I rank through 01.09.2028", "784 days left"),
        ("First candidate point", "through 10.07.2026", "the last day"),
        ("Second candidate point", "through 10.07.2027", "365 days left"),
        ("Failures in a row", "1 of 3", ""),
        (
            "The next failure",
            "Takes one candidate point away. 1 more in a row after it moves the player to: "
            "II rank.",
            "",
        ),
        (
            "The next result below the norm of the lower rank",
            "The rank stays; 1 more in a row after it moves the player to: II rank.",
            "",
        ),
        ("What confirms", "The norm (I rank) met in a tournament that ends by 01.09.2028.", ""),
        ("Decree", "pending: moved by law, no decision has confirmed it yet", ""),
    ]


def test_no_rank_has_no_clock(law):
    assert clock_items(NO_STANDING, law, on=TODAY, birth=None, exact_birth=False) == []


# --- drawn --------------------------------------------------------------------------------------


def test_a_life_is_drawn_with_everything_that_happened(player):
    world.held(player, "ua.rank_2", date(2015, 3, 1))
    ledger_append(
        [
            entry(player, "awarded", date(2023, 1, 10)),
            entry(player, "confirmation_earned", date(2024, 2, 1), results={"ua.rank_1": [12, 11]}),
            entry(player, "candidate_point_earned", date(2024, 2, 1), "ua.candidate_point"),
            entry(player, "failure_recorded", date(2025, 5, 5), results={"ua.rank_1": [4, 11]}),
        ]
    )
    shown = timeline(player_card(player, on=TODAY))
    assert [sign.kind for sign in shown.chart.signs] == [
        *("award", "ended", "award", "confirmation", "failure")
    ]
    assert [bar.title for bar in shown.chart.bars] == [
        "II rank: 01.03.2015 through 01.03.2018",
        "I rank: 10.01.2023 through 10.07.2026",
        "still valid through 01.02.2027",
        "Candidate point: 01.02.2024 through 04.05.2025",
    ]
    assert [line["what"] for line in shown.lines][:2] == [
        "still valid through 01.02.2027",
        "Failure: I rank",
    ]
    assert [line["kind"] for line in shown.legend] == [
        *("award", "confirmation", "failure", "ended")
    ]


def test_a_voided_line_is_not_drawn(player):
    world.held(player, "ua.rank_1")
    award = LedgerEntry.objects.get()
    void = entry(player, "voided", TODAY, "")
    void.voids = award
    ledger_append([void])
    assert timeline(player_card(player, on=TODAY)) is None


def test_the_drawing_speaks(client, player):
    world.held(player, "ua.rank_1")
    page = client.get(f"/players/{player.pk}/", headers={"accept-language": "en"})
    source = page.content.decode()
    assert re.findall(r'<title id="timeline-title">(.*?)</title>', source) == ["Ranks over time"]
    assert re.findall(r'<desc id="timeline-description">(.*?)</desc>', source) == [
        "I rank: 01.09.2025 through 10.07.2026. still valid through 01.09.2028."
    ]
    assert "The same as a list" in source


def test_the_card_asks_the_same_number_of_questions_however_long_a_life_is(client, player):
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            get(client, f"/players/{player.pk}/")
        return len(captured)

    ledger_append([entry(player, "awarded", date(2024, 1, 1), "ua.kmsu")])
    short = cost()
    ledger_append(
        entry(player, "confirmation_earned", date(2024, month, 2), "ua.kmsu")
        for month in range(2, 12)
    )
    assert cost() == short


# --- as known on a day --------------------------------------------------------------------------


@pytest.fixture
def late(player) -> Player:
    """A II rank known since 2025; a I rank of September 2025 that was recorded in June 2026."""
    ledger_append(
        [
            entry(
                player, "awarded", date(2025, 1, 1), "ua.rank_2", datetime(2025, 2, 1, tzinfo=UTC)
            ),
            entry(player, "awarded", date(2025, 9, 1), at=datetime(2026, 6, 1, 12, tzinfo=UTC)),
        ]
    )
    return player


def test_a_card_as_known_then_says_what_is_known_better_now(clerk, late):
    page = get(signed_in(clerk), f"/players/{late.pk}/?on=2025-12-01&known=2026-05-31")
    assert "II rank, valid through 01.01.2028." in page
    assert "It knows better now: I rank, valid through 01.09.2028." in page
    assert page.count("not known then, recorded on 01.06.2026") == 1


def test_a_card_as_known_from_the_day_of_recording_on_is_the_same(clerk, late):
    page = get(signed_in(clerk), f"/players/{late.pk}/?on=2025-12-01&known=2026-06-01")
    assert "It knows the same now." in page
    assert "not known then" not in page


def test_a_voiding_of_later_strikes_nothing_out_then(clerk, late):
    award = LedgerEntry.objects.get(grade="ua.rank_2")
    void = entry(late, "voided", date(2025, 1, 1), "", datetime(2026, 7, 1, 12, tzinfo=UTC))
    void.voids = award
    ledger_append([void])
    page = get(signed_in(clerk), f"/players/{late.pk}/?on=2025-06-01&known=2026-06-30")
    assert "II rank, valid through 01.01.2028." in page
    assert "It knows better now: No rank." in page
    assert "voided later, on 01.07.2026" in page


def test_only_staff_of_the_player_sees_a_card_as_known(client, late):
    url = f"/players/{late.pk}/?known=2026-05-31"
    get(client, url, status=403)
    get(signed_in(world.mandated("stranger", "chair", "KHA")), url, status=403)
    get(signed_in(world.mandated("own", "clerk")), url)
    get(signed_in(world.mandated("country", "clerk", "UKR")), url)


@pytest.mark.parametrize("known", ["abc", "2026-02-30"])
def test_nonsense_for_a_day_is_not_found(clerk, late, known):
    get(signed_in(clerk), f"/players/{late.pk}/?known={known}", status=404)


@pytest.mark.parametrize("known", ["0001-01-01", "9999-12-31"])
def test_the_ends_of_the_calendar_get_a_page(clerk, late, known):
    get(signed_in(clerk), f"/players/{late.pk}/?on=2026-07-01&known={known}")

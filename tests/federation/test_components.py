"""The shell, the components with the variables they document, and the filters they use."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.http import HttpResponse
from django.template import Context, Template, TemplateSyntaxError
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import include, path
from django.utils.translation import override
from django.views import defaults

from federation.charts import line_chart
from federation.models import User
from federation.templatetags.registry import ICONS, day, hundredths, icon, points, signed

COMPONENTS = sorted((settings.BASE_DIR / "templates" / "components").glob("*.html"))


def nothing(request):
    return HttpResponse()


urlpatterns = [
    path("", nothing, name="home"),
    path("login/", nothing, name="login"),
    path("logout/", nothing, name="logout"),
    path("account/", nothing, name="account"),
    path("join/", nothing, name="account-join"),
    path("password/", nothing, name="password_reset"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("players/", nothing, name="player-list"),
    path("events/", nothing, name="event-list"),
    path("lists/", nothing, name="rating-lists"),
    path("regions/", nothing, name="region-list"),
    path("how/", nothing, name="how-ranks-work"),
    path("regulations/", nothing, name="regulation-index"),
    path("verify/", nothing, name="verify-form"),
    path("desk/", nothing, name="desk"),
]


def get(url="/", user=None):
    request = RequestFactory().get(url)
    request.user = user or AnonymousUser()
    return request


def render(component: str, **variables) -> str:
    """The component in English, with runs of white space as one space."""
    with override("en"):
        html = render_to_string(f"components/{component}.html", variables)
    return re.sub(r"\s+", " ", html).strip()


def words(html: str) -> str:
    """What a person reads, tags taken away."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


# --- filters and tags -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("half_points", "text"),
    [(0, "0"), (1, "½"), (2, "1"), (11, "5½"), (-1, "−½"), (-4, "−2"), (None, "")],
)
def test_points_are_written_with_the_half_sign(half_points, text):
    assert points(half_points) == text


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", 537, "5.37"),
        ("uk", 537, "5,37"),
        ("ru", 537, "5,37"),
        ("en", 5, "0.05"),
        ("en", -250, "−2.50"),
        ("en", 123456, "1234.56"),
        ("en", None, ""),
    ],
)
def test_hundredths_follow_the_language(language, value, text):
    with override(language):
        assert hundredths(value) == text


@pytest.mark.parametrize(("value", "text"), [(5, "+5"), (-3, "−3"), (0, "0"), (None, "")])
def test_a_change_carries_its_sign(value, text):
    assert signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (date(2028, 5, 10), "10.05.2028"),
        (datetime(2028, 5, 10, 22, 30, tzinfo=UTC), "11.05.2028"),  # past midnight in Kyiv
        (None, ""),
    ],
)
def test_days_are_written_as_people_write_them(value, text):
    assert day(value) == text


def test_an_icon_without_a_label_is_decoration():
    html = icon("check")
    assert 'aria-hidden="true"' in html
    assert "aria-label" not in html


def test_the_label_of_an_icon_is_escaped():
    assert 'role="img" aria-label="&quot;&lt;b&gt;"' in icon("check", '"<b>')


def test_an_icon_that_is_not_drawn_is_an_error():
    with pytest.raises(TemplateSyntaxError, match="No icon named 'rook'"):
        icon("rook")


def test_the_list_of_icons_in_the_comment_is_the_list_of_icons():
    comment = (settings.BASE_DIR / "templates/components/icon.html").read_text()
    listed = re.search(r"name\s+str:(.*?)\n\s+label", comment, re.DOTALL)
    assert re.findall(r"[a-z-]+", listed[1]) == sorted(ICONS)


@pytest.mark.parametrize(
    ("address", "tag", "result"),
    [
        ("/players/?q=a&sex=w", "{% qs sex='m' %}", "?q=a&sex=m"),
        ("/players/?q=a&sex=w", "{% qs sex=None %}", "?q=a"),
        ("/players/?q=a", "{% qs q='' %}", "?"),
        ("/players/?q=a&after=77", "{% qs sex='w' %}", "?q=a&sex=w"),
        ("/players/?q=a&after=77", "{% qs after=99 %}", "?q=a&after=99"),
        ("/players/?q=a%26b", "{% qs %}", "?q=a%26b"),
    ],
)
def test_query_strings_change_one_thing_and_forget_the_page(address, tag, result):
    template = Template("{% load registry %}{% autoescape off %}" + tag + "{% endautoescape %}")
    assert template.render(Context({"request": get(address)})) == result


def test_query_strings_are_escaped_in_attributes():
    html = Template("{% load registry %}{% qs b=2 %}").render(Context({"request": get("/?a=1")}))
    assert html == "?a=1&amp;b=2"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "result"),
    [
        ("/players/", 'aria-current="page"'),
        ("/players/7/", 'aria-current="true"'),
        ("/events/", ""),
    ],
)
def test_the_navigation_knows_where_we_are(address, result):
    template = Template("{% load registry %}{% here 'player-list' %}")
    assert template.render(Context({"request": get(address)})) == result


# --- components -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.stem)
def test_every_component_begins_with_its_variables(path: Path):
    first, second = path.read_text().splitlines()[:2]
    assert first == "{% comment %}"
    assert len(second) > 10


@pytest.mark.parametrize(
    "path", sorted((settings.BASE_DIR / "templates").rglob("*.html")), ids=lambda path: path.stem
)
def test_no_template_carries_inline_style_or_script(path: Path):
    text = path.read_text()
    assert re.findall(r"<style|\sstyle=|<script(?![^>]*\bsrc=)|\son\w+=|javascript:", text) == []


@pytest.mark.parametrize(
    ("tone", "drawing"),
    [
        ("good", "check"),
        ("info", "info"),
        ("wait", "clock"),
        ("warn", "warning"),
        ("bad", "cross"),
        ("neutral", "dash"),
    ],
)
def test_a_status_is_word_colour_and_icon(tone, drawing):
    html = render("status_badge", word="in force", tone=tone)
    assert words(html) == "in force"
    assert html.startswith(f'<span class="status status-{tone}"><svg class="icon icon-{drawing}"')


def test_a_status_takes_another_icon():
    assert "icon-lock" in render("status_badge", word="published", tone="good", icon="lock")


def test_problems_say_what_and_where():
    html = render(
        "problem_list",
        problems=[
            {"severity": "error", "line": 14, "column": 92, "message": "Player 12 meets <self>."},
            {"severity": "warning", "line": 31, "column": None, "message": "Points differ."},
            {"severity": "note", "line": None, "column": None, "message": "Decoded."},
        ],
    )
    assert words(html) == (
        "Error. Player 12 meets &lt;self&gt;. line 14, column 92 "
        "Warning. Points differ. line 31 Note. Decoded."
    )
    assert re.findall(r"problem problem-(\w+)", html) == ["error", "warning", "note"]


def test_no_problems_draw_nothing():
    assert render("problem_list", problems=[]) == ""


def test_an_empty_state_says_how_to_get_something():
    html = render(
        "empty_state", title="No events", text="They appear.", action_url="/new/", action_label="Go"
    )
    assert words(html) == "No events They appear. Go"
    assert 'href="/new/"' in html


def test_a_pager_has_two_links_or_is_not_there():
    html = render("pager", previous="?before=3", next="?after=9", shown="A to B")
    assert re.findall(r'rel="(\w+)" href="([^"]+)"', html) == [
        ("prev", "?before=3"),
        ("next", "?after=9"),
    ]
    assert words(html) == "Back A to B Further"
    assert render("pager", previous="", next="") == ""


REASON = {
    "outcome": "waived",
    "requirement": "Games last 60 minutes.",
    "measured": "They lasted 45.",
    "article": "§ 4.1",
    "article_url": "/regulations/x/#4.1",
    "article_text": "Words.",
    "waived": "Under 12 it is 45 minutes.",
    "asks": "the time control",
    "readings": [
        {"label": "The text can be read in two ways: the first.", "url": "/regulations/x/#r3"}
    ],
}


def test_a_reason_shows_all_it_rests_on():
    html = render("reason", reason=REASON)
    assert words(html) == (
        "Games last 60 minutes. They lasted 45. Waived: Under 12 it is 45 minutes. "
        "To be found out: the time control "
        "The text can be read in two ways: the first. "
        "Words of the article Words. § 4.1"
    )
    assert re.findall(r'href="([^"]+)"', html) == ["/regulations/x/#r3", "/regulations/x/#4.1"]


@pytest.mark.parametrize(
    ("outcome", "label"),
    [
        ("met", "met"),
        ("not_met", "not met"),
        ("waived", "waived"),
        ("undecided", "a person has to decide"),
        ("not_applicable", "does not apply"),
    ],
)
def test_every_outcome_has_a_mark_with_a_word(outcome, label):
    html = render("outcome", outcome=outcome)
    assert f"outcome-{outcome}" in html
    assert re.findall(r'aria-label="([^"]+)"', html) == [label]


ROUNDS = [
    {"number": 1, "text": "1", "opponent": "1876", "colour": "w", "counted": True, "why": ""},
    {
        "number": 2,
        "text": "+",
        "opponent": "",
        "colour": "",
        "counted": False,
        "why": "nobody came.",
    },
]


def test_rounds_left_out_say_why():
    html = render("round_strip", rounds=ROUNDS)
    assert words(html) == (
        "Round 1 1 White against 1876 Round 2 + – left out Round 2 is left out: nobody came."
    )
    assert html.count("round-out") == 1


def test_a_verdict_unfolds_into_conditions_ways_and_games():
    plain = {"outcome": "met", "requirement": "R", "measured": "M", "article": "A"}
    verdict = {
        "grade": "II rank",
        "outcome": "not_met",
        "distance": "Half a point short.",
        "conditions": [plain],
        "routes": [
            {"title": "Table", "outcome": "not_met", "reasons": [plain]},
            {"title": "First place", "outcome": "not_applicable", "reasons": [plain]},
        ],
        "rounds": ROUNDS[:1],
    }
    html = render("verdict", verdict=verdict)
    assert words(html) == (
        "II rank norm not met Half a point short. Asked in any case R M A And one of these ways "
        "Table R M A First place R M A Games Round 1 1 White against 1876 Half a point short."
    )
    assert '<details class="verdict verdict-not_met">' in html
    assert '<details class="verdict verdict-not_met" open>' in render(
        "verdict", verdict=verdict, open=True
    )


def test_a_crosstable_links_players_and_opponents():
    rows = [
        {
            "place": 1,
            "number": 4,
            "name": "Bondar Iryna",
            "url": "/players/9/",
            "rank": "I rank",
            "coefficient": 1876,
            "half_points": 3,
            "cells": [
                {"text": "1", "opponent": 7, "colour": "b", "kind": "played", "title": "won"},
                {"text": "½", "opponent": None, "colour": "", "kind": "half_point_bye"},
                {"text": "", "opponent": None, "colour": "", "kind": "self"},
            ],
        }
    ]
    html = render("crosstable", caption="All games", headings=["1", "2", "3"], rows=rows)
    assert words(html) == (
        "All games Place Player 1 2 3 Points 1 Bondar Iryna № 4 I rank 1876 1 Black 7 ½ 1½"
    )
    assert re.findall(r'href="([^"]+)"', html) == ["/players/9/", "#n7"]
    assert '<tr id="n4">' in html


def test_a_figure_leads_to_its_reason():
    html = render("stat", label="Coefficient", value=1693, hint="+19", url="/lists/1/")
    assert words(html) == "Coefficient 1693 +19"
    assert '<a href="/lists/1/">1693</a>' in html


def test_a_search_works_without_script_and_follows_typing_with_it():
    html = render("search_box", action="/players/", label="Name", value='a"b', live=True)
    assert 'method="get" action="/players/"' in html
    assert 'name="q" value="a&quot;b"' in html
    assert 'hx-get="/players/"' in html
    assert "hx-" not in render("search_box", action="/players/", label="Name")


def test_a_player_line_leaves_out_what_is_not_known():
    player = {
        "name": "Bondar Iryna",
        "url": "/players/9/",
        "latin_name": "",
        "number": 9,
        "born": "born 2009",
        "region": "",
        "rank": "",
        "coefficient": None,
    }
    assert words(render("player_line", player=player)) == "Bondar Iryna № 9 born 2009 no rank"


def test_a_chart_speaks_and_links_every_point():
    chart = line_chart(
        [(date(2027, 1, 1), 1500), (date(2027, 4, 1), 1512)],
        title="Coefficient",
        description="From 1500 to 1512.",
        urls=["/a/", "/b/"],
    )
    html = render("chart", chart=chart, key="c-")
    assert 'role="img" aria-labelledby="c-chart-title c-chart-description"' in html
    assert '<title id="c-chart-title">Coefficient</title>' in html
    assert '<desc id="c-chart-description">From 1500 to 1512.</desc>' in html
    assert re.findall(r'href="([^"]+)"><title>([^<]+)<', html) == [
        ("/a/", "01.01.2027: 1500"),
        ("/b/", "01.04.2027: 1512"),
    ]
    assert re.findall(r'<td><a href="([^"]+)">([^<]+)<', html) == [
        ("/b/", "01.04.2027"),
        ("/a/", "01.01.2027"),
    ]


def test_no_chart_draws_nothing():
    assert render("chart", chart=None) == ""


def test_a_definition_without_a_value_shows_a_dash_and_nought_stays_nought():
    items = [
        {"term": "City", "value": "Lviv", "hint": "from the file"},
        {"term": "Class", "value": None},
        {"term": "Arbiter", "value": "Koval", "url": "/x/"},
        {"term": "Failures", "value": 0},
    ]
    html = render("definition_list", items=items)
    assert words(html) == "City Lviv from the file Class – Arbiter Koval Failures 0"


class Sample(forms.Form):
    city = forms.CharField(label="City")

    def clean(self):
        raise forms.ValidationError("The days are the wrong way round.")


def test_errors_link_to_their_fields():
    with override("en"):
        form = Sample({"city": ""})
        html = render("form_errors", form=form)
    assert words(html) == (
        "Not saved yet. Please put this right: The days are the wrong way round. "
        "City : This field is required."
    )
    assert '<a href="#id_city">City</a>' in html
    assert render("form_errors", form=Sample()) == ""


@pytest.mark.parametrize(
    ("current", "states"),
    [
        ("register", ["current", "ahead", "ahead", "ahead"]),
        ("upload", ["done", "current", "ahead", "ahead"]),
        ("review", ["done", "done", "current", "ahead"]),
        ("admission", ["done", "done", "done", "current"]),
        ("done", ["done", "done", "done", "done"]),
    ],
)
def test_steps_before_are_done_and_steps_after_lie_ahead(current, states):
    html = render("steps", current=current, urls={"register": "/r/", "upload": "/u/"})
    assert re.findall(r'class="step-(done|current|ahead)"', html) == states
    assert words(html) == "Register Upload Review Admission"


@pytest.mark.parametrize(
    ("level", "tone", "role"),
    [
        (constants.INFO, "info", "status"),
        (constants.SUCCESS, "good", "status"),
        (constants.WARNING, "warn", "status"),
        (constants.ERROR, "bad", "alert"),
    ],
)
def test_messages_have_a_tone_and_a_role(level, tone, role):
    html = render("messages", messages=[Message(level, "<b>")])
    assert html.startswith(f'<div class="notice notice-{tone}" role="{role}">')
    assert words(html) == "&lt;b&gt;"


# --- the shell and the pages of errors --------------------------------------------------------


@pytest.mark.urls(__name__)
class TestShell:
    def page(self, request, name="base.html", **variables) -> str:
        with override("en"):
            return render_to_string(name, variables, request=request)

    def test_a_stranger_is_offered_to_sign_in(self):
        html = self.page(get("/players/?q=a&sex=w"))
        assert re.findall(r'<html lang="(\w+)">', html) == ["en"]
        assert html.count('href="/login/"') == 2  # the wide head and the phone's menu
        assert 'href="/desk/"' not in html

    def test_the_language_switch_keeps_the_page(self):
        html = self.page(get("/players/?q=a&sex=w"))
        assert html.count('name="next" value="/players/?q=a&amp;sex=w"') == 2
        assert re.findall(r'value="(\w\w)" lang="\w\w" title="([^"]+)"', html)[:3] == [
            ("uk", "Українська"),
            ("ru", "Русский"),
            ("en", "English"),
        ]

    def test_who_is_signed_in_is_named_and_signs_out_by_post(self):
        user = User(pk=1, username="koval", last_name="Коваль", first_name="Олена")
        html = self.page(get("/desk/", user))
        assert html.count("Коваль Олена") == 2
        assert html.count('<form class="account" method="post" action="/logout/">') == 2
        assert html.count('href="/desk/" aria-current="page"') == 2

    def test_htmx_keeps_to_the_content_security_policy(self):
        html = self.page(get())
        assert '"includeIndicatorStyles":false' in html
        assert "htmx-2.min.js" in html

    def test_403_tells_a_stranger_to_sign_in_and_come_back(self):
        with override("en"):
            answer = defaults.permission_denied(get("/desk/?a=1&b=2"), Exception())
        assert answer.status_code == 403
        assert 'href="/login/?next=%2Fdesk%2F%3Fa%3D1%26b%3D2"' in answer.content.decode()

    def test_403_names_who_is_signed_in(self):
        with override("en"):
            answer = defaults.permission_denied(get("/", User(pk=1, username="koval")), Exception())
        assert "You are signed in as koval" in answer.content.decode()

    def test_404_offers_the_search(self):
        with override("en"):
            answer = defaults.page_not_found(get("/nowhere/"), Exception())
        assert answer.status_code == 404
        assert '<form class="search" role="search" method="get" action="/players/">' in (
            answer.content.decode()
        )

    def test_expired_forms_offer_the_page_again(self):
        assert 'class="btn btn-primary" href="/desk/"' in self.page(get("/desk/"), "403_csrf.html")

    def test_locked_out_says_for_how_long(self):
        html = self.page(get(), "federation/locked_out.html", failure_limit=10)
        assert "The password was wrong 10 times" in html
        assert "a quarter of an hour" in html

    def test_signing_in_keeps_the_page_that_was_asked_for(self):
        html = self.page(get(), "registration/login.html", form=Sample(), next="/desk/?a=1")
        assert '<input type="hidden" name="next" value="/desk/?a=1">' in html


@pytest.mark.parametrize(
    ("view", "status", "heading"),
    [
        (defaults.bad_request, 400, "This request could not be read"),
        (lambda request, _: defaults.server_error(request), 500, "Something broke on our side"),
    ],
)
def test_400_and_500_need_neither_context_nor_database(view, status, heading):
    """No `db` fixture: a query would fail the test; Django renders these without a context."""
    with override("en"):
        answer = view(get(), Exception())
    assert answer.status_code == status
    assert f"<h1>{heading}</h1>" in answer.content.decode()

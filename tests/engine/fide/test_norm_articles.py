"""Norms by article, both sides of each edge. Nine draws with opponents rated at the performance of
the title are a norm with nothing to spare."""

from dataclasses import replace
from typing import Any

import pytest

from qualifications.engine.fide.facts import EventFormat, Opponent
from qualifications.engine.fide.norm import NormVerdict, UnknownInNorm
from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Outcome, all_of

from .builders import LAW_2013, LAW_2024, LAWS, LEVEL, field, judged, reason_of

TITLES = ("GM", "IM", "WGM", "WIM")
each_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
each_title = pytest.mark.parametrize("title", TITLES)


def some(opponents: list[Opponent], count: int, **changes: Any) -> list[Opponent]:
    """The first `count` opponents changed."""
    return [
        replace(one, **changes) if place < count else one for place, one in enumerate(opponents)
    ]


def fails(verdict: NormVerdict) -> tuple[bool | None, tuple[str, ...]]:
    return verdict.norm, verdict.failed


GOOD: tuple[bool, tuple[str, ...]] = (True, ())


@each_law
@each_title
def test_nine_draws_at_the_performance_are_a_norm(title: str, law: Regulation) -> None:
    verdict = judged(title, field(title), law=law)
    assert fails(verdict) == GOOD
    assert (verdict.games_used, verdict.counts_as_games, verdict.overscore) == (9, 9, 0)
    assert verdict.all_games.rp == LEVEL[title]


# ---------------------------------------------------------------- 0.31


@pytest.mark.parametrize(
    ("sex", "outcome"),
    [("w", Outcome.MET), ("m", Outcome.NOT_MET), (None, Outcome.UNDECIDED)],
)
def test_0_31_women_titles_are_for_women(sex: str | None, outcome: Outcome) -> None:
    assert judged("WGM", field("WGM"), sex=sex).outcome is outcome
    assert judged("GM", field("GM"), sex=sex).outcome is Outcome.MET


# ---------------------------------------------------------------- 1.41


@each_law
def test_1_41a_nine_games(law: Regulation) -> None:
    assert fails(judged("GM", field(count=8), law=law)) == (False, ("1.41",))


def test_1_41a_seven_games_where_the_page_is_followed() -> None:
    law = LAW_2013.with_reading("FIDE.A1", "seven")
    verdict = judged("GM", field(count=7), law=law)
    assert fails(verdict) == GOOD
    assert reason_of(verdict, "norm_games").readings == ("FIDE.A1",)
    assert judged("GM", field(count=6), law=law).norm is False


@each_law
@pytest.mark.parametrize(
    ("category", "rounds", "least"),
    [("world_team", 7, 7), ("continental_team", 9, 7), ("world_team", 10, 9), ("world_cup", 8, 8)],
)
def test_1_41b_named_events(category: str, rounds: int, least: int, law: Regulation) -> None:
    form = EventFormat.TEAM if category.endswith("team") else EventFormat.KNOCK_OUT
    changes = {"format": form, "category": category, "rounds": rounds}
    enough = judged("GM", field(count=least), law=law, **changes)
    assert (enough.norm, enough.minimum_games) == (True, least)
    assert judged("GM", field(count=least - 1), law=law, **changes).norm is False
    if category == "world_cup":
        assert enough.counts_as_games == 9


@pytest.mark.parametrize(("law", "counts"), [(LAW_2013, 8), (LAW_2024, 9)], ids=["2013", "2024"])
@pytest.mark.parametrize("missing", ["+", "b"])
def test_1_41c_eight_games_of_nine(missing: str, law: Regulation, counts: int) -> None:
    verdict = judged("GM", field(), "===" + missing + "=====", law=law)
    assert (verdict.norm, verdict.games_used, verdict.counts_as_games) == (True, 8, counts)
    assert verdict.eight_games


@each_law
@pytest.mark.parametrize("missing", ["-", "a"])
def test_1_41c_not_by_the_player_s_own_doing(missing: str, law: Regulation) -> None:
    assert fails(judged("GM", field(), "===" + missing + "=====", law=law)) == (False, ("1.41",))


def test_1_41c_only_in_nine_rounds() -> None:
    assert judged("GM", field(count=10), "==bb======").norm is False
    assert judged("GM", field(count=8), "==b=====").norm is False


def test_1_41c_without_federations_by_the_other_reading() -> None:
    opponents = [replace(one, federation="UKR") for one in field()]
    assert judged("GM", opponents, "+========").failed == ("1.43", "1.44")
    law = LAW_2024.with_reading("FIDE.A10", "without_federations")
    verdict = judged("GM", opponents, "+========", law=law)
    assert verdict.norm is True
    assert reason_of(verdict, "own_federation").waived_by == "FIDE.1.41c"


@pytest.mark.parametrize(
    ("results", "whole_points"),
    [("=========", 0), ("1========", 0), ("11=======", 1), ("111======", 1), ("1111=====", 2)],
)
def test_1_41d_only_whole_points_add_games(results: str, whole_points: int) -> None:
    verdict = judged("GM", field(), results)
    assert verdict.overscore == whole_points
    assert verdict.games_for_application == 9 + whole_points


@pytest.mark.parametrize(("rounds", "counts"), [(13, 13), (14, 13), (19, 13)])
def test_1_71_at_most_thirteen_games(rounds: int, counts: int) -> None:
    verdict = judged("GM", field(count=rounds))
    assert (verdict.games_used, verdict.counts_as_games) == (rounds, counts)


# ---------------------------------------------------------------- 1.42


@each_law
def test_1_42a_opponents_of_no_federation_do_not_count(law: Regulation) -> None:
    verdict = judged("GM", some(field(count=10), 1, federation=None), law=law)
    assert (verdict.games_used, [(one.round, one.article) for one in verdict.left_out]) == (
        9,
        [(1, "FIDE.1.42a")],
    )
    assert judged("GM", some(field(count=10), 2, federation=None), law=law).failed == ("1.41",)


def test_1_42a_the_flag_of_fide_itself() -> None:
    opponents = some(field(), 7, federation="FID")
    assert judged("GM", opponents, law=LAW_2013).failed[0] == "1.41"
    verdict = judged("GM", opponents, law=LAW_2024)
    assert (verdict.norm, verdict.all_games.max_one_federation) == (True, 1)
    other = LAW_2013.with_reading("FIDE.FN.Q1", "counts_without_federation")
    assert judged("GM", opponents, law=other).norm is True


@each_law
def test_1_42b_computers_do_not_count(law: Regulation) -> None:
    assert judged("GM", some(field(), 1, computer=True), law=law).failed == ("1.41",)


@pytest.mark.parametrize(
    ("form", "scored", "games"),
    [
        (EventFormat.ROUND_ROBIN, False, 9),
        (EventFormat.ROUND_ROBIN, True, 10),
        (EventFormat.SWISS, False, 10),
    ],
)
def test_1_42c_unrated_without_a_point(form: EventFormat, scored: bool, games: int) -> None:
    opponents = some(field("WIM", 10), 1, rating=None, scored_against_rated=scored, title=None)
    assert judged("WIM", opponents, format=form).all_games.games == games


def test_1_42c_asks_only_where_the_norm_depends_on_it() -> None:
    strong = some(field("WIM", 10), 1, rating=None, title=None)
    form = EventFormat.ROUND_ROBIN
    assert judged("WIM", strong, "11========", format=form).outcome is Outcome.MET
    weak = [replace(one, rating=2249) for one in strong]
    assert judged("WIM", weak, "0" * 10, format=form).outcome is Outcome.NOT_MET
    edge = judged("WIM", some(field("WIM"), 1, rating=None, title=None), "1" * 9, format=form)
    assert edge.outcome is Outcome.UNDECIDED
    assert [one.asks for one in edge.reasons if one.asks] == ["scored_against_rated"]


@each_law
def test_1_42d_default_in_the_last_round(law: Regulation) -> None:
    """Eight games of ten rounds: the ninth was needed and could be lost."""
    strong = [replace(one, rating=2650) for one in field(count=10)]
    verdict = judged("GM", strong, "b========+", law=law)
    assert (verdict.norm, verdict.games_used, verdict.failed) == (True, 9, ("1.41",))
    assert reason_of(verdict, "default_in_last_round").readings == ("FIDE.A15",)
    weaker = [replace(one, rating=2640) for one in field(count=10)]
    assert judged("GM", weaker, "b========+", law=law).norm is False
    assert judged("GM", strong, "b=======+=", law=law).norm is False, "not the last round"
    other = law.with_reading("FIDE.A15", "does_not_count")
    assert judged("GM", strong, "b========+", law=other).norm is False


# ---------------------------------------------------------------- 1.43 and 1.44


@each_law
def test_1_43_two_other_federations(law: Regulation) -> None:
    one_other = [
        replace(one, federation="UKR" if place < 3 else "POL") for place, one in enumerate(field())
    ]
    assert judged("GM", one_other, law=law).failed == ("1.43",)
    two_others = [*one_other[:8], replace(one_other[8], federation="GER")]
    assert fails(judged("GM", two_others, law=law)) == GOOD


@each_law
@pytest.mark.parametrize(("own", "norm"), [(5, True), (6, False)])
def test_1_44_own_federation(own: int, norm: bool, law: Regulation) -> None:
    assert judged("GM", some(field(), own, federation="UKR"), law=law).norm is norm


@each_law
@pytest.mark.parametrize(("same", "norm"), [(6, True), (7, False)])
def test_1_44_one_federation(same: int, norm: bool, law: Regulation) -> None:
    opponents = some([replace(one, federation="GER") for one in field()], same, federation="POL")
    opponents[8] = replace(opponents[8], federation="HUN")
    assert judged("GM", opponents, law=law).norm is norm


@pytest.mark.parametrize(
    ("law", "category", "federation", "exempt"),
    [
        (LAW_2013, "national_championship", "UKR", "FIDE.1.43a"),
        (LAW_2013, "national_championship", "POL", "FIDE.1.43a"),
        (LAW_2024, "national_championship", "UKR", "FIDE.1.43a"),
        (LAW_2024, "national_championship", "POL", ""),
        (LAW_2013, "national_team_championship", "POL", "FIDE.1.43b"),
        (LAW_2024, "national_team_championship", "POL", ""),
        (LAW_2024, "zonal", "POL", "FIDE.1.43c"),
        (LAW_2024, "sub_zonal", "UKR", "FIDE.1.43c"),
        (LAW_2024, "approved", "UKR", "FIDE.1.43d"),
        (LAW_2024, "open", "UKR", ""),
    ],
)
def test_1_43_exemptions(law: Regulation, category: str, federation: str, exempt: str) -> None:
    opponents = [replace(one, federation="UKR") for one in field()]
    verdict = judged("GM", opponents, law=law, category=category, federation=federation)
    assert (verdict.exempt_by, verdict.norm) == (exempt, bool(exempt))
    if exempt:
        assert not verdict.with_foreigners


def test_1_43a_not_in_the_year_of_an_own_zonal() -> None:
    opponents = [replace(one, federation="UKR") for one in field()]
    changes = {"category": "national_championship", "zonal_in_that_year": True}
    assert judged("GM", opponents, **changes).norm is False


@each_law
@pytest.mark.parametrize(
    ("counts", "form", "exempt"),
    [
        ((20, 3, 10), EventFormat.SWISS, True),
        ((19, 3, 10), EventFormat.SWISS, False),
        ((20, 2, 10), EventFormat.SWISS, False),
        ((20, 3, 9), EventFormat.SWISS, False),
        ((20, None, 10), EventFormat.SWISS, False),
        ((20, 3, 10), EventFormat.ROUND_ROBIN, False),
    ],
)
def test_1_43e_a_swiss_with_foreigners(
    counts: tuple[int | None, ...], form: EventFormat, exempt: bool, law: Regulation
) -> None:
    opponents = [replace(one, federation="UKR") for one in field()]
    keys = ("foreign_rated_players", "foreign_federations", "foreign_titled")
    verdict = judged("GM", opponents, law=law, format=form, **dict(zip(keys, counts, strict=True)))
    assert verdict.norm is exempt
    if exempt:
        assert reason_of(verdict, "own_federation").waived_by == "FIDE.1.43e"
        assert reason_of(verdict, "own_federation").readings == ("FIDE.A21",)


def test_1_44_stays_by_the_other_reading_of_the_exemption() -> None:
    law = LAW_2024.with_reading("FIDE.A21", "only_other_federations")
    opponents = [replace(one, federation="UKR") for one in field()]
    verdict = judged("GM", opponents, law=law, category="zonal")
    assert verdict.failed == ("1.44",)
    assert reason_of(verdict, "other_federations").outcome is Outcome.WAIVED


# ---------------------------------------------------------------- 1.45


@each_law
@pytest.mark.parametrize("title", ["FM", "WFM", "WIM"])
@pytest.mark.parametrize(("without", "norm"), [(4, True), (5, False)])
def test_1_45a_half_hold_titles(title: str, without: int, norm: bool, law: Regulation) -> None:
    opponents = some(some(field(), 6, title=title), without, title="CM")
    assert judged("GM", opponents, law=law).norm is norm
    if not norm:
        assert judged("GM", opponents, law=law).failed == ("1.45a",)


@each_law
@pytest.mark.parametrize(
    ("title", "article", "counts", "does_not"),
    [
        ("GM", "1.45b", ("GM",), "IM"),
        ("IM", "1.45c", ("IM", "GM"), "WGM"),
        ("WGM", "1.45d", ("WGM", "IM", "GM"), "WIM"),
        ("WIM", "1.45e", ("WIM", "WGM", "IM", "GM"), "FM"),
    ],
)
def test_1_45b_to_e_a_third_at_least_three(
    title: str, article: str, counts: tuple[str, ...], does_not: str, law: Regulation
) -> None:
    others = [replace(one, title=does_not) for one in field(title)]
    for holder in counts:
        assert judged(title, some(others, 3, title=holder), law=law).norm is True
        assert judged(title, some(others, 2, title=holder), law=law).failed == (article,)


@each_law
@pytest.mark.parametrize(("games", "least"), [(10, 4), (12, 4), (13, 5)])
def test_1_45_a_third_is_rounded_up(games: int, least: int, law: Regulation) -> None:
    others = [replace(one, title="IM", rating=2600) for one in field(count=games)]
    enough = some(others, least, title="GM")[::-1]
    assert judged("GM", enough, law=law).games_used == games
    too_few = some(others, least - 1, title="GM")[::-1]
    assert judged("GM", too_few, law=law).failed == ("1.45b",)
    assert judged("GM", too_few, law=law).norm is False


def test_1_45c_im_only_where_the_page_is_followed() -> None:
    law = LAW_2013.with_reading("FIDE.A4", "im_only")
    opponents = some(field("IM", title="FM"), 3, title="GM")
    assert judged("IM", opponents, law=LAW_2013).norm is True
    assert judged("IM", opponents, law=law).failed == ("1.45c",)


@pytest.mark.parametrize(("masters", "norm"), [(3, True), (2, False)])
def test_1_45f_double_round_robin_2024(masters: int, norm: bool) -> None:
    once = [
        replace(one, id=f"P{place}", title="GM" if place < masters else "IM")
        for place, one in enumerate(field(count=5))
    ]
    verdict = judged("GM", [*once, *once], format=EventFormat.DOUBLE_ROUND_ROBIN)
    assert (verdict.norm, verdict.all_games.mo) == (norm, masters)


@pytest.mark.parametrize(
    ("masters", "outcome"),
    [(4, Outcome.MET), (3, Outcome.UNDECIDED), (2, Outcome.UNDECIDED), (1, Outcome.NOT_MET)],
)
def test_1_45f_a_person_decides_where_the_wording_of_2013_is_lost(
    masters: int, outcome: Outcome
) -> None:
    once = [
        replace(one, id=f"P{place}", title="GM" if place < masters else "IM")
        for place, one in enumerate(field(count=5))
    ]
    verdict = judged("GM", [*once, *once], law=LAW_2013, format=EventFormat.DOUBLE_ROUND_ROBIN)
    assert verdict.outcome is outcome
    if outcome is Outcome.UNDECIDED:
        assert reason_of(verdict, "required_titles").asks == "double_round_wording"


def test_1_45f_at_least_six_players() -> None:
    once = [replace(one, id=f"P{place}") for place, one in enumerate(field(count=4))]
    three_times = [*once, *once, *once]
    verdict = judged("GM", three_times, format=EventFormat.DOUBLE_ROUND_ROBIN)
    assert "1.45f" in verdict.failed


# ---------------------------------------------------------------- 1.46 and 1.47


@each_law
@pytest.mark.parametrize("title", TITLES)
def test_1_46c_one_opponent_is_raised_to_the_floor(title: str, law: Regulation) -> None:
    floor = {"GM": 2200, "IM": 2050, "WGM": 2000, "WIM": 1850}[title]
    mean = LEVEL[title]
    opponents = some(field(title), 1, rating=floor - 300)
    verdict = judged(title, opponents, law=law)
    assert verdict.all_games.ra == (8 * mean + floor + 4) // 9
    assert reason_of(verdict, "raised_opponent").measured == {"rating": floor - 300}


@each_law
def test_1_46c_only_the_lowest_of_two_is_raised(law: Regulation) -> None:
    opponents = some(some(field(), 2, rating=2150), 1, rating=2100)
    assert judged("GM", opponents, law=law).all_games.ra == (7 * 2600 + 2200 + 2150 + 4) // 9


@pytest.mark.parametrize(("law", "rating"), [(LAW_2013, 1000), (LAW_2024, 1400)])
def test_1_46d_what_an_unrated_opponent_counts(law: Regulation, rating: int) -> None:
    opponents = some(field("WIM"), 2, rating=None)
    assert judged("WIM", opponents, law=law).all_games.ra == (7 * 2250 + 1850 + rating + 4) // 9


def test_1_46d_at_most_a_fifth_of_the_players_in_2013() -> None:
    strong = [replace(one, rating=2700) for one in field("WIM")]
    assert judged("WIM", some(strong, 2, rating=None), "=" * 9, law=LAW_2013).norm is True
    three = some(strong, 3, rating=None)
    assert judged("WIM", three, "1" * 9, law=LAW_2013).failed == ("1.46d",)
    assert judged("WIM", three, "1" * 9, law=LAW_2024).norm is True


@pytest.mark.parametrize(("lowest", "norm"), [(2596, True), (2595, False)])
def test_1_47b_a_half_rounds_up(lowest: int, norm: bool) -> None:
    """2599.5 is 2600: the sum of nine is 23396 (2599.56) or 23395 (2599.44)."""
    opponents = some(field(), 1, rating=lowest)
    assert judged("GM", opponents).norm is norm


# ---------------------------------------------------------------- 1.48


@each_law
@each_title
def test_1_48_one_point_of_performance_short(title: str, law: Regulation) -> None:
    opponents = [replace(one, rating=LEVEL[title] - 1) for one in field(title)]
    verdict = judged(title, opponents, law=law)
    assert verdict.failed == ("1.48",)
    assert verdict.needed_half_points == 10
    assert reason_of(verdict, "performance").required["half_points"] == 10


@each_law
@pytest.mark.parametrize(
    ("title", "mean"), [("GM", 2380), ("IM", 2230), ("WGM", 2180), ("WIM", 2030)]
)
def test_1_48a_least_mean_rating(title: str, mean: int, law: Regulation) -> None:
    enough = [replace(one, rating=mean) for one in field(title)]
    assert judged(title, enough, "1" * 9, law=law).norm is True
    short = [replace(one, rating=mean - 1) for one in enough]
    assert judged(title, short, "1" * 9, law=law).failed == ("1.48a",)


@each_law
def test_1_48b_35_percent_of_the_exact_points(law: Regulation) -> None:
    """4½ of 13 is 34.6 percent: 35 when rounded, and too little."""
    strong = [replace(one, rating=2800) for one in field(count=13)]
    too_few = judged("GM", strong, "0" * 4 + "=" * 9, law=law)
    assert too_few.failed == ("1.48b",)
    assert reason_of(too_few, "least_share").readings == ("FIDE.A9",)
    assert judged("GM", strong, "000" + "=" * 10, law=law).norm is True
    rounded = law.with_reading("FIDE.A9", "rounded_percent")
    assert judged("GM", strong, "0" * 4 + "=" * 9, law=rounded).norm is True


# ---------------------------------------------------------------- 1.21 C and 1.23b


def test_1_23b_olympiad_of_2013() -> None:
    changes = {"format": EventFormat.TEAM, "category": "olympiad", "rounds": 11}
    title_norm = judged("GM", field(), law=LAW_2013, **changes)
    assert (title_norm.kind, title_norm.counts_as_games) == ("title_norm", 20)
    weak_titles = [replace(one, title="FM") for one in field()]
    performance = judged("GM", weak_titles, law=LAW_2013, **changes)
    assert (performance.kind, performance.norm) == ("performance_norm", True)
    assert performance.counts_as_games == 13
    assert performance.failed == ("1.45b",)
    other = LAW_2013.with_reading("FIDE.A16", "never_automatic")
    assert judged("GM", weak_titles, law=other, **changes).norm is False


def test_1_23b_is_gone_in_2024() -> None:
    changes = {"format": EventFormat.TEAM, "category": "olympiad", "rounds": 11}
    assert judged("GM", field(), **changes).counts_as_games == 9
    assert judged("GM", [replace(one, title="FM") for one in field()], **changes).norm is False


# ---------------------------------------------------------------- verdicts


@each_law
def test_the_verdict_is_the_conjunction_of_its_reasons(law: Regulation) -> None:
    fields = [
        field(),
        some(field(), 9, title="IM"),
        some(field(), 7, federation="UKR"),
        field(count=8),
    ]
    for opponents in fields:
        verdict = judged("GM", opponents, law=law)
        assert verdict.outcome is all_of(one.outcome for one in verdict.reasons)
        assert {one.article for one in verdict.reasons} <= set(law.articles)


def test_an_unknown_title_or_category_is_refused() -> None:
    with pytest.raises(UnknownInNorm, match="title FM"):
        judged("FM", field())
    with pytest.raises(UnknownInNorm, match="category park"):
        judged("GM", field(), category="park")


def test_no_game_at_all_is_no_norm() -> None:
    verdict = judged("GM", [], rounds=9)
    assert (verdict.norm, verdict.all_games.ra, verdict.all_games.rp) == (False, None, None)

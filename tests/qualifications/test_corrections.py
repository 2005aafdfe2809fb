"""Late corrections of published lists."""

from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Any

import pytest
from django.db.models import Q
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.errors import Refused
from federation.models import Role, User
from federation.taken_back import taken_back
from qualifications.corrections.changes import (
    EventLeftOut,
    LateEvent,
    LineReleased,
    PlayerChange,
    ResultChange,
)
from qualifications.corrections.consequences import found_since
from qualifications.models import (
    Assessment,
    Correction,
    CorrectionStatus,
    LedgerEntry,
    LineCause,
    ListIssue,
    RatingPeriod,
    RatingRow,
    RatingRun,
    ResultCorrection,
)
from qualifications.models.ledger import LedgerKind
from qualifications.services.corrections import (
    correction_add,
    correction_compute,
    correction_discard,
    correction_draft,
    correction_remove,
    correction_sign,
)
from qualifications.services.objections import objection_answer, objection_raise
from qualifications.written_since import WrittenSince
from tests import world
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tournaments.models import EntryMove, Event, Game, GameKind

APRIL, JULY, OCTOBER, JANUARY = (
    *(date(2025, 4, 1), date(2025, 7, 1), date(2025, 10, 1), date(2026, 1, 1)),
)
MAY_1, AUGUST_1, NOVEMBER_1 = date(2025, 5, 1), date(2025, 8, 1), date(2025, 11, 1)
TODAY = date(2026, 5, 4)
NAMES = ("Бойко Ілля", "Гнатюк Остап", "Дзюба Орест", "Явір Данило")
FIGURES = (1980, 1900, 1860, 2050)


class Published:
    """Four players, an opening list of April, and a round robin in each of three quarters."""

    def __init__(
        self,
        federation: Federation,
        results: Mapping[date, list[int]] | None = None,
        *,
        fields: Mapping[date, dict[str, Any]] | None = None,
        also: Collection[date] = (),
    ) -> None:
        """`fields` are of the events by day, `also` days of further ones in the first quarter."""
        self.federation = federation
        self.signer = federation.person("signer", Role.MEMBER, federation.national)
        *self.players, self.stranger = federation.players(*NAMES, "Чумак Левко")
        federation.opening(
            APRIL, {p: (figure, 50) for p, figure in zip(self.players, FIGURES, strict=True)}
        )
        self.events = {}
        for day, list_on in ((MAY_1, JULY), (AUGUST_1, OCTOBER), (NOVEMBER_1, JANUARY)):
            of_event = (fields or {}).get(day, {})
            numbers = of_event.pop("entered", range(4))
            everybody = [*self.players, self.stranger]
            self.events[day] = self.play(
                day,
                (results or {}).get(day),
                players=[everybody[number] for number in numbers],
                **of_event,
            )
            for another in also:
                if list_on == JULY:
                    self.play(another, name="Пізній")
            federation.publish(list_on)

    @property
    def drafter(self) -> User:
        return self.federation.national_chair

    def play(self, day: date, half_points: list[int] | None = None, **fields: Any) -> Event:
        given = iter(half_points or [2, 1, 0, 1, 2, 0])
        return self.federation.event(
            fields.pop("players", self.players),
            everybody_against_everybody(4, lambda _white, _black: next(given)),
            starts_on=day,
            ends_on=day,
            **fields,
        )

    def game(self, day: date, place: int = 0) -> Game:
        return self.events[day].games.order_by("pk")[place]

    def draft(self, change) -> Correction:
        return correction_draft(change, reason="the arbiter’s report", user=self.drafter, at=NOW)

    def compute(self, correction: Correction) -> Correction:
        correction_compute(correction.pk, task_id="", clock=lambda: NOW, today=TODAY)
        correction.refresh_from_db()
        return correction

    def sign(self, correction: Correction, user: User | None = None) -> Correction:
        correction_sign(
            correction.pk,
            computed_at=correction.computed_at,
            user=user or self.signer,
            task_id="",
            clock=lambda: NOW,
            today=TODAY,
        )
        correction.refresh_from_db()
        return correction

    def correct(self, change) -> Correction:
        return self.sign(self.compute(self.draft(change)))


@pytest.fixture
def published(federation) -> Published:
    return Published(federation)


def lists() -> list[tuple]:
    """Every printed figure of every list in force, by the names of players."""
    rows = RatingRow.objects.filter(run__publication__isnull=False)
    return list(
        rows.order_by("run__period__list_on", "player__name").values_list(
            *("run__period__list_on", "player__name", "before", "games", "half_points"),
            *("expected_hundredths", "gain_hundredths", "development_factor", "change", "after"),
            *("games_total", "national", "crossed", "held"),
        )
    )


def results(event: Event) -> list[tuple]:
    entries = event.entries.order_by("number")
    return list(entries.values_list("number", "player__name", "half_points", "rank"))


def same(one: Callable[[], None], other: Callable[[], None]) -> None:
    """Two registries that end with the same lists; each is built and taken back."""
    found = []
    for build in (one, other):
        with taken_back():
            build()
            found.append((lists(), [results(event) for event in Event.objects.order_by("pk")]))
    assert found[0] == found[1]


SCORES = st.lists(st.integers(0, 2), min_size=6, max_size=6)


@pytest.mark.django_db
@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    wrong=st.fixed_dictionaries({MAY_1: SCORES, AUGUST_1: SCORES, NOVEMBER_1: SCORES}),
    day=st.sampled_from([MAY_1, AUGUST_1, NOVEMBER_1]),
    place=st.integers(0, 5),
    by=st.sampled_from([1, 2]),
)
def test_correcting_a_result_is_as_if_it_had_been_right_at_once(db, wrong, day, place, by):
    right = {when: list(scores) for when, scores in wrong.items()}
    right[day][place] = (wrong[day][place] + by) % 3

    def corrected() -> None:
        published = Published(Federation(), wrong)
        score = right[day][place]
        published.correct(
            ResultChange(published.game(day, place).pk, GameKind.PLAYED, score, 2 - score)
        )

    same(corrected, lambda: Published(Federation(), right))


def test_a_late_event_is_counted_as_if_it_had_been_admitted_at_once(db):
    day = date(2025, 6, 3)

    def late() -> None:
        published = Published(Federation())
        published.correct(LateEvent(published.play(day, name="Пізній").pk))

    same(late, lambda: Published(Federation(), also=[day]))


def test_another_person_behind_an_entry_is_as_if_named_at_once(db):
    def wrong() -> None:
        published = Published(Federation())
        entry = published.events[AUGUST_1].entries.get(number=2)
        published.correct(PlayerChange(entry.pk, published.stranger.pk))
        assert EntryMove.objects.get().from_player == published.players[1]

    same(wrong, lambda: Published(Federation(), fields={AUGUST_1: {"entered": (0, 4, 2, 3)}}))


def test_two_entered_for_each_other_are_as_if_named_rightly_at_once(db):
    def wrong() -> None:
        published = Published(Federation())
        entry = published.events[AUGUST_1].entries.get(number=2)
        published.correct(PlayerChange(entry.pk, published.players[2].pk, exchange=True))
        assert EntryMove.objects.count() == 2

    same(wrong, lambda: Published(Federation(), fields={AUGUST_1: {"entered": (0, 2, 1, 3)}}))


def test_an_event_left_out_is_as_if_never_submitted_for_calculation(db):
    """Another event of the quarter keeps its list: a list that counts nothing is not issued."""
    day = date(2025, 6, 3)

    def left_out() -> None:
        published = Published(Federation(), also=[day])
        published.correct(EventLeftOut(published.events[MAY_1].pk))
        assert not Event.objects.get(pk=published.events[MAY_1].pk).rated

    same(left_out, lambda: Published(Federation(), fields={MAY_1: {"rated": False}}, also=[day]))


def test_a_released_line_counts_its_games_from_its_list_on(federation):
    published = Published(federation)
    players = published.players
    published.play(date(2026, 2, 1))
    period = federation.compute(date(2026, 4, 1)).period
    objection = objection_raise(
        *(period, players[0]),
        text="played under another name",
        commission=federation.region_commission,
        user=federation.member,
        at=NOW,
    )
    federation.publish(period.list_on)
    change = LineReleased(period.pk, players[0].pk)
    with pytest.raises(Refused, match="First answer the objection"):
        published.draft(change)
    objection_answer(objection, upheld=False, answer="it was him", user=published.signer, at=NOW)
    period.refresh_from_db()
    held = RatingRow.objects.get(player=players[0], run=period.published_run)
    assert (held.held, held.after) == (True, held.before)
    correction = published.correct(change)
    line = correction.lines.get()
    assert (line.player, line.cause, line.new_row.held) == (players[0], LineCause.RELEASED, False)
    assert line.new_row.after == held.before + line.new_row.change != held.before


# --- what stays, what is kept ---------------------------------------------------------------------


def test_the_lists_as_issued_stay_and_are_marked(published):
    before = {
        issue.pk: list(issue.run.rows.order_by("pk").values()) for issue in ListIssue.objects.all()
    }
    game = published.game(AUGUST_1)
    correction = published.correct(ResultChange(game.pk, GameKind.PLAYED, 0, 2))
    for pk, rows in before.items():
        assert list(ListIssue.objects.get(pk=pk).run.rows.order_by("pk").values()) == rows
    again = ListIssue.objects.filter(correction=correction).order_by("period__list_on")
    assert [(i.period.list_on, i.number, i.issued_by) for i in again] == [
        (OCTOBER, 2, published.signer),
        (JANUARY, 2, published.signer),
    ]
    assert [i.run for i in again] == [i.period.published_run for i in again]
    kept = ResultCorrection.objects.get(correction=correction)
    assert (kept.event, kept.change["before"]) == (
        published.events[AUGUST_1],
        {"game_kind": "played", "white": 2, "black": 0},
    )


def test_until_it_is_signed_nothing_changes(published):
    before, stored = lists(), results(published.events[MAY_1])
    published.compute(published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2)))
    assert (lists(), results(published.events[MAY_1])) == (before, stored)


def test_computing_twice_changes_nothing(published):
    correction = published.compute(
        published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    )
    runs = list(RatingRun.objects.order_by("pk").values_list("pk", "digest"))
    lines = list(correction.lines.order_by("pk").values())
    published.compute(correction)
    assert list(RatingRun.objects.order_by("pk").values_list("pk", "digest")) == runs
    assert list(correction.lines.order_by("pk").values()) == lines


def test_the_difference_names_each_line_and_why(published):
    """1–0 becomes 0–1 in May: the two of that game, and everybody later through the list before."""
    game = published.game(MAY_1)
    correction = published.compute(published.draft(ResultChange(game.pk, "played", 0, 2)))
    own = {game.white.player_id, game.black.player_id}
    first = correction.lines.filter(period__list_on=JULY)
    assert {(line.player_id, line.cause) for line in first} == {
        (player, LineCause.CHANGED) for player in own
    }
    later = correction.lines.filter(period__list_on=OCTOBER)
    assert {line.cause for line in later if line.player_id in own} == {LineCause.LIST_BEFORE}
    assert {line.cause for line in later if line.player_id not in own} <= {LineCause.OPPONENT}
    for line in correction.lines.select_related("old_row", "new_row"):
        assert line.old_row.run == line.period.published_run
        assert line.new_row.run.correction == correction


def test_a_list_that_stays_the_same_is_not_issued_again(published):
    """A game lost without play counts for no coefficient, whoever is said to have won it."""
    event = published.play(date(2025, 6, 3), [1] * 6, kind="forfeit")
    published.correct(LateEvent(event.pk))
    game = event.games.order_by("pk").first()
    correction = published.compute(published.draft(ResultChange(game.pk, "forfeit", 0, 0)))
    assert (correction.runs.count(), correction.lines.count()) == (0, 0)
    issues = ListIssue.objects.count()
    published.sign(correction)
    assert ListIssue.objects.count() == issues
    game.refresh_from_db()
    assert (game.white_half_points, game.black_half_points) == (0, 0)


def test_a_discarded_draft_leaves_no_trace_in_lists(published):
    before = RatingRun.objects.count()
    correction = published.compute(
        published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    )
    with pytest.raises(Refused, match="Say why"):
        correction_discard(correction, because=" ", user=published.signer, at=NOW)
    correction_discard(correction, because="it was right", user=published.signer, at=NOW)
    assert (RatingRun.objects.count(), correction.lines.count()) == (before, 0)
    with pytest.raises(Refused, match="discarded already"):
        correction_discard(correction, because="again", user=published.signer, at=NOW)


# --- refusals -------------------------------------------------------------------------------------


def test_who_drafted_does_not_sign(published):
    correction = published.compute(
        published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    )
    with pytest.raises(Refused, match="another member has to sign"):
        published.sign(correction, published.drafter)
    correction.refresh_from_db()
    assert correction.status == CorrectionStatus.DRAFT
    assert "another member has to sign" in correction.failure


def test_what_was_not_computed_is_not_signed(published):
    correction = published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    with pytest.raises(Refused, match="Compute the correction first"):
        published.sign(correction)


def test_after_another_correction_it_is_computed_again(published):
    first = published.compute(
        published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    )
    other = published.compute(
        published.draft(ResultChange(published.game(MAY_1, 5).pk, "played", 2, 0))
    )
    published.sign(other)
    with pytest.raises(Refused, match="Compute it again"):
        published.sign(first)
    published.sign(published.compute(first))
    assert ListIssue.objects.filter(period__list_on=JULY).count() == 3


def test_after_the_next_list_it_is_computed_again(published, federation):
    correction = published.compute(
        published.draft(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    )
    published.play(date(2026, 2, 1))
    federation.publish(date(2026, 4, 1))
    with pytest.raises(Refused, match="Compute it again"):
        published.sign(correction)
    published.sign(published.compute(correction))
    assert ListIssue.objects.get(period__list_on=date(2026, 4, 1), number=2)


def test_the_next_draft_is_computed_again_after_a_correction(published, federation):
    published.play(date(2026, 2, 1))
    draft = federation.compute(date(2026, 4, 1))
    published.correct(ResultChange(published.game(MAY_1).pk, "played", 0, 2))
    again = federation.compute(date(2026, 4, 1))
    assert (again.pk != draft.pk, again.base) == (
        True,
        RatingPeriod.objects.get(list_on=JANUARY).published_run,
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p: ResultChange(10**6, "played", 2, 0), "no such game"),
        (lambda p: ResultChange(p.game(MAY_1).pk, "played", 2, 0), "Choose another one"),
        (lambda p: ResultChange(p.game(MAY_1).pk, "played", 2, 1), "one point in all"),
        (lambda p: ResultChange(p.game(MAY_1).pk, "absent", 0, 0), "one point in all"),
        (
            lambda p: PlayerChange(p.events[MAY_1].entries.first().pk, p.players[1].pk),
            "plays in this tournament already",
        ),
        (
            lambda p: PlayerChange(p.events[MAY_1].entries.first().pk, p.players[0].pk),
            "the same person",
        ),
        (lambda p: PlayerChange(10**6, p.players[0].pk), "no such player"),
        (lambda p: LateEvent(p.events[MAY_1].pk), "counted this tournament already"),
        (lambda p: LateEvent(10**6), "no tournament with this number"),
        (lambda p: LateEvent(p.play(date(2026, 2, 1)).pk), "No published list should have"),
        (lambda p: LateEvent(p.play(date(2025, 3, 31)).pk), "No published list should have"),
        (lambda p: LateEvent(p.play(MAY_1, rated=False).pk), "submitted for calculation"),
        (lambda p: EventLeftOut(p.play(date(2026, 2, 1)).pk), "no late correction is needed"),
        (
            lambda p: LineReleased(RatingPeriod.objects.get(list_on=JULY).pk, p.players[0].pk),
            "not held in a published list",
        ),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_with_the_reason(published, change, words):
    with pytest.raises(Refused, match=words):
        published.draft(change(published))
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("day", "counted"), [(date(2025, 4, 1), JULY), (date(2025, 6, 30), JULY), (JULY, OCTOBER)]
)
def test_a_late_event_belongs_to_the_list_of_its_last_day(published, day, counted):
    correction = published.draft(LateEvent(published.play(day).pk))
    assert correction.first_period.list_on == counted


def test_a_draft_grows_and_shrinks_and_begins_with_its_earliest_list(published):
    later = ResultChange(published.game(NOVEMBER_1).pk, "played", 0, 2)
    earlier = ResultChange(published.game(MAY_1).pk, "forfeit", 0, 2)
    correction = published.draft(later)
    correction = correction_add(correction, earlier, user=published.drafter)
    assert correction.first_period.list_on == JULY
    with pytest.raises(Refused, match="changes that already"):
        correction_add(correction, earlier, user=published.drafter)
    with pytest.raises(Refused, match="Only the person who drafted"):
        correction_remove(correction, 1, user=published.signer)
    correction = published.compute(correction)
    correction = correction_remove(correction, 1, user=published.drafter)
    assert (correction.first_period.list_on, correction.computed_at) == (JANUARY, None)
    correction = published.compute(correction)
    assert [run.period.list_on for run in correction.runs.all()] == [JANUARY]
    with pytest.raises(Refused, match="Discard it instead"):
        correction_remove(correction, 0, user=published.drafter)


def test_each_change_is_checked_after_the_ones_before_it(published):
    """Number 1 was a stranger, so who stood there can have played under number 2."""
    first, second = published.events[MAY_1].entries.order_by("number")[:2]
    taken = PlayerChange(second.pk, first.player_id)
    with pytest.raises(Refused, match="plays in this tournament already"):
        published.draft(taken)
    correction = published.draft(PlayerChange(first.pk, published.stranger.pk))
    correction = correction_add(correction, taken, user=published.drafter)
    published.sign(published.compute(correction))
    names = published.events[MAY_1].entries.order_by("number").values_list("player__name")
    assert [name for (name,) in names[:2]] == ["Чумак Левко", "Бойко Ілля"]
    moves = EntryMove.objects.order_by("pk").values_list("from_player__name", "to_player__name")
    assert list(moves) == [("Бойко Ілля", "Чумак Левко"), ("Гнатюк Остап", "Бойко Ілля")]


def test_what_another_correction_has_done_is_named_and_can_be_taken_out(published):
    one, two, three = (
        ResultChange(published.game(MAY_1, place).pk, "played", white, 2 - white)
        for place, white in ((0, 0), (1, 2), (2, 2))
    )
    correction = published.draft(one)
    for another in (two, three):
        correction_add(correction, another, user=published.drafter)
    published.compute(correction)
    both = published.draft(one)
    correction_add(both, two, user=published.drafter)
    published.sign(published.compute(both))
    for work in (published.sign, published.compute):
        with pytest.raises(Refused, match="another correction may have done it meanwhile"):
            work(correction)
    correction.refresh_from_db()
    assert "Change 1: This is the result that the registry has" in correction.failure
    for _again in range(2):
        correction = correction_remove(correction, 0, user=published.drafter)
    published.sign(published.compute(correction))
    assert ResultCorrection.objects.filter(correction=correction).count() == 1
    assert ListIssue.objects.filter(period__list_on=JULY).count() == 3


def test_a_correction_needs_a_reason(published):
    change = ResultChange(published.game(MAY_1).pk, "played", 0, 2)
    with pytest.raises(Refused, match="Say why"):
        correction_draft(change, reason=" ", user=published.drafter, at=NOW)


# --- what else is touched -------------------------------------------------------------------------


def test_a_norm_that_a_corrected_result_takes_is_foretold_and_then_voided(
    admitted_event, published_lists, member, national_chair
):
    """Whoever met a norm with just the points it asks loses a game that was won."""
    world.award_all(user=member)
    norm = next(
        line
        for line in LedgerEntry.objects.filter(event=admitted_event, kind=LedgerKind.NORM_MET)
        if line.details["scored_half_points"] - line.details["norm_half_points"] < 2
        and _won(line).exists()
    )
    game = _won(norm).first()
    white, black = (0, 2) if game.white.player_id == norm.player_id else (2, 0)
    correction = correction_draft(
        ResultChange(game.pk, "played", white, black), reason="report", user=member, at=world.NOW
    )
    correction_compute(correction.pk, task_id="", clock=lambda: world.NOW, today=world.TODAY)
    correction.refresh_from_db()
    told = correction.consequences
    assert ("norm_met", norm.player_id, norm.grade) in {
        (line["kind"], line["player"], line["grade"]) for line in told["gone"]
    }
    assert (norm.player_id, norm.grade) in {
        (line["player"], line["grade"]) for line in told["resting"]
    }
    assert admitted_event.pk in told["events"]
    assert LedgerEntry.objects.filter(pk=norm.pk, voided_by=None).exists()
    written = WrittenSince.now()
    correction_sign(
        correction.pk,
        computed_at=correction.computed_at,
        user=national_chair,
        task_id="",
        clock=lambda: world.NOW,
        today=world.TODAY,
    )
    assert not LedgerEntry.objects.filter(pk=norm.pk, voided_by=None).exists()
    assert found_since(written) == told
    awarded = LedgerEntry.objects.filter(player=norm.player_id, kind=LedgerKind.AWARDED)
    assert awarded.filter(grade=norm.grade, voided_by=None).exists()
    now = Assessment.objects.get(event=admitted_event, scheme="ua", current=True)
    assert now.because_correction == correction


def test_a_norm_met_with_fewer_points_still_holds_and_so_does_its_award(
    admitted_event, published_lists, member
):
    """Whoever met a norm with two points to spare loses a game that was won."""
    world.award_all(user=member)
    norm = next(
        line
        for line in LedgerEntry.objects.filter(event=admitted_event, kind=LedgerKind.NORM_MET)
        if line.details["scored_half_points"] - line.details["norm_half_points"] >= 4
        and _won(line).exists()
    )
    game = _won(norm).first()
    white, black = (0, 2) if game.white.player_id == norm.player_id else (2, 0)
    correction = correction_draft(
        ResultChange(game.pk, "played", white, black), reason="report", user=member, at=world.NOW
    )
    correction_compute(correction.pk, task_id="", clock=lambda: world.NOW, today=world.TODAY)
    correction.refresh_from_db()
    told = correction.consequences
    [altered] = [
        line
        for line in told["altered"]
        if (line["player"], line["kind"], line["grade"]) == (norm.player_id, norm.kind, norm.grade)
    ]
    scored = norm.details["scored_half_points"]
    assert altered["was"]["scored_half_points"] == scored
    assert altered["details"]["scored_half_points"] == scored - 2
    assert [told["gone"], told["new"], told["resting"]] == [[], [], []]


def _won(line: LedgerEntry):
    player = line.player_id
    return Game.objects.filter(event=line.event, kind="played").filter(
        Q(white__player=player, white_half_points=2) | Q(black__player=player, black_half_points=2)
    )

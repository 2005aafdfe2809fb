"""Decrees that rest on changed data: the decree stands, its body is told once and answers once."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from federation.access import access_on
from federation.errors import Refused
from federation.models import Role, User
from qualifications.changed_bases import changed_bases_of, changed_bases_on_desk, policy_on
from qualifications.models import AwardPolicy, ChangedBasis, Decree, DecreeLine, LedgerEntry
from qualifications.models.decrees import PoliciesAreAppendOnly
from qualifications.presenting_changed_bases import change_view
from qualifications.selectors import player_card
from qualifications.services.assessment import event_reassess
from qualifications.services.changed_answers import award_policy_decide, changed_basis_answer
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import DecreeText
from qualifications.services.moved_entries import entry_move
from tests import world
from tests.samples import people
from tournaments.models import Entry, Event, Game

TEXT = DecreeText("77", world.TODAY, "Суми")


@pytest.fixture
def decree(admitted_event: Event, clerk: User, member: User) -> Decree:
    """Everything earned in the event, awarded."""
    return world.decree(world.commission(), drafter=clerk, approver=member)


@pytest.fixture
def line(decree: Decree) -> DecreeLine:
    """The award of the second rank."""
    return decree.lines.filter(act="award").select_related("norm__event", "player").earliest("pk")


Act = Callable[[], None]


@pytest.fixture
def taken_away(line: DecreeLine, chair: User) -> Act:
    """Somebody else had played: the result goes to that person."""

    def move() -> None:
        entry = Entry.objects.get(event=line.norm.event, player=line.player)
        [other] = world.register_players(people(1, seed=99))
        entry_move(entry, other, reason="протокол", user=chair, at=world.NOW, today=world.TODAY)

    return move


def lose_a_game(line: DecreeLine, chair: User) -> None:
    """The player lost a game that had been recorded as won; the event is judged again."""
    entry = Entry.objects.get(event=line.norm.event, player=line.player)
    game = Game.objects.filter(white=entry, white_half_points=2)[:1]
    black = Game.objects.filter(black=entry, black_half_points=2)[:1]
    found = next(iter([*game, *black]))
    Game.objects.filter(pk=found.pk).update(
        white_half_points=F("black_half_points"), black_half_points=F("white_half_points")
    )
    Entry.objects.filter(pk=entry.pk).update(half_points=F("half_points") - 2)
    event_reassess(Event.objects.get(pk=entry.event_id), user=chair, at=world.NOW)


def answer(basis: ChangedBasis, user: User, choice: str, text: DecreeText | None = TEXT):
    return changed_basis_answer(
        basis, choice=choice, words="рішення комісії", text=text, user=user, at=world.NOW
    )


def policy(choice: str, user: User, day: date = world.TODAY) -> AwardPolicy:
    return award_policy_decide(
        commission=world.commission(),
        choice=choice,
        in_force_from=day,
        document="протокол 5",
        user=user,
        at=world.NOW,
        today=world.TODAY,
    )


def on_desk(user: User) -> list[ChangedBasis]:
    return changed_bases_on_desk(access_on(user, on=world.TODAY))


def test_approving_and_judging_the_same_again_note_nothing(decree, admitted_event, chair) -> None:
    event_reassess(admitted_event, user=chair, at=world.NOW)
    assert ChangedBasis.objects.count() == 0


def test_a_result_that_goes_to_another_leaves_the_decree_and_tells_its_body(
    decree, line, taken_away, chair
) -> None:
    frozen = (decree.frozen, decree.digest)
    taken_away()
    decree.refresh_from_db()
    assert (decree.frozen, decree.digest) == frozen
    assert player_card(line.player, on=world.TODAY).standing.grade == line.grade
    told = [basis for basis in on_desk(chair) if basis.line_id == line.pk]
    assert [basis.difference["holds"] for basis in told] == [[True, False]]
    assert told[0].difference["outcome"] == ["met", ""]
    assert change_view(told[0])["means"] == (
        "It was earned when the decree was approved, and is not earned any more."
    )
    assert on_desk(world.mandated("afar", Role.CHAIR, "KHA")) == []


def test_the_same_difference_is_noted_once_and_another_one_takes_its_place(line, chair) -> None:
    event = line.norm.event
    lose_a_game(line, chair)
    first = ChangedBasis.objects.get(line=line)
    scored, then = first.difference["scored_half_points"]
    assert scored - then == 2
    event_reassess(event, user=chair, at=world.NOW)
    assert ChangedBasis.objects.filter(line=line).count() == 1
    lose_a_game(line, chair)
    assert [basis.line_id for basis in on_desk(chair)].count(line.pk) == 1
    with pytest.raises(Refused, match="changed again since"):
        answer(first, chair, "stands")


def test_of_a_norm_that_is_written_anew_with_other_points_no_policy_speaks(
    line, chair, client: Client, clock
) -> None:
    verdict = line.norm.verdict
    spare = (verdict.scored_half_points - verdict.norm_half_points) // 2
    assert spare > 0
    lose_a_game(line, chair)
    assert LedgerEntry.objects.filter(voids=line.norm).count() == 1
    basis = ChangedBasis.objects.get(line=line)
    assert "holds" not in basis.difference
    assert "outcome" not in basis.difference
    assert change_view(basis)["means"] == "It is still earned; the figures are others now."
    policy("annulled", chair)
    client.force_login(chair)
    form = client.get(reverse("changed-basis", args=[basis.pk])).context["form"]
    assert form.initial["choice"] == "stands"
    answer(basis, chair, "stands")
    basis.refresh_from_db()
    assert basis.policy is None


def test_an_answer_is_given_once_with_words_and_the_policy_of_the_day(
    line, taken_away, member, chair
) -> None:
    chosen = policy("stands", chair)
    taken_away()
    policy("annulled", chair, world.TODAY + timedelta(days=1))
    basis = next(one for one in on_desk(member) if one.line_id == line.pk)
    with pytest.raises(Refused, match="Say why"):
        changed_basis_answer(basis, choice="stands", words=" ", user=member, at=world.NOW)
    assert answer(basis, member, "stands") is None
    basis.refresh_from_db()
    assert (basis.choice, basis.policy, basis.answered_by) == ("stands", chosen, member)
    assert change_view(basis)["policy"].startswith("As the policy of the body since")
    with pytest.raises(Refused, match="has answered this meanwhile"):
        answer(basis, chair, "annulled")
    assert line.pk not in [one.line_id for one in on_desk(member)]


def test_an_annulment_is_drafted_and_in_force_only_when_another_approves(
    decree, line, taken_away, member, chair
) -> None:
    taken_away()
    waiting = on_desk(member)
    basis = next(one for one in waiting if one.line_id == line.pk)
    with pytest.raises(Refused, match="number"):
        answer(basis, member, "annulled", text=None)
    draft = answer(basis, member, "annulled")
    assert (draft.annuls, draft.status, draft.reason) == (decree, "draft", "рішення комісії")
    assert player_card(line.player, on=world.TODAY).standing.grade == line.grade
    decree_approve(draft, version=1, user=chair, at=world.NOW)
    assert player_card(line.player, on=world.TODAY).standing.grade != line.grade
    assert on_desk(member) == []
    changed = changed_bases_of([decree.commission]).get(pk=basis.pk)
    assert (changed.in_force, changed.later) == (False, False)


def test_an_award_alone_is_revoked_and_the_other_lines_stay(
    decree, line, taken_away, member, chair
) -> None:
    others = decree.lines.exclude(player=line.player)
    held = {one.pk: player_card(one.player, on=world.TODAY).standing.grade for one in others}
    assert held
    taken_away()
    basis = next(one for one in on_desk(member) if one.line_id == line.pk)
    with pytest.raises(Refused, match="from which day"):
        answer(basis, member, "revoked")
    draft = changed_basis_answer(
        basis,
        choice="revoked",
        words="не грав",
        text=TEXT,
        holds_no_more_from=line.effective_on,
        user=member,
        at=world.NOW,
    )
    [revoking] = draft.lines.all()
    assert (revoking.act, revoking.player, revoking.note) == ("revoke", line.player, "не грав")
    assert player_card(line.player, on=world.TODAY).standing.grade == line.grade
    decree_approve(draft, version=1, user=chair, at=world.NOW)
    assert player_card(line.player, on=line.effective_on).standing.grade != line.grade
    assert {
        one.pk: player_card(one.player, on=world.TODAY).standing.grade for one in others
    } == held
    change = change_view(changed_bases_of([decree.commission]).get(pk=basis.pk))
    assert change["status"]["word"] == "revoked by a decree"


@pytest.mark.parametrize(
    ("day", "choice", "document", "refusal"),
    [
        (world.TODAY - timedelta(days=1), "stands", "протокол", "today or a later day"),
        (world.TODAY, "stands", " ", "Name the document"),
        (world.TODAY, "perhaps", "протокол", "Choose whether"),
        (world.TODAY, "annulled", "протокол", "holds on that day already"),
    ],
)
def test_a_policy_that_is_refused(chair, day, choice, document, refusal) -> None:
    policy("annulled", chair)
    with pytest.raises(Refused, match=refusal):
        award_policy_decide(
            commission=world.commission(),
            choice=choice,
            in_force_from=day,
            document=document,
            user=chair,
            at=world.NOW,
            today=world.TODAY,
        )


def test_a_policy_holds_from_its_day_until_the_next_and_is_never_changed(chair) -> None:
    later = world.TODAY + timedelta(days=10)
    first, second = policy("stands", chair), policy("annulled", chair, later)
    own = world.commission()
    days = (world.TODAY - timedelta(days=1), world.TODAY, later - timedelta(days=1), later)
    assert [policy_on(own, day) for day in days] == [None, first, first, second]
    assert policy_on(world.commission("KHA"), later) is None
    for change in (first.save, first.delete, AwardPolicy.objects.all().delete):
        with pytest.raises(PoliciesAreAppendOnly):
            change()


def test_the_pages_from_the_desk_to_the_annulment(
    line, taken_away, member, chair, client: Client, clock
) -> None:
    taken_away()
    basis = ChangedBasis.objects.get(line=line)
    page = reverse("changed-basis", args=[basis.pk])
    client.force_login(chair)
    assert page in client.get(reverse("desk")).content.decode()
    assert page in client.get(reverse("changed-basis-list")).content.decode()
    policies = reverse("award-policy")
    chosen = {"choice": "annulled", "in_force_from": world.TODAY, "document": "протокол 5"}
    assert client.post(policies, chosen).status_code == 302
    assert "протокол 5" in client.get(policies).content.decode()
    text = client.get(page).content.decode()
    assert "the whole decree of such an award is annulled" in text
    assert "stands no more" in text
    typed = {"choice": "annulled", "words": "не грав"}
    missing = client.post(page, typed)
    assert missing.status_code == 422
    assert set(missing.context["form"].errors) == {"number", "dated_on", "place"}
    sent = client.post(page, typed | {"number": "9", "dated_on": world.TODAY, "place": "Суми"})
    draft = Decree.objects.get(annuls=line.decree)
    assert sent.url == reverse("decree-detail", args=[draft.pk])
    done = client.get(page).content.decode()
    assert "As the policy of the body since" in done
    assert "Record the answer" not in done
    everything = client.get(reverse("changed-basis-list") + "?state=all").content.decode()
    assert page in everything

"""Judging an event under every scheme that the registry keeps: one set of facts, many laws.

Nothing here is stored: admission records what comes out, the page of admission only shows it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from qualifications.engine import assess_event
from qualifications.engine.facts import EventFacts
from qualifications.engine.fide.norm import NormVerdict
from qualifications.engine.fide.tables import FideTables
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.fide_b01 import large_swiss, norm_made
from qualifications.engine.verdict import Outcome, Reason, Verdict
from qualifications.factfiles.event import facts_for
from qualifications.facts import GatheredFacts, gather_event
from qualifications.grades import SCHEME, earned, highest_of_each, schemes_kept
from qualifications.law import LawBook
from tournaments.models import Event

NEAR_HALF_POINTS = 2
"""A FIDE norm that was missed by at most so many half-points is kept with its reasons."""
NEAR_REASONS = 1
"""… or by so many requirements, the points included."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one scheme says about an event."""

    scheme: str
    law: Regulation | None
    """None: the registry holds no edition for the event's day."""
    verdicts: tuple[Verdict, ...]
    """Of FIDE only those that are met, open or nearly met."""
    out_of_reach: int = 0
    """Verdicts left out because they were far from being met."""
    facts_missing: bool = False
    """Nothing was judged: the file has none of the facts that the scheme asks about players."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An event with its facts and what each scheme says, the home scheme first."""

    gathered: GatheredFacts
    judgements: Mapping[str, Judgement]

    @property
    def home(self) -> Judgement:
        return self.judgements[SCHEME]

    def earned(self, scheme: str) -> tuple[Verdict, ...]:
        """Verdicts that go into the ledger, in the order of the engine."""
        verdicts = self.judgements[scheme].verdicts
        met = [(v.participant, v.grade) for v in verdicts if v.outcome is Outcome.MET]
        if scheme == SCHEME:
            held = {number: one.grade_at_the_end for number, one in self.gathered.held.items()}
            written = earned(met, held)
        else:
            written = highest_of_each(met)
        return tuple(v for v in verdicts if (v.participant, v.grade) in written)


def judge_event(event: Event) -> Judged:
    """Judge an event by the law as it is read on its day. Constant number of queries."""
    book = LawBook.read()
    return _judge(event, gather_event(event, book.law_for_event(SCHEME, event)), book)


def _judge(event: Event, gathered: GatheredFacts, book: LawBook) -> Judged:
    return Judged(
        gathered,
        {
            scheme: judge_under(scheme, book.law_for_event(scheme, event), gathered)
            for scheme in schemes_kept()
        },
    )


def judge_under(scheme: str, law: Regulation | None, gathered: GatheredFacts) -> Judgement:
    """What one scheme says about facts in hand."""
    if law is None:
        return Judgement(scheme, None, ())
    if scheme != "fide":
        return Judgement(scheme, law, assess_event(facts_for(gathered.facts, scheme), law))
    if not gathered.fide_said:
        return Judgement(scheme, law, (), facts_missing=True)
    verdicts = assess_event(_of_a_known_kind(gathered.facts, law), law)
    kept = tuple(verdict for verdict in verdicts if came_near(verdict))
    return Judgement(scheme, law, kept, out_of_reach=len(verdicts) - len(kept))


@dataclass(frozen=True, slots=True)
class NormMade:
    """A FIDE norm with what an application needs to know of it (1.50 to 1.54)."""

    verdict: NormVerdict
    large_swiss: bool | None
    """1.5.6 a; None where the ratings do not tell."""


def fide_norm_made(
    event: Event, number: int, title: str, *, applied_under: Regulation
) -> NormMade | None:
    """The norm of one participant, by the edition of the event (1.54); None without facts to judge.

    What 1.5.6 asks is read in the edition that the application is made under. Constant number of
    queries.
    """
    book = LawBook.read()
    law = book.law_for_event("fide", event)
    gathered = gather_event(event, book.law_for_event(SCHEME, event))
    if law is None or not gathered.fide_said:
        return None
    facts = _of_a_known_kind(gathered.facts, law)
    try:
        verdict = norm_made(number, title, facts, law)
    except KeyError:
        return None
    return NormMade(verdict, large_swiss(facts, applied_under))


def _of_a_known_kind(facts: EventFacts, law: Regulation) -> EventFacts:
    """An event of a kind that the edition does not treat apart is one like any other."""
    if facts.fide.category in law.tables_as(FideTables).categories:
        return facts
    return replace(facts, fide=replace(facts.fide, category="open"))


def came_near(verdict: Verdict) -> bool:
    """Whether a norm is met, open, or missed by one requirement and at most a point.

    What the event itself lacks (registration, clocks) does not make a result a distant one.
    """
    if verdict.outcome is not Outcome.NOT_MET:
        return True
    if not verdict.routes:
        return False
    failed = min(
        sum(reason.outcome is Outcome.NOT_MET for reason in route.reasons)
        for route in verdict.routes
    )
    if failed > NEAR_REASONS:
        return False
    needed = verdict.norm_half_points
    return needed is None or needed - verdict.scored_half_points <= NEAR_HALF_POINTS


def questions_of(verdicts: Iterable[Verdict]) -> list[str]:
    """Keys of the facts that open verdicts ask for, the most asked first."""
    asked: Counter[str] = Counter()
    for verdict in verdicts:
        if verdict.outcome is Outcome.UNDECIDED:
            asked.update(list(dict.fromkeys(r.asks for r in reasons_of(verdict) if r.asks)))
    return [key for key, _count in asked.most_common()]


def reasons_of(verdict: Verdict) -> tuple[Reason, ...]:
    """All reasons of a verdict: conditions, then route by route."""
    return (*verdict.conditions, *(r for route in verdict.routes for r in route.reasons))

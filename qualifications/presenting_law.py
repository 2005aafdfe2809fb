"""An edition of the regulation for people: its table, articles, misprints and readings."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from qualifications.engine import all_regulations
from qualifications.engine.editions import JUDGING, SCHEMES
from qualifications.engine.registry import READINGS_WRITTEN, states_of
from qualifications.engine.regulation import Article, Reading, Regulation
from qualifications.engine.states.state import RuleState, State
from qualifications.grades import LADDERS, schemes_kept
from qualifications.law import edition_named, in_force
from qualifications.models import ReadingDecision
from qualifications.presenting import text_language, title_language
from qualifications.presenting_rating_tables import rating_tables
from qualifications.presenting_tables import Table, tables_view
from qualifications.presenting_verdicts import scheme_name
from qualifications.services.readings import choices_open
from qualifications.wording import ASKS, grade_name


def translated(words: str) -> str:
    """Words that an edition's files hold in English, in the language of the page."""
    return _(words) if words else ""


def norm_table(law: Regulation) -> Table:
    """The table of ranks as printed: a row per percentage, a column per rank."""
    return next(table for table in tables_view(law) if table.key == "rank-norms")


_CLASSES: tuple[tuple[str, str | None, int], ...] = (
    ("none", None, 0),
    ("Y1", "ua.youth_1", 0),
    ("R3", "ua.rank_3", 0),
    ("R2", "ua.rank_2", 0),
    ("R1", "ua.rank_1", 0),
    ("R1+1", "ua.rank_1", 1),
    ("R1+2", "ua.rank_1", 2),
    ("KMS", "ua.kmsu", 0),
    ("MSU", "ua.msu", 0),
    ("GM", "ua.gm", 0),
)
"""Classes of participants from the lowest up: key of the edition's table, grade, points."""


def ladder_view(law: Regulation) -> list[dict[str, Any]]:
    """Classes of participants from the lowest up: name, value, and for ranks the table's reach."""
    reach = law.tables.rank_norms[0].cells
    steps = []
    for key, grade, points in _CLASSES:
        name = grade_name(grade)
        if points:
            name = ngettext(
                "%(grade)s with %(n)d candidate point",
                "%(grade)s with %(n)d candidate points",
                points,
            ) % {"grade": name, "n": points}
        lowest, highest = (
            law.tables.column(grade) if grade and grade in reach and not points else ("", "")
        )
        steps.append(
            {
                "name": name,
                "value": law.tables.class_values[key].value,
                "lowest": lowest,
                "highest": highest,
            }
        )
    return steps


def regulation_list() -> list[dict[str, Any]]:
    """Every edition that the registry holds, the home scheme first, the latest edition first."""
    order = [*LADDERS, *(key for key in SCHEMES if key not in LADDERS)]
    laws = sorted(
        all_regulations(), key=lambda law: (order.index(law.scheme), -law.in_force_from.toordinal())
    )
    return [
        {
            "law": law,
            "language": title_language(law),
            "scheme": scheme_name(law.scheme),
            "articles": len(law.articles),
            "readings": len(law.readings),
            "errata": len(law.errata),
            "judges": law.scheme in schemes_kept() or law.scheme not in JUDGING,
        }
        for law in laws
    ]


def regulation_view(
    law: Regulation, decisions: Sequence[ReadingDecision], *, on: date
) -> dict[str, Any]:
    """Everything that the page of an edition shows.

    `law` is read as on the day `on`; `decisions` are all that were recorded on the edition.
    """
    states = states_of(law)
    articles = [_article(article, law, states.get(article.id)) for article in law.articles.values()]
    counted = Counter(article["state"] for article in articles)
    from_file = edition_named(law.edition) or law
    return {
        "law": law,
        "title_language": title_language(law),
        "text_language": text_language(law),
        "scheme": scheme_name(law.scheme),
        "tables": tables_view(law) if law.scheme in JUDGING else rating_tables(law),
        "articles": articles,
        "counts": [
            {"name": _(name), "count": counted[state]}
            for state, name in STATES.items()
            if counted[state]
        ],
        "later": [article for article in articles if article["state"] == State.NOT_YET_WRITTEN],
        "errata": [
            {
                "id": erratum.id,
                "article": erratum.article,
                "kept": erratum.status == "kept",
                "place": translated(erratum.place),
                "printed": erratum.printed,
                "used": erratum.used,
                "reason": translated(erratum.reason).removesuffix("."),
                "question": erratum.question,
            }
            for erratum in law.errata.values()
        ],
        "readings": [
            reading_view(
                reading,
                from_file.readings[reading.id],
                [d for d in decisions if d.question == reading.id],
                on=on,
            )
            for reading in law.readings.values()
        ],
    }


STATES = {
    State.DECIDED: gettext_noop("decided by the registry"),
    State.ASKED: gettext_noop("asked of a person"),
    State.NOT_OURS: gettext_noop("not for the registry to judge"),
    State.NOT_YET_WRITTEN: gettext_noop("comes later"),
}
"""What becomes of a rule, in words."""
TONES = {
    State.DECIDED: "good",
    State.ASKED: "info",
    State.NOT_OURS: "neutral",
    State.NOT_YET_WRITTEN: "wait",
}


def _article(article: Article, law: Regulation, rule: RuleState | None) -> dict[str, Any]:
    state = rule.state if rule else State.NOT_YET_WRITTEN
    return {
        "id": article.id,
        "place": article.place,
        "text": article.text,
        "summary": translated(article.summary),
        "state": state,
        "state_name": _(STATES[state]),
        "tone": TONES[state],
        "why": translated(rule.why) if rule else "",
        "asks": [ask_words(key) for key in rule.asks] if rule else [],
        "readings": [r.id for r in law.readings.values() if article.id in r.articles],
        "errata": [e.id for e in law.errata.values() if e.article == article.id],
    }


def ask_words(key: str) -> str:
    """What is asked of a person; the key itself where nobody has put it in words."""
    return _(ASKS[key]) if key in ASKS else key


def reading_view(
    reading: Reading, from_file: Reading, decisions: Sequence[ReadingDecision], *, on: date
) -> dict[str, Any]:
    """A passage that can be read in two ways; `reading` as it holds on the day `on`."""
    words = {choice.key: translated(choice.words) for choice in reading.choices}
    holding = in_force(decisions, on=on).get(reading.id)
    return {
        "id": reading.id,
        "question": translated(reading.question),
        "example": translated(reading.example),
        "articles": reading.articles,
        "in_force": words[reading.in_force],
        "others": [text for key, text in words.items() if key != reading.in_force],
        "holding": holding,
        "by_default": from_file.decided_by == "default",
        "decided_by": translated(from_file.decided_by),
        "decided_on": from_file.decided_on,
        "history": [
            {
                "choice": words[decision.choice],
                "decision": decision,
                "ahead": decision.holds_from > on,
            }
            for decision in decisions
        ],
        "asked": reading.id in READINGS_WRITTEN,
        "open_choices": len(choices_open(reading)),
    }

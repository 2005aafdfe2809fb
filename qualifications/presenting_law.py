"""An edition of the regulation for people: its table, articles, misprints and readings."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from qualifications.engine.registry import READINGS_WRITTEN, not_yet_written
from qualifications.engine.regulation import Article, Reading, Regulation
from qualifications.engine.standing import LADDER
from qualifications.wording import grade_name


def translated(words: str) -> str:
    """Words that an edition's files hold in English, in the language of the page."""
    return _(words) if words else ""


def norm_table(law: Regulation) -> dict[str, Any]:
    """The table of ranks as printed: a row per percentage, a column per rank.

    A cell is {text, used}: what is printed, and what counts instead where that is a misprint.
    """
    grades = [grade for grade in LADDER if grade in law.tables.rank_norms[0].cells]
    return {
        "grades": [grade_name(grade) for grade in grades],
        "rows": [
            {
                "row": row.row,
                "percent": row.percent_printed,
                "cells": [
                    {
                        "text": row.cells[grade].printed,
                        "used": f"{row.cells[grade].lowest}-{row.cells[grade].highest}"
                        if row.cells[grade].erratum
                        else "",
                        "erratum": row.cells[grade].erratum,
                    }
                    for grade in grades
                ],
            }
            for row in law.tables.rank_norms
        ],
    }


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


def regulation_view(law: Regulation) -> dict[str, Any]:
    """Everything that the page of an edition shows."""
    unwritten = frozenset(not_yet_written(law))
    articles = [_article(article, law, unwritten) for article in law.articles.values()]
    return {
        "law": law,
        "table": norm_table(law),
        "articles": articles,
        "judged": sum(article["judged"] for article in articles),
        "unjudged": [article for article in articles if not article["judged"]],
        "errata": [
            {
                "id": erratum.id,
                "article": erratum.article,
                "kept": erratum.status == "kept",
                "place": translated(erratum.place),
                "printed": erratum.printed,
                "used": erratum.used,
                "reason": translated(erratum.reason),
                "question": erratum.question,
            }
            for erratum in law.errata.values()
        ],
        "readings": [_reading(reading) for reading in law.readings.values()],
    }


def _article(article: Article, law: Regulation, unwritten: frozenset[str]) -> dict[str, Any]:
    return {
        "id": article.id,
        "place": article.place,
        "text": article.text,
        "summary": translated(article.summary),
        "judged": article.id not in unwritten,
        "readings": [r.id for r in law.readings.values() if article.id in r.articles],
        "errata": [e.id for e in law.errata.values() if e.article == article.id],
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "id": reading.id,
        "question": translated(reading.question),
        "example": translated(reading.example),
        "articles": reading.articles,
        "in_force": translated(reading.choice.words),
        "others": [
            translated(choice.words) for choice in reading.choices if choice.key != reading.in_force
        ],
        "by_default": reading.decided_by == "default",
        "decided_by": translated(reading.decided_by),
        "decided_on": reading.decided_on,
        "asked": reading.id in READINGS_WRITTEN,
    }

"""The tables of an edition for people: as printed, and what counts instead where that is wrong."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.templatetags.registry import points
from qualifications.engine.editions.ru import Band, RuTables
from qualifications.engine.fide.tables import FideTables
from qualifications.engine.regulation import MasterCell, Regulation
from qualifications.engine.standing import LADDER
from qualifications.wording import grade_name
from qualifications.wording_ru import DISCIPLINES, LEVELS
from tournaments.grades import Championship
from tournaments.title_facts import FideCategory


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    """What the page prints."""
    used: str = ""
    """What counts instead; empty where that is the same."""
    erratum: str = ""
    """Id of the misprint or the reading that says why."""
    language: str = ""
    """Of words quoted from the document."""


@dataclass(frozen=True, slots=True)
class Table:
    key: str
    """For the address."""
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """The first cell is the head of its row."""
    article: str = ""
    note: str = ""
    long: bool = field(default=False)
    """Folded at first."""


def tables_view(law: Regulation) -> list[Table]:
    """The tables of an edition in the order of the text."""
    return _TABLES[law.scheme](law)


def make_table(
    key: str,
    title: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[Cell | str | int]],
    **more: Any,
) -> Table:
    """A table of texts and cells; `more` are other fields of `Table`."""
    made = tuple(
        tuple(cell if isinstance(cell, Cell) else Cell(str(cell)) for cell in row) for row in rows
    )
    return Table(key, title, tuple(headings), made, **more)


def range_words(lowest: object, highest: object) -> str:
    """A range with both ends, or with an open upper end (None)."""
    if highest is None:
        return _("from %(lowest)s") % {"lowest": lowest}
    return f"{lowest}" if lowest == highest else f"{lowest}–{highest}"


# ---------------------------------------------------------------- Ukraine


def _ukraine(law: Regulation) -> list[Table]:
    tables = law.tables
    grades = [grade for grade in LADDER if grade in tables.rank_norms[0].cells]
    return [
        make_table(
            "places",
            _("Places that make a title or a rank"),
            (_("Title or rank"), _("Place"), _("Competition"), _("As printed")),
            (
                (
                    grade_name(line.grade),
                    range_words(line.first, line.last),
                    ", ".join(str(Championship(key).label) for key in line.championships),
                    Cell(line.printed, erratum=line.erratum, language="uk"),
                )
                for line in tables.places
            ),
        ),
        make_table(
            "master-norms",
            _("Norms of a Master of sport by the category of the event"),
            (
                _("Category"),
                _("Mean coefficient, men"),
                _("Percent, men"),
                _("Mean coefficient, women"),
                _("Percent, women"),
            ),
            (
                (
                    row.category,
                    *_master(row.cells.get("men"), law),
                    *_master(row.cells.get("women"), law),
                )
                for row in tables.master_norms
            ),
            article="UA.MSU.T",
        ),
        make_table(
            "opponent-percents",
            _("What each game counts in the norm of a Candidate for master, in percent"),
            (_("Opponent"), _("With a declared norm"), _("Without")),
            (
                (
                    Cell(line.printed, language="uk"),
                    "–" if line.declared is None else line.declared,
                    "–" if line.undeclared is None else line.undeclared,
                )
                for line in tables.opponent_percents.values()
            ),
            article="UA.KMS.T",
        ),
        make_table(
            "rank-norms",
            _("Table of norms"),
            (_("Percent"), *(grade_name(grade) for grade in grades)),
            (
                (
                    Cell(row.percent_printed, language="uk"),
                    *(
                        Cell(
                            row.cells[grade].printed,
                            range_words(row.cells[grade].lowest, row.cells[grade].highest)
                            if row.cells[grade].erratum
                            else "",
                            row.cells[grade].erratum,
                        )
                        for grade in grades
                    ),
                )
                for row in tables.rank_norms
            ),
            article="UA.RANK.T",
            note=_(
                "Tournament coefficients, by the percentage of points needed; “юн.” is the "
                "percentage for the I youth rank"
            ),
        ),
        make_table(
            "class-values",
            _("What a participant counts in the tournament coefficient"),
            (_("As printed"), _("Value")),
            (
                (
                    Cell(value.printed or value.key, language="uk"),
                    Cell(str(value.value), erratum=value.reading),
                )
                for value in tables.class_values.values()
            ),
            article="UA.RANK.N1",
        ),
        make_table(
            "examples",
            _("The document’s own example"),
            (_("As printed"), _("As it must have been")),
            (
                (
                    Cell(one.printed, language="uk"),
                    Cell(one.used, erratum=one.erratum, language="uk"),
                )
                for one in tables.examples
            ),
            article="UA.RANK.N2",
        ),
        make_table(
            "expected-score",
            _("Expected score by the difference of two coefficients, in hundredths"),
            (_("Difference"), _("The higher"), _("The lower")),
            (
                (range_words(row.lowest, row.highest), row.higher, row.lower)
                for row in tables.expected_score
            ),
            article="UA.IK.1",
            long=True,
        ),
        performance_table(tables.performance, "UA.IK.1"),
    ]


def _master(cell: MasterCell | None, law: Regulation) -> tuple[Cell, Cell]:
    """The range and the percentage of one column; a reading can ask another percentage."""
    if cell is None:
        return Cell("–"), Cell("–")
    used = range_words(cell.lowest, cell.highest) if cell.erratum else ""
    other = cell.other
    read = other is not None and law.reading(other.reading) == other.choice
    return (
        Cell(cell.printed, "" if used == cell.printed.replace("-", "–") else used, cell.erratum),
        Cell(
            str(cell.percent),
            str(other.percent) if other is not None and read else "",
            cell.percent_erratum or (other.reading if other is not None else ""),
        ),
    )


def performance_table(differences: Sequence[int], article: str) -> Table:
    """Table 8.1a, by whole percent."""
    return make_table(
        "performance",
        _("Difference of ratings that a share of points stands for"),
        (_("Percent"), _("Difference")),
        ((percent, difference) for percent, difference in enumerate(differences)),
        article=article,
        long=True,
    )


# ---------------------------------------------------------------- Russia


def _russia(law: Regulation) -> list[Table]:
    tables = law.tables_as(RuTables)
    found = [
        make_table(
            "places",
            _("Places that make a Grandmaster of Russia"),
            (_("Competition"), _("Disciplines"), _("Place")),
            (
                (
                    _(LEVELS[line.level.value]),
                    ", ".join(_(DISCIPLINES[one.value]) for one in line.disciplines),
                    line.printed,
                )
                for line in tables.places
            ),
        )
    ]
    for ms in tables.ms_norms.values():
        note = _(
            "Of the opponents at least %(ms)d are masters of sport or higher, %(kms)d candidates "
            "or higher, and %(ranked)d hold a rank."
        ) % {"ms": ms.at_least_ms, "kms": ms.at_least_kms, "ranked": ms.at_least_ranked}
        found.append(
            make_table(
                f"ms-{ms.games}",
                _("Master of sport: %(games)d games") % {"games": ms.games},
                (_("Points"), _("Mean rating, men"), _("Mean rating, women")),
                (
                    (
                        points(row.half_points),
                        _band(row.bands["men"]),
                        _band(row.bands["women"]),
                    )
                    for row in ms.rows
                ),
                article="RU.MS.T",
                note=note,
                long=True,
            )
        )
    for key, rank in tables.rank_norms.items():
        same = all(row.bands["men"] == row.bands["women"] for row in rank.rows)
        headings = (
            (_("Percent"), _("Mean rating"))
            if same
            else (_("Percent"), _("Mean rating, men"), _("Mean rating, women"))
        )
        columns = ("men",) if same else ("men", "women")
        found.append(
            make_table(
                f"norms-{key.replace('.', '-')}",
                grade_name(rank.grade),
                headings,
                (
                    (row.percent, *(_band(row.bands[column]) for column in columns))
                    for row in rank.rows
                ),
                article=rank.article,
            )
        )
    found.append(_estimate(tables))
    return found


def _estimate(tables: RuTables) -> Table:
    """The development coefficients for an estimate, none of which is official."""
    rule = tables.estimate
    return make_table(
        "estimate",
        _("Development coefficients for an estimate of the rating on the last day"),
        (_("Player"), _("Coefficient")),
        (
            (_("fewer than 30 games, or under 18 and below 2300"), rule.factor_new),
            (_("below %(level)s") % {"level": rule.strong_from}, rule.factor),
            (_("%(level)s reached once") % {"level": rule.strong_from}, rule.factor_strong),
            (_("everybody, in rapid and blitz"), rule.factor_fast),
        ),
        article="RU.MS.3",
        note=_(
            "The federation publishes no coefficient: these are of a community calculator. A "
            "rating worked out with them is an estimate, and decides only where every coefficient "
            "that the player may have says the same."
        ),
    )


def _band(band: Band) -> Cell:
    used = range_words(band.lowest, band.highest) if band.erratum else ""
    return Cell(band.printed, used, band.erratum)


# ---------------------------------------------------------------- FIDE


def _fide(law: Regulation) -> list[Table]:
    tables = law.tables_as(FideTables)
    number = law.thresholds
    return [
        make_table(
            "norms",
            _("What a norm asks"),
            (
                _("Title"),
                _("Performance"),
                _("Mean of the opponents"),
                _("One opponent raised to"),
                _("Titles asked of opponents"),
                _("Rating of the award"),
            ),
            (
                (
                    grade_name(title.grade),
                    title.performance,
                    title.mean,
                    title.floor,
                    ", ".join(sorted(title.holders)),
                    title.award_rating,
                )
                for title in tables.titles.values()
            ),
        ),
        make_table(
            "categories",
            _("Kinds of events that articles treat apart"),
            (_("Kind of event"), _("Exempt by"), _("Fewest games")),
            (
                (
                    _category(category.key),
                    law.articles[category.exempt_by].place if category.exempt_by else "–",
                    category.minimum_games or number["minimum_games"],
                )
                for category in tables.categories.values()
            ),
        ),
        make_table(
            "rating-titles",
            _("Titles by rating"),
            (_("Title"), _("Rating")),
            ((grade_name(one.grade), one.rating) for one in tables.rating_titles.values()),
        ),
        performance_table(tables.performance, "FIDE.1.49" if "FIDE.1.49" in law.articles else ""),
        make_table(
            "statuses",
            _("How sure the numbers are"),
            (_("What"), _("How sure"), _("Sources")),
            (
                (
                    _(one.value),
                    _(STATUSES[one.status]) + (f" ({_(one.note)})" if one.note else ""),
                    ", ".join(one.sources) or "–",
                )
                for one in tables.statuses
            ),
            long=True,
        ),
    ]


def _category(key: str) -> str:
    return _("any other event") if key == "open" else str(FideCategory(key).label)


STATUSES = {
    "source": gettext_noop("printed in the text"),
    "official_later": gettext_noop("printed in a later official text"),
    "corroborated": gettext_noop("told by several sources that agree"),
    "inferred": gettext_noop("worked out from other numbers"),
    "unverified": gettext_noop("not confirmed"),
    "not_found": gettext_noop("not known: a person decides"),
}

_TABLES: Mapping[str, Callable[[Regulation], list[Table]]] = {
    "fide": _fide,
    "ru": _russia,
    "ua": _ukraine,
}

"""The application of a federation to FIDE for a title, from what was frozen when it was sent."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from federation.naming.transliteration import transliterate
from federation.templatetags.registry import day as day_words
from qualifications.documents import Column, Definitions, Paper, Signatures, Table, Text
from qualifications.engine.verdict import Outcome
from qualifications.issued.norm import LANGUAGE, latin
from qualifications.issued.places import article_place
from qualifications.law import edition_named
from qualifications.models import FideApplication
from qualifications.presenting import reason_words
from qualifications.serialize import reason_from_json
from qualifications.wording import grade_name

Block = Text | Definitions | Table | Signatures


def application_paper(application: FideApplication) -> Paper:
    """The paper of a sent application; FIDE reads it in English. Only `frozen` is read."""
    frozen = application.frozen
    with translation.override(LANGUAGE):
        return Paper(
            language=LANGUAGE,
            body=frozen["body"]["en"],
            title=_("Application for a title"),
            subtitle=f"{grade_name(application.grade)}: {_latin_name(frozen)}",
            dated=_("Digest of the application and its evidence (SHA-256): %(digest)s")
            % {"digest": application.digest},
            blocks=tuple(_blocks(frozen)),
        )


def _latin_name(frozen: Mapping[str, Any]) -> str:
    return frozen["latin_name"] or transliterate(frozen["name"])


def _day(text: str) -> str:
    return str(day_words(date.fromisoformat(text))) if text else "–"


def _blocks(frozen: Mapping[str, Any]) -> Iterator[Block]:
    yield Definitions(tuple(_facts(frozen)))
    if frozen["norms"]:
        yield _norms(frozen)
    yield _check(frozen)
    if frozen["note"]:
        yield Text(
            _("Noted by %(who)s: %(note)s")
            % {"who": latin(frozen["noted_by"]), "note": frozen["note"]}
        )
    yield Signatures(
        (
            (_("Prepared by"), latin(frozen["drafted_by"])),
            (_("Signed by"), latin(frozen["sent_by"])),
            (_("Day"), _day(frozen["dated_on"])),
        )
    )


def _facts(frozen: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield _("Player"), f"{_latin_name(frozen)} ({frozen['name']}), № {frozen['player']}"
    yield capfirst(_("FIDE number")), str(frozen["fide_id"] or "–")
    yield _("Federation"), frozen["federation"] or "–"
    yield _("Year of birth"), str(frozen["birth_year"] or "–")
    rating = str(frozen["highest_rating"] or "–")
    if frozen["rating_reached_on"]:
        rating = _("%(rating)s, reached on %(day)s") % {
            "rating": rating,
            "day": _day(frozen["rating_reached_on"]),
        }
    if frozen["rating_stated"]:
        rating = _("%(rating)s (as stated in the note)") % {"rating": rating}
    yield _("Highest FIDE rating"), rating
    if frozen["rated_games"] is not None:
        yield _("Rated games"), str(frozen["rated_games"])
    yield _("Requirements fulfilled on"), _day(frozen["achieved_on"])


def _norms(frozen: Mapping[str, Any]) -> Table:
    total = sum(one["games"] for one in frozen["norms"])
    return Table(
        title=_("Norms, %(games)d games together") % {"games": total},
        columns=(
            Column("№", 4, "right"),
            Column(_("Norm"), 7),
            Column(_("Tournament"), 31),
            Column(_("Days"), 20),
            Column(_("Federation"), 11),
            Column(_("Games"), 8, "right"),
            Column(_("Certificate"), 19),
        ),
        rows=tuple(
            (
                str(number),
                one["title"],
                f"{latin(one['event'])}, {latin(one['city'])}",
                f"{_day(one['starts_on'])} – {_day(one['ends_on'])}",
                one["federation"] or "–",
                str(one["games"]),
                one["document"] or _("IT1 of the registry"),
            )
            for number, one in enumerate(frozen["norms"], start=1)
        ),
    )


def _check(frozen: Mapping[str, Any]) -> Table:
    law = edition_named(frozen["edition"])
    words = {
        Outcome.MET: _("met"),
        Outcome.WAIVED: _("waived"),
        Outcome.NOT_APPLICABLE: _("does not apply"),
        Outcome.UNDECIDED: _("see the note"),
        Outcome.NOT_MET: _("not met"),
    }
    rows = []
    for stored in frozen["reasons"]:
        reason = reason_from_json(stored)
        said = reason_words(reason, law)
        place = article_place(frozen["edition"], reason.article)
        rows.append((place, said.requirement, said.measured, words[reason.outcome]))
    return Table(
        title=_("Check by %(edition)s") % {"edition": law.title if law else frozen["edition"]},
        columns=(
            Column(_("Article"), 9),
            Column(_("What is required"), 43),
            Column(_("What was found"), 34),
            Column(_("Outcome"), 14),
        ),
        rows=tuple(rows),
    )

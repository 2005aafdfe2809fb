"""A decree with its annex, from the text that approval froze."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from federation.models import Role
from federation.templatetags.registry import day as day_words
from qualifications.documents import Column, Definitions, Paper, Signatures, Table, Text
from qualifications.issued.places import article_place
from qualifications.models import Decree, DecreeAct
from qualifications.presenting_decrees import evidence_words, section_name, since_words

Block = Text | Definitions | Table | Signatures


def decree_paper(decree: Decree, *, language: str) -> Paper:
    """The paper of an approved decree. Only `frozen` is read, so that it never changes."""
    frozen = decree.frozen
    with translation.override(language):
        return Paper(
            language=language,
            body=_name(frozen["body"], language),
            title=_("Decree № %(number)s") % {"number": frozen["number"]},
            subtitle=_("of %(day)s, %(place)s")
            % {"day": _day(frozen["dated_on"]), "place": frozen["place"]},
            dated=_("Digest of the text and its evidence (SHA-256): %(digest)s")
            % {"digest": decree.digest},
            blocks=tuple(_blocks(frozen, language)),
        )


def _name(names: Mapping[str, str], language: str) -> str:
    return names.get(language[:2], names.get("uk", ""))


def _day(text: str) -> str:
    return day_words(date.fromisoformat(text))


def _blocks(frozen: Mapping[str, Any], language: str) -> Iterator[Block]:
    if frozen["preamble"]:
        yield Text(frozen["preamble"])
    annuls = frozen["annuls"]
    if annuls is not None:
        yield Text(
            _("Annuls decree № %(number)s of %(day)s. Reason: %(reason)s")
            % {
                "number": annuls["number"],
                "day": _day(annuls["dated_on"]),
                "reason": frozen["reason"],
            }
        )
        yield from _sections(annuls["sections"], language, heading=_("What is annulled"))
    yield from _sections(frozen["sections"], language)
    yield Signatures(
        (
            (
                _("Drafted by: %(role)s") % {"role": _role(frozen["drafted_by"])},
                frozen["drafted_by"]["name"],
            ),
            (
                _("Approved by: %(role)s") % {"role": _role(frozen["approved_by"])},
                frozen["approved_by"]["name"],
            ),
        )
    )


def _role(signature: Mapping[str, str]) -> str:
    return str(Role(signature["role"]).label) if signature["role"] else "–"


def _sections(
    sections: list[dict[str, Any]], language: str, *, heading: str = ""
) -> Iterator[Block]:
    if heading:
        yield Text(heading)
    for section in sections:
        yield Table(
            title=section_name(section["act"], section["grade"]),
            columns=(
                Column("№", 5, "right"),
                Column(_("Player"), 25),
                Column(_("Born"), 8, "right"),
                Column(_("Region"), 18),
                Column(since_words(section["act"]), 12),
                Column(_("On what it rests"), 32),
            ),
            rows=tuple(
                (
                    str(number),
                    line["name"],
                    str(line["birth_year"] or "–"),
                    _name(line["region"], language) or "–",
                    _day(line["effective_on"]),
                    _basis(section["act"], line),
                )
                for number, line in enumerate(section["lines"], start=1)
            ),
        )


def _basis(act: str, line: Mapping[str, Any]) -> str:
    evidence = line["evidence"]
    event = evidence["event"]
    parts = []
    if event is not None:
        parts.append(
            _("“%(event)s”, %(city)s, %(from)s – %(to)s")
            % {
                "event": event["name"],
                "city": event["city"],
                "from": _day(event["starts_on"]),
                "to": _day(event["ends_on"]),
            }
        )
    if act != DecreeAct.MOVE and evidence["scored_half_points"] is not None:
        parts.append(evidence_words(evidence))
    if evidence["article"]:
        parts.append(article_place(evidence["edition"], evidence["article"]))
    if line["note"] and act == DecreeAct.REVOKE:
        parts.append(_("Reason: %(reason)s") % {"reason": line["note"]})
    elif line["note"]:
        parts.append(
            _("Resolved by %(who)s: %(note)s") % {"who": line["noted_by"], "note": line["note"]}
        )
    return "; ".join(parts)

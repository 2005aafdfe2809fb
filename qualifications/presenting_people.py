"""Facts about people, pairs and consequences in finished words."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.dated import COLUMN_KINDS, column_value, covers
from federation.keeping import AS_REGISTERED
from federation.linking import FieldPair
from federation.match_wording import match_message
from federation.models import FactKind, PersonFact, PersonSuspect, Player, Sex
from federation.naming import Birth
from federation.records import SEVERAL_AT_ONCE
from federation.templatetags.registry import day as day_words
from qualifications.models import LedgerEntry
from qualifications.presenting_card import what_happened
from qualifications.services.consequences import Consequences


def fact_groups(
    player: Player, facts: Iterable[PersonFact], *, on: date, see_birth: bool
) -> list[dict[str, Any]]:
    """Every kind with its lines, the earliest first; a kind that is not dated as today's column.

    A kind of which nothing is known has one line that says so.
    """
    facts = list(facts)
    groups = []
    for kind in FactKind:
        lines = [_fact_line(f, player, on, see_birth) for f in facts if f.kind == kind]
        if not any(f.kind == kind and f.voided_at is None for f in facts):
            lines += _column_line(player, kind, see_birth)
        groups.append(
            {
                "key": kind.value,
                "kind": kind.label,
                "lines": lines or [{"value": "–"}],
                "change": bool(lines) and kind not in SEVERAL_AT_ONCE,
            }
        )
    return groups


def _fact_line(fact: PersonFact, player: Player, on: date, see_birth: bool) -> dict[str, Any]:
    followed = fact.source == AS_REGISTERED and fact.ended_by_id is not None
    coming = fact.voided_at is None and fact.valid_from is not None and fact.valid_from > on
    return {
        "value": value_words(fact.kind, fact.value or fact.region, see_birth=see_birth),
        "confirmed_on": fact.confirmed_on,
        "from": fact.valid_from,
        "until": fact.valid_until,
        "source": _("as registered") if fact.source == AS_REGISTERED else fact.source,
        "by": fact.recorded_by,
        "at": fact.recorded_at,
        "now": covers(fact, on),
        "coming": coming,
        "void": fact.void_reason,
        "of_other": fact.player_id != player.pk,
        "void_url": reverse("fact-void", args=[fact.pk])
        if fact.voided_at is None and fact.player_id == player.pk and not followed
        else "",
    }


def _column_line(player: Player, kind: FactKind, see_birth: bool) -> list[dict[str, Any]]:
    if kind not in COLUMN_KINDS:
        return []
    value, region = column_value(player, kind)
    if not value and region is None:
        return []
    shown = value_words(kind, value or player.region, see_birth=see_birth)
    return [{"value": shown, "source": _("as registered"), "at": player.created_at, "now": True}]


def value_words(kind: str, value: Any, *, see_birth: bool = True) -> str:
    """A value as people read it; of a birth perhaps the year alone."""
    if not value:
        return "–"
    if kind == FactKind.SEX:
        return str(Sex(value).label)
    if kind == FactKind.BIRTH:
        birth: Any = Birth.read(value) if isinstance(value, str) else value
        if birth.full and see_birth:
            return day_words(date(*birth))
        return str(birth.year)
    return str(value)


def pair_lines(pairs: Sequence[FieldPair], form: Any) -> list[dict[str, Any]]:
    """Two people side by side, with the radio buttons of each field that can be chosen."""
    return [
        {
            "label": FactKind(pair.kind).label,
            "kept": value_words(pair.kind, pair.kept),
            "other": value_words(pair.kind, pair.other),
            "contradicts": pair.contradicts,
            "field": form[f"field_{pair.kind}"] if pair.open else None,
            "note": _pair_note(pair),
        }
        for pair in pairs
    ]


def _pair_note(pair: FieldPair) -> str:
    """Why there is nothing to choose; empty where the table says it."""
    if pair.open or not pair.other:
        return ""
    return _("dated facts stay") if pair.differs else _("the same")


def suspect_lines(suspects: Iterable[PersonSuspect]) -> list[dict[str, Any]]:
    """Pairs with the reason in words."""
    return [
        {
            "pk": one.pk,
            "first": one.first,
            "second": one.second,
            "reason": match_message(one.reason_key, one.params),
            "found_on": one.found_on,
            "link_url": f"{reverse('person-link', args=[one.first_id])}?other={one.second_id}",
        }
        for one in suspects
    ]


def consequence_lines(found: Consequences) -> list[str]:
    """What an act does, a sentence each."""
    lines = [_("Void then: %(line)s") % {"line": _line(entry)} for entry in found.gone]
    lines += [_("New then: %(line)s") % {"line": _line(entry)} for entry in found.new]
    lines += [_("Judged again: “%(event)s”.") % {"event": event.name} for event in found.events]
    lines += [
        _("Awarded already, and stays until the commission revokes it: %(line)s")
        % {"line": _line(entry)}
        for entry in found.awarded
    ]
    return lines or [_("Nothing else changes.")]


def _line(entry: LedgerEntry) -> str:
    return f"{entry.player}, {what_happened(entry)}, {day_words(entry.effective_on)}"

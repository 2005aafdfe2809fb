"""The qualification card on one sheet: the qualification book, for anybody who holds it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from federation.models import Player
from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import signed
from qualifications.documents import Column, Definitions, Paper, Table, Text
from qualifications.presenting import points_sentence, standing_sentence
from qualifications.presenting_card import event_lines, figure_words, ledger_lines
from qualifications.presenting_clock import what_confirms
from qualifications.selectors import player_card

MOST_EVENTS, MOST_LINES = 8, 12
"""The latest ones: the card is one sheet of paper."""


def _what(line: Mapping[str, Any]) -> str:
    if line["void"]:
        return _("%(line)s (void)") % {"line": line["what"]}
    return str(line["what"])


def _behind(line: Mapping[str, Any]) -> str:
    """The tournament or the act on which a line of the ledger rests."""
    return "; ".join(filter(None, (line["event"], line["act"], line["note"]))) or "–"


def card_paper(player: Player, *, on: date, language: str) -> Paper:
    """What the public card says on a day, without anything that is not public there."""
    with translation.override(language):
        card = player_card(player, on=on)
        standing = card.standing
        figure = card.coefficient
        facts = [
            (_("Permanent number"), str(player.pk)),
            (_("Name in Latin letters"), player.latin_name or "–"),
            (_("Year of birth"), str(player.birth_year or "–")),
            (_("Region"), str(player.region or "–")),
            (capfirst(_("FIDE number")), str(player.fide_id or "–")),
        ]
        if figure is not None:
            hint = figure_words(figure)
            facts.append(
                (
                    _("Individual coefficient"),
                    _("%(value)s, list of %(day)s")
                    % {"value": figure.value, "day": day_words(figure.list_on)}
                    + (f" ({hint})" if hint else ""),
                )
            )
        confirms = what_confirms(standing) if standing.grade else ""
        if confirms:
            facts.append((_("What confirms the rank"), confirms))
        return Paper(
            language=language,
            body="",
            title=_("Qualification card"),
            one_page=True,
            subtitle=player.name,
            dated=_("As the registry has it on %(day)s.") % {"day": day_words(on)},
            blocks=(
                Text(
                    " ".join(
                        part
                        for part in (
                            standing_sentence(standing, on=on),
                            points_sentence(standing),
                        )
                        if part
                    )
                ),
                Definitions(tuple(facts)),
                Table(
                    title=_("Latest tournaments"),
                    columns=(
                        Column(_("Last day"), 13),
                        Column(_("Tournament"), 37),
                        Column(_("Result"), 14),
                        Column(_("Place"), 12),
                        Column(_("Norm"), 16),
                        Column(_("Change"), 8, "right"),
                    ),
                    rows=tuple(
                        (
                            day_words(line["ends_on"]),
                            line["name"],
                            line["result"],
                            line["place"],
                            line["norm"] or "–",
                            "–" if line["change"] is None else signed(line["change"]),
                        )
                        for line in event_lines(card)[:MOST_EVENTS]
                    ),
                ),
                Table(
                    title=_("Ledger, the latest lines"),
                    columns=(
                        Column(_("Day"), 13),
                        Column(_("What"), 45),
                        Column(_("Tournament or document"), 42),
                    ),
                    rows=tuple(
                        (
                            day_words(line["day"]),
                            _what(line),
                            _behind(line),
                        )
                        for line in ledger_lines(card)[:MOST_LINES]
                    ),
                ),
            ),
        )

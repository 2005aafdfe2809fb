"""Late corrections in finished words: what changes, what follows, how far the work is."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Player
from federation.templatetags.registry import day as day_words
from qualifications.forms_corrections import result_words
from qualifications.models import (
    CorrectedLine,
    Correction,
    CorrectionStatus,
    LedgerEntry,
    RatingPeriod,
)
from qualifications.presenting_card import scored_words, what_happened
from tournaments.models import Entry, Event, Game

_TOLD = ("gone", "new", "altered", "resting")
MOST_LINES = 60
"""Lines of the ledger that are shown at once; the rest is in the file."""


class Names:
    """Everything that the changes and consequences of corrections name, in five queries."""

    def __init__(self, corrections: Iterable[Correction]) -> None:
        changes = [change for one in corrections for change in one.changes]
        told = [
            line for one in corrections for key in _TOLD for line in one.consequences.get(key, ())
        ]
        self.games = Game.objects.select_related("event", "white__player", "black__player").in_bulk(
            {c["game"] for c in changes if "game" in c}
        )
        self.entries = Entry.objects.select_related("event", "player").in_bulk(
            {c["entry"] for c in changes if "entry" in c}
        )
        events = {c["number"] for c in changes if "number" in c}
        events |= {line["event"] for line in told if line["event"]}
        events |= {event for one in corrections for event in one.consequences.get("events", ())}
        self.events = Event.objects.defer("review").in_bulk(events)
        players = {c[key] for c in changes for key in ("to", "player") if key in c}
        self.players = Player.objects.in_bulk(players | {line["player"] for line in told})
        self.periods = RatingPeriod.objects.in_bulk({c["period"] for c in changes if "period" in c})

    def knows(self, change: Mapping[str, Any]) -> bool:
        """Whether everything that a change names is still there."""
        found: tuple[tuple[str, Mapping[int, Any]], ...] = (
            *(("game", self.games), ("entry", self.entries), ("number", self.events)),
            *(("to", self.players), ("player", self.players), ("period", self.periods)),
        )
        return all(change[key] in rows for key, rows in found if key in change)


def change_lines(
    correction: Correction, names: Names, before: Mapping[int, Mapping[str, Any]]
) -> list[dict[str, str]]:
    """Each change as a sentence with the address of its tournament.

    `before` is what stood before, by place of the change, once it is signed.
    """
    return [
        _change(change, names, before.get(place)) for place, change in enumerate(correction.changes)
    ]


def _change(
    change: Mapping[str, Any], names: Names, before: Mapping[str, Any] | None
) -> dict[str, str]:
    kind = change["kind"]
    if not names.knows(change):
        words = _(
            "What this changes is no longer in the registry: the tournament was sent anew, or the "
            "person was taken out."
        )
        return {"words": words, "event": "", "url": ""}
    if kind == "result":
        game = names.games[change["game"]]
        was = before or {
            "game_kind": game.kind,
            "white": game.white_half_points,
            "black": game.black_half_points or 0,
        }
        words = _("Round %(round)d, %(white)s – %(black)s: %(old)s becomes %(new)s.") % {
            "round": game.round,
            "white": game.white.player.name,
            "black": game.black.player.name if game.black else "",
            "old": result_words(was["game_kind"], was["white"], was["black"]),
            "new": result_words(change["game_kind"], change["white"], change["black"]),
        }
        return {"words": words, **_of_event(game.event)}
    if kind == "player":
        entry, to = names.entries[change["entry"]], names.players[change["to"]]
        sentence = (
            _(
                "Starting number %(number)d, in the file “%(name)s”: %(player)s played; the two "
                "were entered for each other and change places."
            )
            if change.get("exchange")
            else _("Starting number %(number)d, in the file “%(name)s”: %(player)s played.")
        )
        words = sentence % {
            "number": entry.number,
            "name": entry.file_name,
            "player": f"{to.name}, № {to.pk}",
        }
        return {"words": words, **_of_event(entry.event)}
    if kind == "line_released":
        player, period = names.players[change["player"]], names.periods[change["period"]]
        words = _("The held line of %(player)s in the list of %(day)s counts its games.") % {
            "player": player.name,
            "day": day_words(period.list_on),
        }
        return {"words": words, "event": "", "url": ""}
    event = names.events[change["number"]]
    if kind == "late_event":
        words = _("The tournament is counted in the list of its own quarter.")
    else:
        words = _("The tournament is no longer counted; it stays admitted.")
    return {"words": words, **_of_event(event)}


def _of_event(event: Event) -> dict[str, str]:
    return {"event": event.name, "url": reverse("event-detail", args=[event.pk])}


def consequences_view(correction: Correction, names: Names) -> dict[str, Any]:
    """Lines of the ledger and acts that a correction touches, and events judged otherwise."""
    told = correction.consequences
    return {
        **{
            key: _shown([_ledger_line(one, names) for one in told.get(key, ())])
            for key in ("gone", "new", "resting")
        },
        "altered": _shown(
            [line for one in told.get("altered", ()) if (line := _altered_line(one, names))]
        ),
        "events": [names.events[pk] for pk in told.get("events", ()) if pk in names.events],
        "players": sorted({line["player"] for key in _TOLD for line in told.get(key, ())}),
    }


def _shown(lines: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "all": lines,
        "lines": lines[:MOST_LINES],
        "count": len(lines),
        "more": max(len(lines) - MOST_LINES, 0),
    }


def _ledger_line(line: Mapping[str, Any], names: Names) -> dict[str, str]:
    entry = LedgerEntry(kind=line["kind"], grade=line["grade"], details=line["details"])
    scored = scored_words(entry)
    event = names.events.get(line["event"])
    player = names.players.get(line["player"])
    return {
        "name": player.name if player else f"№ {line['player']}",
        "url": reverse("player-card", args=[line["player"]]),
        "words": f"{what_happened(entry)} ({scored})" if scored else what_happened(entry),
        "day": day_words(date.fromisoformat(line["on"])),
        "event": event.name if event else "",
    }


def _altered_line(line: Mapping[str, Any], names: Names) -> dict[str, str] | None:
    """Old → new; None where both are told in the same words."""
    old = _ledger_line({**line, "details": line["was"]}, names)
    new = _ledger_line(line, names)
    if old == new:
        return None
    return {**new, "words": f"{old['words']} → {new['words']}"}


def summary_sentences(
    periods: Sequence[RatingPeriod], counts: Mapping[int, int], view: Mapping[str, Any]
) -> list[str]:
    """What follows, as a person would say it: lists, lines, ledger."""
    lines = sum(counts.values())
    if not periods and not view["events"]:
        return [_("No list and no judgement changes: nothing counts that is corrected here.")]
    found = [
        _("No list is issued again.")
        if not periods
        else ngettext("%(n)d list is issued again.", "%(n)d lists are issued again.", len(periods))
        % {"n": len(periods)},
        ngettext("%(n)d line changes.", "%(n)d lines change.", lines) % {"n": lines}
        if lines
        else _("No figure changes."),
    ]
    gone, new, altered, resting = (view[key]["count"] for key in _TOLD)
    if not (gone or new or altered):
        found.append(_("No rank, norm or candidate point is touched."))
    if gone:
        found.append(
            ngettext(
                "%(n)d line of the ledger no longer holds.",
                "%(n)d lines of the ledger no longer hold.",
                gone,
            )
            % {"n": gone}
        )
    if new:
        found.append(
            ngettext("%(n)d line of the ledger is new.", "%(n)d lines of the ledger are new.", new)
            % {"n": new}
        )
    if altered:
        found.append(
            ngettext(
                "%(n)d line of the ledger holds with other points.",
                "%(n)d lines of the ledger hold with other points.",
                altered,
            )
            % {"n": altered}
        )
    if resting:
        found.append(
            ngettext(
                "%(n)d award rests on what is gone; it stays until its body revokes it.",
                "%(n)d awards rest on what is gone; they stay until their bodies revoke them.",
                resting,
            )
            % {"n": resting}
        )
    return found


def difference_lines(lines: Iterable[CorrectedLine]) -> list[dict[str, Any]]:
    """Lines of a page, with the change of the coefficient itself, old → new."""
    return [
        {
            "line": one,
            "old": one.old_row,
            "new": one.new_row,
            "moved": _moved(one),
            "cause": one.get_cause_display(),
        }
        for one in lines
    ]


def _moved(line: CorrectedLine) -> int | None:
    old = line.old_row.after if line.old_row else None
    new = line.new_row.after if line.new_row else None
    return new - old if old is not None and new is not None else None


def status_view(correction: Correction) -> dict[str, str]:
    """Status for `components/status_badge.html`, and who did what last."""
    words, tone = {
        CorrectionStatus.DRAFT: (_("drafted by %(person)s on %(day)s"), "wait"),
        CorrectionStatus.SIGNED: (_("signed by %(person)s on %(day)s"), "good"),
        CorrectionStatus.DISCARDED: (_("discarded by %(person)s on %(day)s"), "neutral"),
    }[CorrectionStatus(correction.status)]
    who = correction.decided_by or correction.drafted_by
    moment = correction.decided_at or correction.drafted_at
    return {
        "word": correction.get_status_display(),
        "tone": tone,
        "with": words % {"person": who, "day": day_words(moment)},
    }

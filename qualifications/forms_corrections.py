"""Forms of late corrections: what is wrong, why, and in which draft it goes."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from qualifications.corrections.changes import PlayerChange, ResultChange
from qualifications.models import Correction
from tournaments.models import Entry, Game

RESULTS = {
    "played:2:0": gettext_lazy("1–0, played"),
    "played:1:1": gettext_lazy("½–½, played"),
    "played:0:2": gettext_lazy("0–1, played"),
    "forfeit:2:0": gettext_lazy("White won without play"),
    "forfeit:0:2": gettext_lazy("Black won without play"),
    "forfeit:0:0": gettext_lazy("both lost without play"),
    "short:2:0": gettext_lazy("1–0 after less than one move"),
    "short:1:1": gettext_lazy("½–½ after less than one move"),
    "short:0:2": gettext_lazy("0–1 after less than one move"),
}
_HALF_POINTS = {0: "0", 1: "½", 2: "1"}


def result_words(kind: str, white: int, black: int) -> str:
    """A result as the form offers it."""
    words = RESULTS.get(f"{kind}:{white}:{black}")
    return str(words or f"{_HALF_POINTS.get(white, white)}–{_HALF_POINTS.get(black, black)}")


class CorrectionForm(forms.Form):
    """Why the lists have to be corrected; a change goes into a new correction or an own draft."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy(
            "Name the document, e.g. “arbiter’s report of 3 May 2026: the game of round 4 was a "
            "draw”. It is printed beside the corrected lists."
        ),
    )

    def __init__(self, *args, drafts: Sequence[Correction], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if drafts:
            choices = [("", _("a new correction"))]
            choices += [(str(one.pk), f"№ {one.pk}: {one.reason[:80]}") for one in drafts]
            self.fields["draft"] = forms.ChoiceField(
                label=_("It belongs to"), choices=choices, required=False
            )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not found.get("draft") and not (found.get("reason") or "").strip():
            self.add_error("reason", _("Say why the published lists have to be corrected."))
        return found


class ResultForm(CorrectionForm):
    """Which game of an event, and what its result was."""

    field_order = ("game", "result")

    def __init__(self, *args, games: Iterable[Game], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        rounds = groupby(games, key=lambda game: game.round)
        self.fields["game"] = forms.ChoiceField(
            label=_("Game"),
            choices=[("", "–")]
            + [
                (
                    _("Round %(n)d") % {"n": number},
                    [(str(game.pk), _game_words(game)) for game in some],
                )
                for number, some in rounds
            ],
        )
        self.fields["result"] = forms.ChoiceField(
            label=_("Right result"), choices=[("", "–"), *RESULTS.items()]
        )
        self.order_fields(self.field_order)

    def change(self) -> ResultChange:
        kind, white, black = self.cleaned_data["result"].split(":")
        return ResultChange(int(self.cleaned_data["game"]), kind, int(white), int(black))


class PlayerForm(CorrectionForm):
    """Which entry of an event, and who played."""

    to = forms.IntegerField(
        label=gettext_lazy("Permanent number of the right person"),
        min_value=1,
        max_value=99_999_999,
        help_text=gettext_lazy(
            "It stands on the qualification card. Somebody new is registered by the tournament "
            "that brings them."
        ),
    )
    exchange = forms.BooleanField(
        label=gettext_lazy("Both play in this tournament and were entered for each other"),
        required=False,
    )
    field_order = ("entry", "to", "exchange")

    def __init__(self, *args, entries: Iterable[Entry], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"] = forms.ChoiceField(
            label=_("Whose result it was taken for"),
            choices=[("", "–")]
            + [
                (str(one.pk), f"{one.number}. {one.player.name}, № {one.player_id}")
                for one in entries
            ],
        )
        self.order_fields(self.field_order)

    def change(self) -> PlayerChange:
        return PlayerChange(
            int(self.cleaned_data["entry"]),
            self.cleaned_data["to"],
            exchange=self.cleaned_data["exchange"],
        )


def _game_words(game: Game) -> str:
    black = game.black.player.name if game.black else ""
    words = result_words(game.kind, game.white_half_points, game.black_half_points or 0)
    return f"{game.white.player.name} – {black}: {words}"


def games_between_two(event_id: int) -> list[Game]:
    """Games of an event that can get another result, by round. One query."""
    games = Game.objects.filter(event=event_id, black__isnull=False)
    return list(games.select_related("white__player", "black__player").order_by("round", "pk"))

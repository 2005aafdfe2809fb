"""Forms of decrees: what a person writes; lines are chosen in the page's own table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from qualifications.services.decrees import DecreeText
from tournaments.forms import DateInput


class DecreeForm(forms.Form):
    """Number, date and words of a decree."""

    number = forms.CharField(
        label=_("Number of the decree"),
        max_length=40,
        help_text=_("Every number once a year; the next free one is filled in."),
    )
    dated_on = forms.DateField(label=_("Date of the decree"), widget=DateInput())
    place = forms.CharField(
        label=pgettext_lazy("where a decree is signed", "Place"),
        max_length=100,
        help_text=_("As it is printed: the city."),
    )
    preamble = forms.CharField(
        label=_("Opening words"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_(
            "Printed above the lines, for example on whose decision it rests. May be empty."
        ),
    )

    def text(self) -> DecreeText:
        """What was typed, once the form is valid."""
        typed: dict[str, Any] = self.cleaned_data
        return DecreeText(
            number=typed["number"],
            dated_on=typed["dated_on"],
            place=typed["place"],
            preamble=typed["preamble"],
        )


class AnnulmentForm(DecreeForm):
    """A decree that annuls another one, and why."""

    reason = forms.CharField(
        label=_("Why it is annulled"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("It is printed, and stays on the cards of the players."),
    )
    field_order = ("reason", "number", "dated_on", "place", "preamble")


class RevocationForm(DecreeForm):
    """A decree that revokes one award, from when, and why."""

    reason = forms.CharField(
        label=_("Why it is revoked"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("It is printed, and stays on the card of the player."),
    )
    holds_no_more_from = forms.DateField(
        label=_("Holds no more from"),
        widget=DateInput(),
        help_text=_(
            "The first day without the award. Enter its own first day if it should never have been."
        ),
    )
    field_order = ("reason", "holds_no_more_from", "number", "dated_on", "place", "preamble")

"""Forms of what follows where decrees rest on changed data."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from qualifications.models import AwardChoice
from qualifications.services.decrees import DecreeText
from tournaments.forms import DateInput

_CHOICES = (
    (AwardChoice.STANDS, _("The award stands")),
    (AwardChoice.ANNULLED, _("The decree is annulled by another one")),
)


class ChangedBasisForm(forms.Form):
    """Whether the award stands, and why; for an annulment also the decree that is drafted."""

    choice = forms.ChoiceField(label=_("What follows"), choices=_CHOICES, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Why"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Kept with the answer; for an annulment it is printed as its reason."),
    )
    number = forms.CharField(
        label=_("Number of the annulling decree"),
        max_length=40,
        required=False,
        help_text=_("Only for an annulment; the next free number is filled in."),
    )
    dated_on = forms.DateField(
        label=_("Date of the annulling decree"), required=False, widget=DateInput()
    )
    place = forms.CharField(
        label=pgettext_lazy("where a decree is signed", "Place"), max_length=100, required=False
    )

    def __init__(self, *args: Any, annulment_begun: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if annulment_begun:
            for name in ("number", "dated_on", "place"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if typed.get("choice") == AwardChoice.ANNULLED:
            for name in ("number", "dated_on", "place"):
                if name in self.fields and not typed.get(name) and name not in self.errors:
                    self.add_error(name, ValidationError(gettext("An annulment needs this.")))
        return typed

    def text(self) -> DecreeText | None:
        """Of the annulling decree, once the form is valid; None where it is drafted already."""
        typed: dict[str, Any] = self.cleaned_data
        if not typed.get("number") or not typed.get("dated_on"):
            return None
        return DecreeText(typed["number"], typed["dated_on"], typed["place"])


class AwardPolicyForm(forms.Form):
    """What the body does with awards that a correction takes away."""

    choice = forms.ChoiceField(
        label=_("What was earned and then taken away by a correction"),
        choices=_CHOICES,
        widget=forms.RadioSelect,
    )
    in_force_from = forms.DateField(
        label=_("Holds from"),
        widget=DateInput(),
        help_text=_("It speaks of changes that are found on this day or later."),
    )
    document = forms.CharField(
        label=_("Document"),
        max_length=200,
        help_text=_("By which the body has chosen so, for example the minutes of a meeting."),
    )

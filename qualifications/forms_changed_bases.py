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
    (AwardChoice.REVOKED, _("This award alone is revoked by a decree")),
    (AwardChoice.ANNULLED, _("The whole decree is annulled by another one")),
)


class ChangedBasisForm(forms.Form):
    """Whether the award stands, and why; otherwise also the decree that is drafted.

    `revocable` says whether the award can be revoked alone, `begun` which of the choices another
    decree has begun already: it needs no new one, and the other is not offered.
    """

    choice = forms.ChoiceField(label=_("What follows"), choices=_CHOICES, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Why"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Kept with the answer; where a decree is drafted it is printed as its reason."),
    )
    number = forms.CharField(
        label=_("Number of the new decree"),
        max_length=40,
        required=False,
        help_text=_("Only where the award does not stand; the next free number is filled in."),
    )
    dated_on = forms.DateField(
        label=_("Date of the new decree"), required=False, widget=DateInput()
    )
    place = forms.CharField(
        label=pgettext_lazy("where a decree is signed", "Place"), max_length=100, required=False
    )

    holds_no_more_from = forms.DateField(
        label=_("Holds no more from"),
        required=False,
        widget=DateInput(),
        help_text=_("Only for a revocation: the first day without the award."),
    )

    def __init__(self, *args: Any, revocable: bool = False, begun: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = {AwardChoice.STANDS, AwardChoice.REVOKED, AwardChoice.ANNULLED}
        if begun:
            offered = {AwardChoice.STANDS, AwardChoice(begun)}
        elif not revocable:
            offered.remove(AwardChoice.REVOKED)
        choices = [one for one in _CHOICES if one[0] in offered]
        self.fields["choice"].choices = choices  # type: ignore[attr-defined]
        if begun or AwardChoice.REVOKED not in offered:
            del self.fields["holds_no_more_from"]
        if begun:
            for name in ("number", "dated_on", "place"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        needed: tuple[str, ...] = ()
        if typed.get("choice") == AwardChoice.ANNULLED:
            needed = ("number", "dated_on", "place")
        elif typed.get("choice") == AwardChoice.REVOKED:
            needed = ("number", "dated_on", "place", "holds_no_more_from")
        for name in needed:
            if name in self.fields and not typed.get(name) and name not in self.errors:
                self.add_error(name, ValidationError(gettext("The new decree needs this.")))
        return typed

    def text(self) -> DecreeText | None:
        """Of the new decree, once the form is valid; None where it is drafted already."""
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

"""The form for facts that an admitted event's papers leave open."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from qualifications.services.papers import open_facts
from tournaments.forms import INTERNATIONAL_KINDS, YES_NO_UNKNOWN, DateInput
from tournaments.models import Event
from tournaments.title_facts import CoefficientKind


class CoefficientFactsForm(forms.Form):
    """Only what nobody has stated yet; whatever stays empty stays open."""

    def __init__(self, *args, event: Event, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        kinds = [
            (one.value, one.label) for one in CoefficientKind if one is not CoefficientKind.STATED
        ]
        known: dict[str, forms.Field] = {
            "coefficient_kind": forms.ChoiceField(
                label=_("kind of event for the individual coefficient"),
                choices=[("", _("not known")), *kinds],
                required=False,
            ),
            "material_received_on": forms.DateField(
                label=_("material of an international event received on"),
                required=False,
                widget=DateInput(),
            ),
            "electronic_clocks": forms.TypedChoiceField(
                label=_("electronic clocks"),
                choices=YES_NO_UNKNOWN,
                required=False,
                coerce=lambda value: value == "true",
                empty_value=None,
            ),
        }
        for name in open_facts(event):
            self.fields[name] = known[name]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        kind = self.event.coefficient_kind or data.get("coefficient_kind")
        received = data.get("material_received_on")
        if received and kind not in INTERNATIONAL_KINDS:
            self.add_error(
                "material_received_on",
                _("Leave the day empty, or choose an international event or one abroad."),
            )
        elif received and received < self.event.starts_on:
            self.add_error(
                "material_received_on", _("The day lies before the first day of the tournament.")
            )
        if not self.errors and not self.facts():
            raise forms.ValidationError(_("State at least one of these facts."))
        return data

    def facts(self) -> dict[str, str | date | bool]:
        """What was filled in."""
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}

"""Forms about people: facts with dates, links, the right person behind a result."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.linking import KEPT, OTHER, FieldPair
from federation.models import FactKind, Region
from tournaments.forms import DateInput


class FactForm(forms.Form):
    """A fact begins; what it is depends on the kind."""

    kind = forms.ChoiceField(label=_("Kind of fact"), choices=FactKind.choices)
    value = forms.CharField(
        label=_("Value"),
        max_length=200,
        required=False,
        help_text=_("Not for a region. A birth as 06.05.1990 or 1990, the sex as m or w."),
    )
    region = forms.ModelChoiceField(
        label=_("Region"), queryset=Region.objects.all(), required=False
    )
    valid_from = forms.DateField(
        label=_("From"),
        widget=DateInput(),
        required=False,
        help_text=_(
            "The day can lie in the future. Empty: it has always been so, and what the registry "
            "said was an error."
        ),
    )
    valid_until = forms.DateField(
        label=_("Through"), widget=DateInput(), required=False, help_text=_("Empty: until further.")
    )
    confirmed_on = forms.DateField(
        label=_("Title confirmed on"), widget=DateInput(), required=False
    )
    source = forms.CharField(
        label=_("Source"), max_length=200, help_text=_("The document from which it is known.")
    )

    def clean(self) -> dict:
        found = super().clean() or {}
        first, last = found.get("valid_from"), found.get("valid_until")
        if first and last and last < first:
            self.add_error("valid_until", _("The last day lies before the first."))
        return found


class ReasonForm(forms.Form):
    """One reason, which stays in the registry."""

    reason = forms.CharField(label=_("Reason"), max_length=300, widget=forms.Textarea({"rows": 3}))


class LinkForm(ReasonForm):
    """Which value of each field is right."""

    def __init__(self, *args, pairs: Sequence[FieldPair], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = [pair.kind for pair in pairs if pair.other]
        for pair in pairs:
            if pair.other:
                self.fields[f"field_{pair.kind}"] = forms.ChoiceField(
                    label=FactKind(pair.kind).label,
                    choices=[(KEPT, _("of the one who stays")), (OTHER, _("of the other"))],
                    initial=pair.proposed,
                    widget=forms.RadioSelect,
                )

    def choices(self) -> dict[str, str]:
        """By kind, whose value is right."""
        return {kind: self.cleaned_data[f"field_{kind}"] for kind in self.chosen}

"""Forms about people: facts with dates, links, the right person behind a result."""

from collections.abc import Sequence

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from federation.linking import KEPT, OTHER, FieldPair
from federation.models import FactKind, Region, Sex
from qualifications.presenting_people import value_words
from tournaments.forms import DateInput

VALUE_HELP = {
    FactKind.NAME: _("Surname first, in Cyrillic letters."),
    FactKind.LATIN_NAME: _("Surname first, as FIDE or the passport writes it."),
    FactKind.FORMER_NAME: _("A name borne earlier."),
    FactKind.FEDERATION: _("For which federation the person plays, in three letters: UKR."),
    FactKind.FIDE_ID: _("Digits only. Two people never have the same number."),
    FactKind.BIRTH: _("A date, or the year where only that is known: 06.05.1990 or 1990."),
    FactKind.TITLE: _("As FIDE writes it: GM, IM, WGM, FM and so on; another one in words."),
    FactKind.MEMBERSHIP: _(
        "Of which federation, in three letters: UKR. Once a membership is recorded, tournaments "
        "that begin outside of it do not change the coefficient."
    ),
}
"""What is expected, by kind; a club needs no words."""


class FactForm(forms.Form):
    """A fact of one kind begins."""

    valid_from = forms.DateField(
        label=_("From"),
        widget=DateInput(),
        required=False,
        help_text=_(
            "The first day; it can lie in the future. The fact before then ends on the day before. "
            "Empty: it has always been so, and what the registry said was an error."
        ),
    )
    valid_until = forms.DateField(
        label=_("Through"),
        widget=DateInput(),
        required=False,
        help_text=_("The last day. Empty: until further."),
    )
    source = forms.CharField(
        label=_("Source"), max_length=200, help_text=_("The document from which it is known.")
    )

    def __init__(self, *args, kind: FactKind, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        own: dict[str, forms.Field] = {"value": _value_field(kind)}
        if kind == FactKind.REGION:
            own = {"region": forms.ModelChoiceField(Region.objects.all(), label=_("Region"))}
        if kind == FactKind.TITLE:
            own["confirmed_on"] = forms.DateField(
                label=_("Title confirmed on"),
                widget=DateInput(),
                required=False,
                help_text=_("The title counts in tournaments that begin after this day."),
            )
        self.fields = own | self.fields

    def clean(self) -> dict:
        found = super().clean() or {}
        first, last = found.get("valid_from"), found.get("valid_until")
        if first and last and last < first:
            self.add_error("valid_until", _("The last day lies before the first."))
        return found


def _value_field(kind: FactKind) -> forms.Field:
    label = capfirst(kind.label)
    if kind == FactKind.SEX:
        return forms.ChoiceField(label=label, choices=Sex.choices, widget=forms.RadioSelect)
    return forms.CharField(
        label=label,
        max_length=200,
        initial="UKR" if kind == FactKind.MEMBERSHIP else None,
        help_text=VALUE_HELP.get(kind, ""),
    )


class ReasonForm(forms.Form):
    """One reason, which stays in the registry."""

    reason = forms.CharField(label=_("Reason"), max_length=300, widget=forms.Textarea({"rows": 3}))


class LinkForm(ReasonForm):
    """Which value of each field is right."""

    def __init__(self, *args, pairs: Sequence[FieldPair], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("How do you know that they are one person?")
        self.chosen = [pair.kind for pair in pairs if pair.open]
        for pair in pairs:
            if pair.open:
                self.fields[f"field_{pair.kind}"] = forms.ChoiceField(
                    label=FactKind(pair.kind).label,
                    choices=[
                        (KEPT, value_words(pair.kind, pair.kept)),
                        (OTHER, value_words(pair.kind, pair.other)),
                    ],
                    initial=pair.proposed,
                    widget=forms.RadioSelect,
                )

    def choices(self) -> dict[str, str]:
        """By kind, whose value is right."""
        return {kind: self.cleaned_data[f"field_{kind}"] for kind in self.chosen}

"""What of the journal is asked for."""

from datetime import date

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _

from qualifications.wording_journal import THINGS
from tournaments.forms import NOT_BEFORE_1900, DateInput

EDGES = (NOT_BEFORE_1900, MaxValueValidator(date(9998, 12, 31)))
"""Days that have a day before and after them in every time zone."""


class JournalFilter(forms.Form):
    words = forms.CharField(label=_("Person or object"), max_length=80, required=False)
    thing = forms.ChoiceField(
        label=_("Kind of object"),
        required=False,
        choices=lambda: [("", "—"), *((key, str(name)) for key, name in THINGS.items())],
    )
    number = forms.CharField(label=_("Number of the object"), max_length=20, required=False)
    address = forms.GenericIPAddressField(label=_("Address"), required=False)
    first = forms.DateField(
        label=_("From the day"), required=False, widget=DateInput(), validators=EDGES
    )
    last = forms.DateField(
        label=_("Through the day"), required=False, widget=DateInput(), validators=EDGES
    )

"""What of the journal is asked for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from qualifications.wording_journal import THINGS
from tournaments.forms import DateInput


class JournalFilter(forms.Form):
    words = forms.CharField(label=_("Person or object"), max_length=80, required=False)
    thing = forms.ChoiceField(
        label=_("Kind of object"),
        required=False,
        choices=lambda: [("", "—"), *((key, str(name)) for key, name in THINGS.items())],
    )
    number = forms.CharField(label=_("Number of the object"), max_length=20, required=False)
    address = forms.GenericIPAddressField(label=_("Address"), required=False)
    first = forms.DateField(label=_("From the day"), required=False, widget=DateInput())
    last = forms.DateField(label=_("Through the day"), required=False, widget=DateInput())

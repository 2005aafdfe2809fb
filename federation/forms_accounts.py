"""Forms of players' accounts."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.account_records import RequestKind


class DateInput(forms.DateInput):
    """The browser's own date field; it wants ISO dates whatever the language."""

    input_type = "date"

    def __init__(self, **kwargs) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


class JoinForm(forms.Form):
    """Who wants an account."""

    last_name = forms.CharField(label=_("Surname"), max_length=150)
    first_name = forms.CharField(label=_("Given name"), max_length=150)
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=150,
        help_text=_("A letter goes there; behind its link you choose your password."),
    )


class ClaimForm(forms.Form):
    """Whose card it is."""

    guardian = forms.BooleanField(label=_("It is the card of my child or ward"), required=False)
    born = forms.DateField(
        label=_("Date of birth of the player"),
        required=False,
        widget=DateInput(),
        help_text=_("It is compared with the registry and never shown."),
    )
    note = forms.CharField(
        label=_("What the commission should know"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("For example when you come with the document."),
    )


class RequestForm(forms.Form):
    """What is asked of the commission."""

    kind = forms.ChoiceField(label=_("What it is about"), choices=RequestKind.choices)
    text = forms.CharField(
        label=_("What you ask for"),
        max_length=1000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Name the tournament, the day and what it should be."),
    )

"""Forms of a commission's decisions."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from qualifications.engine import CANDIDATE_POINT, LADDER
from qualifications.models import ObjectionStatus
from qualifications.wording import grade_name
from tournaments.forms import NOT_BEFORE_1900, DateInput


def _grade_choices() -> list[tuple[str, str]]:
    return [("", "—"), *((grade, grade_name(grade)) for grade in (*LADDER, CANDIDATE_POINT))]


class EarlierAwardForm(forms.Form):
    """A rank as an older document has it."""

    grade = forms.ChoiceField(label=_("Rank or title"), choices=_grade_choices)
    effective_on = forms.DateField(
        label=_("Day of the norm"),
        help_text=_("Last day of the tournament in which the norm was met. The term runs from it."),
        validators=[NOT_BEFORE_1900],
        widget=DateInput(),
    )
    document = forms.CharField(
        label=_("Document"),
        max_length=200,
        help_text=_(
            "What it is copied from, e.g. “qualification card 118, decision 12 of 03.05.2024”."
        ),
    )


class ReadingForm(forms.Form):
    """Who decided on a reading is the person signed in; this is when, from when on, and why."""

    decided_on = forms.DateField(label=_("Date of the decision"), widget=DateInput())
    holds_from = forms.DateField(
        label=_("Holds from"),
        help_text=_("Events whose day is this one or later are judged in the new way."),
        widget=DateInput(),
    )
    note = forms.CharField(
        label=_("Why"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown to everybody beside the reading, e.g. the minutes and the argument."),
    )


class ContactForm(forms.Form):
    """A player's e-mail address, the language and the day of the consent to letters."""

    email = forms.EmailField(label=_("E-mail address"), required=False)
    language = forms.ChoiceField(label=_("Language of letters"), choices=settings.LANGUAGES)
    email_consent_on = forms.DateField(
        label=_("Consent to letters given on"),
        required=False,
        help_text=_(
            "The day on which the player, or a parent, agreed to letters about ranks that end. "
            "Without it no letter is sent."
        ),
        validators=[NOT_BEFORE_1900],
        widget=DateInput(),
    )

    def __init__(self, *args, today: date, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        consent = data.get("email_consent_on")
        if consent and consent > self.today:
            self.add_error("email_consent_on", _("This day lies in the future."))
        if consent and not data.get("email") and "email" not in self.errors:
            self.add_error("email", _("Consent without an address: enter the address."))
        return data


class ObjectionForm(forms.Form):
    """What is wrong with a line of a draft."""

    text = forms.CharField(
        label=_("What is wrong"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_(
            "Name the tournament, the round and what it should be, e.g. “Kyiv Cup, round 4: the "
            "game was a draw, see the protocol”. Everybody who sees the draft can read it."
        ),
    )


class AnswerForm(forms.Form):
    """The national commission's answer to an objection."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            (ObjectionStatus.UPHELD, _("The objection is right")),
            (ObjectionStatus.DISMISSED, _("The line stays as computed")),
        ],
        widget=forms.RadioSelect,
    )
    answer = forms.CharField(
        label=_("Answer"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("What will be done and by whom; or why the line stays as it is."),
    )

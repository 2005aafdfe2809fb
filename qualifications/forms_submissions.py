"""The words of a submission; its lines are chosen in the page's own table."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SubmissionForm(forms.Form):
    text = forms.CharField(
        label=_("Accompanying words"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Printed above the lines. May be empty."),
    )

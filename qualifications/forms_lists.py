"""Forms about published rating lists: an upload, and one reason for several differences."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from qualifications.models import ImportedKind, RatingScheme
from tournaments.forms import DateInput

MOST_BYTES = 400 * 1024**2
"""FIDE's text has 310 MB, its zip about 50."""
MOST_OF_RUSSIA = 64 * 1024**2


class ListLoadForm(forms.Form):
    """A published list; its size is asked before a byte of it is read."""

    scheme = forms.ChoiceField(
        label=gettext_lazy("Which list"),
        choices=[
            (RatingScheme.FIDE.value, gettext_lazy("FIDE: all players, standard, rapid and blitz")),
            (RatingScheme.RUSSIA.value, gettext_lazy("Russia: one of the CSV files")),
        ],
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=[("", "—"), *ImportedKind.choices],
        required=False,
        help_text=gettext_lazy("For a list of Russia only; FIDE’s list has all three."),
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "As it was published: FIDE’s players_list_foa.zip, or what is in it. Prefer the text "
            "to the XML, it is read eight times faster. At most 400 MB."
        ),
        widget=forms.FileInput(attrs={"accept": ".zip,.txt,.xml,.csv"}),
    )
    list_on = forms.DateField(
        label=gettext_lazy("First day of the list"),
        widget=DateInput(),
        help_text=gettext_lazy("For instance 01.10.2026. FIDE’s files do not say their month."),
    )
    source = forms.CharField(
        label=gettext_lazy("Where it comes from"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("For a list of Russia: the address of the page."),
    )
    fewer_allowed = forms.BooleanField(
        label=gettext_lazy("It is right that this list has far fewer people than the last one"),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        file, scheme = found.get("file"), found.get("scheme")
        most = MOST_OF_RUSSIA if scheme == RatingScheme.RUSSIA else MOST_BYTES
        if file is not None and file.size > most:
            self.add_error(
                "file",
                _("The file has %(size)s MB; at most %(limit)s MB are taken. Upload its zip.")
                % {"size": -(-file.size // 1024**2), "limit": most // 1024**2},
            )
        if scheme == RatingScheme.RUSSIA:
            if not found.get("kind"):
                self.add_error("kind", _("Choose the kind of the list."))
            if not found.get("source", "").strip():
                self.add_error("source", _("Say where the list comes from."))
        return found


class ProposalsForm(forms.Form):
    """What is to be done with which differences, and why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

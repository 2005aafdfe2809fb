"""The form in which the owner of a card chooses letters."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from qualifications.models import NoticeChoice
from qualifications.models.deadlines import AHEAD


class NoticeForm(forms.ModelForm):
    """Letters about what ends: whether, where, in which language, about what and how early."""

    wanted = forms.BooleanField(label=_("Write to me before something ends"), required=False)
    email = forms.EmailField(label=_("E-mail address"), required=False)
    language = forms.ChoiceField(label=_("Language of letters"), choices=settings.LANGUAGES)

    field_order = ("wanted", "email", "language")

    class Meta:
        model = NoticeChoice
        fields = (*(kind.value for kind in AHEAD), "days_before")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("wanted"):
            if not data.get("email") and "email" not in self.errors:
                self.add_error("email", _("Enter the address to which letters go."))
            if not any(data.get(kind) for kind in AHEAD):
                self.add_error(
                    AHEAD[0], _("Choose at least one, or take away the mark that asks for letters.")
                )
        return data

"""The form in which the owner of a card chooses letters."""

import hashlib
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from federation.models import Player
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

    def digest(self) -> str:
        """Of what the form shows, whatever the language: a form that says another one is stale."""
        shown = "\n".join(f"{one.name}={one.value()}" for one in self)
        return hashlib.sha256(shown.encode()).hexdigest()

    def in_words(self) -> str:
        """What the form shows, on one line."""
        return "; ".join(f"{one.label}: {_words(one)}" for one in self)


def _words(field: forms.BoundField) -> str:
    value = field.value()
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    choices = {str(key): str(words) for key, words in getattr(field.field, "choices", ())}
    return choices.get(str(value), str(value)) or "–"


def choice_of(player: Player) -> NoticeChoice:
    """What was chosen for a card; what is usual where nothing was."""
    return NoticeChoice.objects.filter(player=player).first() or NoticeChoice()


def notice_form(player: Player) -> NoticeForm:
    """The form as it stands, with address and language of the player."""
    return NoticeForm(
        instance=choice_of(player),
        initial={
            "wanted": player.email_consent_on is not None,
            "email": player.email,
            "language": player.language or settings.LANGUAGE_CODE,
        },
    )

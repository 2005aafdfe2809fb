"""The form of a decision that confirms moves to a lower rank."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from qualifications.models import Deadline
from tournaments.forms import DateInput

STALE = _("Some of the chosen moves have been confirmed or have changed. Check the list again.")


class MoveDecisionForm(forms.Form):
    """Number and date of a decision, and the moves that it confirms."""

    number = forms.CharField(label=_("Number of the decision"), max_length=40)
    decided_on = forms.DateField(label=_("Date of the decision"), widget=DateInput())

    def __init__(self, *args, moves: Sequence[Deadline], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["moves"] = forms.TypedMultipleChoiceField(
            label=_("Confirmed"),
            coerce=int,
            choices=[(str(row.pk), row.player.name) for row in moves],
            widget=forms.CheckboxSelectMultiple,
            error_messages={
                "required": _("Choose at least one player."),
                "invalid_choice": STALE,
            },
        )

    def ticked(self) -> frozenset[str]:
        """Ids of the rows to be shown ticked; after an error as they were."""
        return frozenset(str(pk) for pk in self["moves"].value() or ())

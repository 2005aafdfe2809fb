"""Forms of applications to FIDE: statements, FIDE's answer, norms made elsewhere."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from qualifications.engine.fide.tables import RATING_TITLES
from qualifications.fide_applications import GRADES, NormShown, Stated
from qualifications.models import NormElsewhere
from qualifications.services.fide_answers import Answer
from qualifications.wording import grade_name
from tournaments.forms import DateInput

MOST_RATING = 3200


def _grades() -> list[tuple[str, str]]:
    return [(grade, grade_name(grade)) for grade in GRADES]


class TitleForm(forms.Form):
    """For which title."""

    grade = forms.ChoiceField(label=_("Title"), choices=_grades)


class StatementForm(forms.Form):
    """What the registry does not know, and where it comes from."""

    highest_rating = forms.IntegerField(
        label=_("Highest FIDE rating"),
        required=False,
        min_value=1000,
        max_value=MOST_RATING,
        help_text=_(
            "Only if it was higher than in any list here: also inside a period or a tournament."
        ),
    )
    rating_reached_on = forms.DateField(
        label=_("Rating reached on"),
        required=False,
        widget=DateInput(),
        help_text=_(
            "The day on which the rating that the title asks was reached, if not by a list."
        ),
    )
    rated_games = forms.IntegerField(
        label=_("Rated games until then"),
        required=False,
        min_value=0,
        max_value=99999,
        help_text=_("Asked for titles by rating."),
    )
    large_swiss_norm = forms.ChoiceField(
        label=_("Norm of an event of article 1.5.6"),
        required=False,
        help_text=_(
            "An Olympiad, a stage of the way to the world title, the final of the national "
            "championship; a large Swiss only if the ratings here do not show it."
        ),
    )
    note = forms.CharField(
        label=_("The note"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("How open questions were resolved and where statements come from; printed."),
    )

    def __init__(
        self, *args: Any, title: str, norms: tuple[NormShown, ...] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if title not in RATING_TITLES:
            del self.fields["rated_games"]
        own = [norm for norm in norms if norm.record is not None]
        self.fields["large_swiss_norm"].choices = [  # type: ignore[attr-defined]
            ("", _("as the registry sees it")),
            *((norm.key, f"{norm.held.title}, {norm.event_name}") for norm in own),
        ]
        if not own:
            del self.fields["large_swiss_norm"]

    def stated(self) -> Stated:
        """What was stated, once the form is valid."""
        typed = self.cleaned_data
        return Stated(
            typed["highest_rating"],
            typed["rating_reached_on"],
            typed.get("rated_games"),
            typed.get("large_swiss_norm", ""),
        )


class AnswerForm(forms.Form):
    """FIDE's answer."""

    answer = forms.ChoiceField(
        label=_("FIDE’s answer"),
        choices=[("awarded", _("The title is awarded")), ("refused", _("It is refused"))],
        widget=forms.RadioSelect,
    )
    on = forms.DateField(label=_("Day of FIDE’s decision"), widget=DateInput())
    document = forms.CharField(
        label=_("Where it stands"),
        max_length=200,
        help_text=_("For example: FIDE Council, list of titles approved, with its day."),
    )
    words = forms.CharField(
        label=_("Why it was refused"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )

    def given(self) -> Answer:
        """The answer, once the form is valid."""
        typed = self.cleaned_data
        return Answer(typed["answer"] == "awarded", typed["on"], typed["document"], typed["words"])


class NormElsewhereForm(forms.ModelForm):
    """A norm by its certificate."""

    class Meta:
        model = NormElsewhere
        fields = (
            *("title", "event_name", "city", "federation", "starts_on", "ends_on", "games"),
            *("days_with_one_round", "with_foreigners", "eight_games", "large_swiss", "document"),
        )
        widgets = {"starts_on": DateInput(), "ends_on": DateInput()}
        help_texts = {
            "federation": _("Three letters, as FIDE writes them."),
            "games": _("As the certificate counts them, whole points of overscore included."),
            "days_with_one_round": _(
                "One norm for GM or WGM asks at least three. Empty: not known."
            ),
            "with_foreigners": _(
                "The opponents came from enough federations and held enough titles; not where the "
                "tournament was exempt, for example a national championship."
            ),
            "eight_games": _(
                "Eight games were enough because of a win by forfeit or a bye of the pairing."
            ),
            "document": _("Who signed form IT1, and when."),
        }

    def clean_federation(self) -> str:
        value: str = self.cleaned_data["federation"].upper()
        if len(value) != 3 or not (value.isascii() and value.isalpha()):
            raise forms.ValidationError(_("Three Latin letters, for example POL."))
        return value

    def clean_games(self) -> int:
        games: int = self.cleaned_data["games"]
        if not 1 <= games <= 20:
            raise forms.ValidationError(_("A norm counts for 1 to 20 games."))
        return games

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day lies before the first."))
        return data

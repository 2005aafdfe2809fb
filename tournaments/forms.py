"""Forms of the clerk: the tournament's papers, the file, the decisions of the review."""

from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.validators import MinValueValidator
from django.forms import formset_factory
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation import dates
from federation.models import Commission, CommissionKind, Player, Region
from federation.names import fold
from tournaments.formats.text import ENCODINGS, SIZE_LIMIT
from tournaments.grades import NormKey, StatedClass
from tournaments.models import DeclaredNorm, Event, EventArbiter, Newcomers
from tournaments.review import HOME_FEDERATION, NEW, OPEN, Review
from tournaments.title_facts import CoefficientKind

ORGANISER = "organiser"
MOST_ROUNDS_A_DAY = 20
"""More than any event has played; a slip of the finger is above it."""


NOT_BEFORE_1900 = MinValueValidator(date(1900, 1, 1))
"""Whoever types the year 26 into a browser's date field sends the year 0026."""


class DateInput(forms.DateInput):
    """The browser's own date field; it wants ISO dates whatever the language."""

    input_type = "date"

    def __init__(self, **kwargs) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


YES_NO_UNKNOWN = (
    ("", gettext_lazy("not known")),
    ("true", gettext_lazy("yes")),
    ("false", gettext_lazy("no")),
)


FIDE_FIELDS = (
    *("fide_federation", "fide_registered_on", "fide_category", "most_hours_on_one_day"),
    *("days_with_one_round", "same_conditions", "same_clocks", "arbiter_played"),
    *("changed_for_players", "pairings_known", "double_round", "zonal_in_that_year"),
    *("ratings_of_the_day", "format_approved"),
)
OTHER_FIELDS = (
    *("discipline", "level", "recognition", "age_group", "olympiad_rules"),
    "composition_sections",
)
COEFFICIENT_FIELDS = ("coefficient_kind", "material_received_on")
"""What the individual coefficient of Ukraine asks besides."""
INTERNATIONAL_KINDS = (CoefficientKind.INTERNATIONAL, CoefficientKind.ABROAD)
TITLE_FIELDS = (*FIDE_FIELDS, *OTHER_FIELDS)
"""What only titles and norms of other regulations ask; none of it is required."""
YES_NO_TITLE_FIELDS = (
    *("same_conditions", "same_clocks", "arbiter_played"),
    *("changed_for_players", "pairings_known", "ratings_of_the_day", "format_approved"),
    *("olympiad_rules", "composition_sections"),
)


class EventForm(forms.ModelForm):
    """What a commission says about a tournament. The form decides over the file."""

    class Meta:
        model = Event
        fields = [
            "name",
            "city",
            "region",
            "starts_on",
            "ends_on",
            "system",
            "women",
            "minutes",
            "increment_seconds",
            "first_period_moves",
            "second_period_minutes",
            "electronic_clocks",
            "clocks_used",
            "moves_recorded",
            "most_rounds_on_one_day",
            "competition_class",
            "championship",
            "rated",
            *COEFFICIENT_FIELDS,
            *TITLE_FIELDS,
        ]
        widgets = {
            "starts_on": DateInput(),
            "ends_on": DateInput(),
            "electronic_clocks": forms.Select(choices=YES_NO_UNKNOWN),
            "clocks_used": forms.Select(choices=YES_NO_UNKNOWN),
            "moves_recorded": forms.Select(choices=YES_NO_UNKNOWN),
            "fide_registered_on": DateInput(),
            "material_received_on": DateInput(),
            **{name: forms.Select(choices=YES_NO_UNKNOWN) for name in YES_NO_TITLE_FIELDS},
        }
        help_texts = {
            "minutes": gettext_lazy(
                "For 90 minutes and 30 seconds a move write 90 here and 30 beside it."
            ),
            "first_period_moves": gettext_lazy(
                "Only when the time is given in two periods, e.g. 40."
            ),
            "second_period_minutes": gettext_lazy(
                "Minutes to the end of the game after those moves."
            ),
            "competition_class": gettext_lazy(
                "The “rank” of the competition in the sports calendar."
            ),
            "championship": gettext_lazy("Leave empty unless it is one of these."),
            "rated": gettext_lazy(
                "Whether the games then change individual coefficients is decided article by "
                "article. Leave it out only where the commission does not want the event counted."
            ),
            "coefficient_kind": gettext_lazy(
                "Events between regions, cities, societies and clubs count from a mean of 2200 "
                "(men) or 2050 (women); local ones only for players of the region below 1850."
            ),
            "material_received_on": gettext_lazy(
                "Only for an international event or one abroad: it counts where the material came "
                "within three months of the last day."
            ),
            "fide_federation": gettext_lazy("Three letters, e.g. UKR."),
            "fide_category": gettext_lazy("Only for events that FIDE treats apart."),
            "most_hours_on_one_day": gettext_lazy(
                "Twice the longest game for each round of the busiest day."
            ),
            "ratings_of_the_day": gettext_lazy("Only where the tournament lasts over 90 days."),
            "format_approved": gettext_lazy("Only where the tournament lasts over 90 days."),
        }

    def __init__(self, *args, commission: Commission, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for name in ("starts_on", "ends_on"):
            self.fields[name].validators.append(NOT_BEFORE_1900)
        kind = self.fields["coefficient_kind"]
        if isinstance(kind, forms.TypedChoiceField):
            kept = self.instance.coefficient_kind
            kind.choices = [
                ("", _("not known")),
                *(
                    (one.value, one.label)
                    for one in CoefficientKind
                    if one is not CoefficientKind.STATED or one.value == kept
                ),
            ]
        region = self.fields["region"]
        if commission.kind != CommissionKind.NATIONAL and isinstance(
            region, forms.ModelChoiceField
        ):
            region.queryset = Region.objects.filter(commissions=commission)
            region.initial = commission.region_id

    def clean_most_rounds_on_one_day(self) -> int | None:
        rounds = self.cleaned_data["most_rounds_on_one_day"]
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS_A_DAY:
            raise forms.ValidationError(
                _("Write how many rounds were played on the busiest day, 1 to %(most)d.")
                % {"most": MOST_ROUNDS_A_DAY}
            )
        return rounds

    def coefficient_fields(self) -> list[forms.BoundField]:
        """What the coefficient of the national scheme asks; nothing where it is not kept."""
        if "ua" not in settings.REGISTRY_SCHEMES:
            return []
        return [self[name] for name in COEFFICIENT_FIELDS]

    def title_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The optional facts by who asks for them; of other schemes only those that are kept."""
        groups: list[tuple[str, tuple[str, ...]]] = [(_("International norms"), FIDE_FIELDS)]
        if "ru" in settings.REGISTRY_SCHEMES:
            groups.append((_("Russian ranks and titles"), OTHER_FIELDS))
        return [(title, [self[name] for name in names]) for title, names in groups]

    @property
    def title_facts_given(self) -> bool:
        """Whether the fold has something to show: a value, or an error."""
        return any(self[name].value() or self[name].errors for name in TITLE_FIELDS)

    def clean_fide_federation(self) -> str:
        code = self.cleaned_data["fide_federation"].strip().upper()
        if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
            raise forms.ValidationError(_("Write the three Latin letters of the federation."))
        return code

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if data.get("fide_registered_on") and data.get("starts_on"):
            late = data["fide_registered_on"] > data["starts_on"]
            if late:
                self.add_error(
                    "fide_registered_on", _("The day lies after the first day of the tournament.")
                )
        self._clean_material()
        starts_on, ends_on = data.get("starts_on"), data.get("ends_on")
        if starts_on and ends_on and ends_on < starts_on:
            self.add_error("ends_on", _("The last day lies before the first day."))
        if bool(data.get("first_period_moves")) != bool(data.get("second_period_minutes")):
            self.add_error(
                "second_period_minutes",
                _(
                    "Give both the moves of the first period and the minutes of the second, "
                    "or neither."
                ),
            )
        return data

    def _clean_material(self) -> None:
        """The day of the material belongs to an international event, and comes after its start."""
        data = self.cleaned_data
        received, starts_on = data.get("material_received_on"), data.get("starts_on")
        if received is None:
            return
        if data.get("coefficient_kind") not in INTERNATIONAL_KINDS:
            self.add_error(
                "material_received_on",
                _("Leave the day empty, or choose an international event or one abroad."),
            )
        elif starts_on and received < starts_on:
            self.add_error(
                "material_received_on", _("The day lies before the first day of the tournament.")
            )


class ArbiterForm(forms.ModelForm):
    """One row of the arbiters; an empty row is no arbiter."""

    class Meta:
        model = EventArbiter
        fields = ["name", "category", "chief"]

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False
        self.fields["category"].required = False

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if (data.get("category") or data.get("chief")) and not data.get("name"):
            self.add_error("name", _("Write the arbiter's name, or clear this row."))
        if data.get("name") and not data.get("category"):
            self.add_error("category", _("Choose the arbiter's category."))
        return data


class BaseArbiterFormSet(forms.BaseFormSet):
    def clean(self) -> None:
        chiefs = [form for form in self.forms if form.cleaned_data.get("chief")]
        if len(chiefs) > 1:
            raise forms.ValidationError(_("Only one arbiter can be the chief arbiter."))
        names = [fold(name) for form in self.forms if (name := form.cleaned_data.get("name"))]
        if len(set(names)) < len(names):
            raise forms.ValidationError(_("An arbiter is named twice. Leave one row."))

    def arbiters(self) -> list[EventArbiter]:
        """The rows that were filled, as unsaved objects."""
        return [
            EventArbiter(**form.cleaned_data)
            for form in self.forms
            if form.cleaned_data.get("name")
        ]


ArbiterFormSet = cast(
    type[BaseArbiterFormSet],
    formset_factory(ArbiterForm, formset=BaseArbiterFormSet, extra=3, max_num=12, absolute_max=12),
)


class NormsForm(forms.Form):
    """Which norms were set for the event, by whom and when: one line for each norm."""

    def __init__(self, *args, commission: Commission, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.bodies = {str(c.pk): c for c in _declaring_commissions(commission)}
        choices = [
            ("", _("not declared")),
            (ORGANISER, _("the organiser")),
            *((pk, str(c)) for pk, c in self.bodies.items()),
        ]
        for norm in NormKey:
            self.fields[f"by_{norm.name}"] = forms.ChoiceField(
                label=norm.label, choices=choices, required=False
            )
            self.fields[f"on_{norm.name}"] = forms.DateField(
                label=_("declared on"),
                required=False,
                widget=DateInput(),
                validators=[NOT_BEFORE_1900],
            )
            self.fields[f"document_{norm.name}"] = forms.CharField(
                label=_("document"), required=False, max_length=200
            )

    def clean(self) -> dict[str, Any]:
        super().clean()
        for norm in NormKey:
            declared_on = self.cleaned_data.get(f"on_{norm.name}")
            if declared_on is not None and declared_on > dates.today():
                self.add_error(f"on_{norm.name}", _("The day lies in the future."))
        return self.cleaned_data

    @staticmethod
    def initial_for(event: Event | None, commission: Commission) -> dict[str, Any]:
        """A stored event's norms; for a new one what is usual: I rank by the region, lower ranks by
        the organiser."""
        if event is None:
            usual = {NormKey.RANK_1: str(commission.pk)} if commission.region_id else {}
            usual |= dict.fromkeys((NormKey.RANK_2, NormKey.RANK_3, NormKey.YOUTH_1), ORGANISER)
            return {f"by_{norm.name}": body for norm, body in usual.items()}
        initial: dict[str, Any] = {}
        for declared in event.declared_norms.all():
            name = NormKey(declared.norm).name
            initial[f"by_{name}"] = str(declared.commission_id or ORGANISER)
            initial[f"on_{name}"] = declared.declared_on
            initial[f"document_{name}"] = declared.document
        return initial

    def lines(self) -> list[tuple[forms.BoundField, ...]]:
        """Of each norm by whom, on which day, and in which document."""
        parts = ("by", "on", "document")
        return [tuple(self[f"{part}_{norm.name}"] for part in parts) for norm in NormKey]

    def norms(self) -> list[DeclaredNorm]:
        """The declared norms, as unsaved objects."""
        return [
            DeclaredNorm(
                norm=norm.value,
                commission=self.bodies.get(body),
                declared_on=self.cleaned_data[f"on_{norm.name}"],
                document=self.cleaned_data[f"document_{norm.name}"],
            )
            for norm in NormKey
            if (body := self.cleaned_data[f"by_{norm.name}"])
        ]


def _declaring_commissions(commission: Commission) -> list[Commission]:
    """The national commission, and those of the event's region."""
    found = list(Commission.objects.filter(kind=CommissionKind.NATIONAL))
    if commission.region_id:
        found += Commission.objects.filter(region=commission.region_id)
    else:
        found += Commission.objects.filter(kind=CommissionKind.REGIONAL)
    return found


ACCEPTED_FILES = ".trf,.trfx,.txt,.tab,.fid,.xlsx,.xls,.html,.htm,.csv"
"""What a browser offers to choose; the content alone decides what a file is."""


class UploadForm(forms.Form):
    """The tournament's file; its size is asked before a byte of it is read."""

    file = forms.FileField(
        label=gettext_lazy("File of the tournament"),
        help_text=gettext_lazy(
            "A FIDE tournament report (TRF), as Swiss-Manager, Vega and other programs export it, "
            "or a crosstable as Excel, a saved web page or CSV. At most 5 MB."
        ),
        allow_empty_file=True,  # the reader has a better sentence for it
        widget=forms.FileInput(attrs={"accept": ACCEPTED_FILES}),
    )

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file.size > SIZE_LIMIT:
            raise forms.ValidationError(
                _(
                    "The file has %(size)s MB; at most %(limit)s MB are taken. "
                    "A tournament report is far smaller: check that this is the right file."
                )
                % {"size": -(-file.size // 1024**2), "limit": SIZE_LIMIT // 1024**2}
            )
        return file


class CorrectedUploadForm(UploadForm):
    """A corrected file of an admitted tournament, and why it is corrected."""

    reason = forms.CharField(
        label=gettext_lazy("Why the file is corrected"),
        help_text=gettext_lazy("Stays with the tournament, for example: protocol of round 3."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class ReturnForm(forms.Form):
    """Why a tournament goes back to the clerk."""

    note = forms.CharField(
        label=gettext_lazy("What is to be corrected"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReviewDecisions:
    """The clerk's decisions as posted, checked against the file.

    `decisions` always holds everything that could be understood, so that nothing typed is lost;
    `errors` maps starting numbers to sentences, `typed` to the radio and the text that were wrong.
    A page shows only some of the players of a large file: who has no field in `post` stays as
    `kept` has it. `reasons` are the words for warnings, by code, where the page had shown the very
    warnings that are open.
    """

    def __init__(
        self, post: Mapping[str, str], review: Review, kept: Mapping[str, Any] | None = None
    ) -> None:
        kept = kept or {}
        self.kept = kept
        self.errors: dict[int, str] = {}
        self.typed: dict[int, tuple[str, str]] = {}
        self.decisions: dict[str, Any] = {
            "players": self._players(post, review),
            "classes": self._classes(post, review),
            "newcomers": _one_of(post.get("newcomers", ""), Newcomers.values),
            "blank_federation": _one_of(post.get("blank_federation", ""), (HOME_FEDERATION, OPEN)),
            "encoding": _one_of(post.get("encoding", ""), ENCODINGS),
        }
        if review.warnings_seen and self.decisions["encoding"] == kept.get("encoding", ""):
            self.decisions["warnings_seen"] = True
        self.reasons = {
            kind.code: words
            for kind in review.kinds
            if (words := post.get(f"reason-{kind.code}", "").strip())
            and post.get(f"seal-{kind.code}") == kind.seal
        }

    def _players(self, post: Mapping[str, str], review: Review) -> dict[str, int | str]:
        chosen: dict[str, int | str] = {}
        asked: dict[int, int] = {}
        take, _separator, instead = post.get("take", "").partition(":")
        for line in review.lines:
            number = line.parsed.number
            if take == str(number) and instead.isascii() and instead.isdigit():
                asked[number] = int(instead[:18])
                continue
            if not self._shown(post, number):
                if str(number) in self.kept.get("players", {}):
                    chosen[str(number)] = self.kept["players"][str(number)]
                continue
            other = post.get(f"other-{number}", "").strip()
            value = other or post.get(f"player-{number}", "")
            if value == NEW:
                chosen[str(number)] = NEW
            elif value.isascii() and value.isdigit() and len(value) < 19:
                asked[number] = int(value)
            elif value:
                self.errors[number] = _("Write the player's number in the registry in digits.")
        known = set(Player.objects.filter(pk__in=asked.values()).values_list("pk", flat=True))
        for number, player in asked.items():
            if player in known:
                chosen[str(number)] = player
            else:
                self.errors[number] = _(
                    "The registry has no player with the number %(number)d."
                ) % {"number": player}
        for number in self.errors:
            typed = post.get(f"player-{number}", ""), post.get(f"other-{number}", "")
            self.typed[number] = typed
        return chosen

    @staticmethod
    def _shown(post: Mapping[str, str], number: int) -> bool:
        """Whether the page had fields for this player."""
        return any(f"{name}-{number}" in post for name in ("player", "other", "class"))

    def _classes(self, post: Mapping[str, str], review: Review) -> dict[str, tuple[str, str]]:
        stated = {}
        for line in review.lines:
            number = line.parsed.number
            if not self._shown(post, number):
                if str(number) in self.kept.get("classes", {}):
                    stated[str(number)] = tuple(self.kept["classes"][str(number)])
                continue
            value = _one_of(post.get(f"class-{number}", ""), StatedClass.values)
            if value:
                stated[str(number)] = (value, post.get(f"class_note-{number}", "")[:200].strip())
        return stated


def _one_of(value: str, allowed) -> str:
    return value if value in allowed else ""

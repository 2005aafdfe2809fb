"""Filters of lists; the address holds them. Words are compared by the folded keys."""

from collections.abc import Collection
from datetime import date

import django_filters
from django.utils.translation import gettext_lazy as _

from federation.models import Region, Sex
from federation.names import fold
from qualifications.correction_page import other_coefficient
from qualifications.engine import LADDER
from qualifications.issued_lists import holders_on
from qualifications.models import CorrectedLine, LineCause, RatingRow
from qualifications.wording import grade_name
from tournaments.models import Event, EventSystem
from tournaments.selectors import events_named


class EventFilter(django_filters.FilterSet):
    """Admitted events by words, region, format and year."""

    q = django_filters.CharFilter(label=_("Name or city"), method="by_words", max_length=80)
    region = django_filters.ModelChoiceFilter(
        label=_("Region"), queryset=Region.objects.all(), empty_label=_("all regions")
    )
    system = django_filters.ChoiceFilter(
        label=_("Format"), choices=EventSystem.choices, empty_label=_("all formats")
    )
    year = django_filters.NumberFilter(
        label=_("Year"), field_name="ends_on__year", min_value=1900, max_value=2200
    )

    class Meta:
        model = Event
        fields = ["q", "region", "system", "year"]

    def by_words(self, queryset, name, value):
        return queryset.filter(pk__in=events_named(queryset, value))


_YOUNG, _OLD = (8, 10, 12, 14, 16, 18, 20), (50, 65)
AGES = {f"u{age}": (0, age) for age in _YOUNG} | {f"s{age}": (age, 200) for age in _OLD}
"""Age classes: lowest and highest age in the year of the list; both count."""


def _age_choices() -> list[tuple[str, str]]:
    return [
        (key, _("from %(n)d years") % {"n": low} if low else _("to %(n)d years") % {"n": high})
        for key, (low, high) in AGES.items()
    ]


def _grade_choices() -> list[tuple[str, str]]:
    return [(grade, grade_name(grade)) for grade in LADDER]


class RatingRowFilter(django_filters.FilterSet):
    """Lines of a list by a part of the name, region, sex, age class and rank on its day."""

    q = django_filters.CharFilter(label=_("Part of the name"), method="by_words", max_length=80)
    region = django_filters.ModelChoiceFilter(
        label=_("Region"),
        field_name="region",
        queryset=Region.objects.all(),
        empty_label=_("all regions"),
    )
    sex = django_filters.ChoiceFilter(
        label=_("Sex"), field_name="sex", choices=Sex.choices, empty_label=_("everybody")
    )
    age = django_filters.ChoiceFilter(
        label=_("Age in the year of the list"),
        method="by_age",
        choices=_age_choices,
        empty_label=_("any age"),
    )
    rank = django_filters.ChoiceFilter(
        label=_("Rank on the day of the list"),
        method="by_rank",
        choices=_grade_choices,
        empty_label=_("any rank"),
    )

    class Meta:
        model = RatingRow
        fields = ["q", "region", "sex", "age", "rank"]

    def __init__(self, *args, on: date, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.on = on

    def by_words(self, queryset, name, value):
        for word in fold(value).split():
            queryset = queryset.filter(player__search_key__contains=word)
        return queryset

    def by_age(self, queryset, name, value):
        low, high = AGES[value]
        return queryset.filter(birth_year__range=(self.on.year - high, self.on.year - low))

    def by_rank(self, queryset, name, value):
        """Asked last, of the lines that the other filters have left."""
        return queryset.filter(player__in=holders_on(queryset, value, on=self.on))


SHOWN = {
    "played": _("with games"),
    "changed": _("changed"),
    "biggest": _("biggest change first"),
    "new": _("first coefficient"),
    "crossed": _("crossed the border"),
    "held": _("held by an objection"),
}
"""What of a draft can be looked at."""


class DraftRowFilter(RatingRowFilter):
    """The same for a draft, where some lines have to be looked at before it is published."""

    show = django_filters.ChoiceFilter(
        label=_("Lines"), method="shown", choices=list(SHOWN.items()), empty_label=_("all lines")
    )

    class Meta(RatingRowFilter.Meta):
        fields = ["show", "q", "region", "sex", "age", "rank"]

    def shown(self, queryset, name, value):
        if value == "new":
            return queryset.filter(before=None)
        if value == "crossed":
            return queryset.exclude(crossed="")
        if value == "held":
            return queryset.filter(held=True)
        if value == "played":
            return queryset.filter(games__gt=0)
        return queryset.filter(change__isnull=False).exclude(change=0)

    @property
    def biggest_first(self) -> bool:
        return self.form.is_valid() and self.form.cleaned_data["show"] == "biggest"


class CorrectedLineFilter(django_filters.FilterSet):
    """Lines that a late correction changes, by name, region and reason."""

    q = django_filters.CharFilter(label=_("Part of the name"), method="by_words", max_length=80)
    region = django_filters.ModelChoiceFilter(
        label=_("Region"), queryset=Region.objects.all(), empty_label=_("all regions")
    )
    cause = django_filters.ChoiceFilter(
        label=_("Why"), choices=LineCause.choices, empty_label=_("any reason")
    )
    show = django_filters.ChoiceFilter(
        label=_("Lines"),
        method="shown",
        choices=[
            ("coefficient", _("another coefficient afterwards")),
            ("ledger", _("ranks, norms or points touched")),
        ],
        empty_label=_("all lines"),
    )

    class Meta:
        model = CorrectedLine
        fields = ["q", "region", "cause", "show"]

    def __init__(self, *args, touched: Collection[int], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.touched = touched

    def by_words(self, queryset, name, value):
        for word in fold(value).split():
            queryset = queryset.filter(player__search_key__contains=word)
        return queryset

    def shown(self, queryset, name, value):
        if value == "ledger":
            return queryset.filter(player__in=self.touched)
        return other_coefficient(queryset)

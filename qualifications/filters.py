"""Filters of lists; the address holds them. Words are compared by the folded keys."""

import django_filters
from django.utils.translation import gettext_lazy as _

from federation.models import Region
from federation.names import fold
from qualifications.models import RatingRow
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


class RatingRowFilter(django_filters.FilterSet):
    """Lines of a list by a part of the name and region."""

    q = django_filters.CharFilter(label=_("Part of the name"), method="by_words", max_length=80)
    region = django_filters.ModelChoiceFilter(
        label=_("Region"),
        field_name="player__region",
        queryset=Region.objects.all(),
        empty_label=_("all regions"),
    )

    class Meta:
        model = RatingRow
        fields = ["q", "region"]

    def by_words(self, queryset, name, value):
        for word in fold(value).split():
            queryset = queryset.filter(player__search_key__contains=word)
        return queryset


class DraftRowFilter(RatingRowFilter):
    """The same for a draft, where lines with games come first to mind."""

    played = django_filters.BooleanFilter(
        label=_("With games only"),
        method="only_played",
        widget=django_filters.widgets.forms.CheckboxInput,
    )

    def only_played(self, queryset, name, value):
        return queryset.filter(games__gt=0) if value else queryset

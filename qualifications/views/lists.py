"""Published rating lists, and the games behind a line."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.selectors import keyset_page
from qualifications.filters import RatingRowFilter
from qualifications.models import RatingPeriod, RatingRow, RatingRun
from qualifications.presenting_lists import line_context
from qualifications.selectors import list_rows, lists_published, rules_of
from qualifications.views.parameters import place_asked


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """All published lists, the latest first."""
    return render(request, "qualifications/rating_lists.html", {"lists": lists_published()})


@require_safe
def rating_list(request: HttpRequest, list_on: str) -> HttpResponse:
    """One published list, filtered by name and region."""
    period, run = _published(list_on)
    chosen = RatingRowFilter(request.GET, queryset=list_rows(run))
    page = keyset_page(chosen.qs, after=place_asked(request))
    return render(
        request,
        "qualifications/rating_list.html",
        {
            "period": period,
            "filter": chosen,
            "page": page,
            "floor": rules_of(period).national_floor,
        },
    )


@require_safe
def rating_line(request: HttpRequest, list_on: str, pk: int) -> HttpResponse:
    """One player's line of a published list, with the games behind the change."""
    period, run = _published(list_on)
    row = get_object_or_404(
        RatingRow.objects.select_related("player__region", "run__period"),
        run=run,
        player__pk=pk,  # not `player`: a number no id can have is then nobody, not a fault
    )
    return render(request, "qualifications/rating_line.html", line_context(period, row))


def _published(list_on: str) -> tuple[RatingPeriod, RatingRun]:
    """The list of a day and its run. Raises Http404 where none is published."""
    try:
        day = date.fromisoformat(list_on)
    except ValueError as error:
        raise Http404 from error
    period = get_object_or_404(lists_published().select_related("published_run"), list_on=day)
    if period.published_run is None:
        raise Http404
    return period, period.published_run

"""Published rating lists, and the games behind a line."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.selectors import keyset_page
from qualifications.explain import explain_row
from qualifications.filters import RatingRowFilter
from qualifications.models import RatingPeriod, RatingRow
from qualifications.selectors import list_rows, lists_published


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """All published lists, the latest first."""
    return render(request, "qualifications/rating_lists.html", {"lists": lists_published()})


@require_safe
def rating_list(request: HttpRequest, list_on: str) -> HttpResponse:
    """One published list, filtered by name and region."""
    period = _published(list_on)
    chosen = RatingRowFilter(request.GET, queryset=list_rows(period.published_run))
    page = keyset_page(chosen.qs, after=request.GET.get("after", ""))
    return render(
        request,
        "qualifications/rating_list.html",
        {"period": period, "filter": chosen, "page": page},
    )


@require_safe
def rating_line(request: HttpRequest, list_on: str, pk: int) -> HttpResponse:
    """One player's line of a published list, with the games behind the change."""
    period = _published(list_on)
    row = get_object_or_404(
        RatingRow.objects.select_related("player__region", "run__period"),
        run=period.published_run,
        player=pk,
    )
    return render(
        request,
        "qualifications/rating_line.html",
        {"period": period, "row": row, "player": row.player, "explained": explain_row(row)},
    )


def _published(list_on: str) -> RatingPeriod:
    try:
        day = date.fromisoformat(list_on)
    except ValueError as error:
        raise Http404 from error
    return get_object_or_404(lists_published().select_related("published_run"), list_on=day)

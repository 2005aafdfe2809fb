"""Published rating lists, and the games behind a line."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.access import Action, access_of
from federation.models import Region
from federation.selectors import keyset_page
from qualifications.correction_page import rows_amended
from qualifications.filters import RatingRowFilter
from qualifications.issued_lists import EVERYBODY, NATIONAL, rows_of_list
from qualifications.models import RatingRow
from qualifications.presenting_lists import issue_view, line_context, list_lines, list_words
from qualifications.selectors import list_rows, lists_published, rules_of
from qualifications.views.parameters import lines_asked, list_asked, place_asked


@require_safe
def rating_lists(request: HttpRequest) -> HttpResponse:
    """All published lists, the latest first."""
    return render(request, "qualifications/rating_lists.html", {"lists": lists_published()})


@require_safe
def rating_list(request: HttpRequest, list_on: str) -> HttpResponse:
    """One published list: the national figures, those of a region (`?list=`), or all; filtered."""
    issued = list_asked(request, list_on)
    which = lines_asked(request, default=NATIONAL)
    rows = rows_of_list(list_rows(issued.run), which)
    chosen = RatingRowFilter(request.GET, queryset=rows, on=issued.period.list_on)
    page = keyset_page(chosen.qs, after=place_asked(request))
    regions = list(Region.objects.all())
    return render(
        request,
        "qualifications/rating_list.html",
        {
            "period": issued.period,
            "run": issued.run,
            "issue": issue_view(issued),
            "which": which,
            "regional": which not in (NATIONAL, EVERYBODY),
            "region": next((region for region in regions if region.code == which), None),
            "regions": regions,
            "words": list_words(which, regions),
            "kinds": ("xlsx", "csv", "pdf", "json"),
            "filter": chosen,
            "filtered": bool(set(chosen.form.changed_data)),
            "page": page,
            "lines": list_lines(page.items, amended=rows_amended(page.items)),
            "floor": rules_of(issued.period).national_floor,
        },
    )


@require_safe
def rating_line(request: HttpRequest, list_on: str, pk: int) -> HttpResponse:
    """One player's line of a published list, with the games behind the change."""
    issued = list_asked(request, list_on)
    row = get_object_or_404(
        RatingRow.objects.select_related("player__region", "run__period", "region"),
        run=issued.run,
        player__pk=pk,  # not `player`: a number no id can have is then nobody, not a fault
    )
    context = line_context(issued.period, row) | {
        "issue": issue_view(issued),
        "may_release": row.held
        and issued.replaced_by is None
        and access_of(request).may(Action.CORRECTION_DRAFT),
    }
    return render(request, "qualifications/rating_line.html", context)

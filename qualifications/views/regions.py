"""Regions: all of them side by side, and each with what is its own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation import dates
from federation.models import Region
from qualifications.engine import LADDER
from qualifications.presenting_lists import list_lines
from qualifications.regions import newest_list, region_home, region_lines
from qualifications.wording import grade_name


@require_safe
def region_list(request: HttpRequest) -> HttpResponse:
    """The whole country, region by region."""
    lines = region_lines(today=dates.today())
    return render(
        request,
        "qualifications/region_list.html",
        {
            "lines": lines,
            "national": sum(line.national for line in lines),
            "regional": sum(line.regional for line in lines),
            "events": sum(line.events for line in lines),
            "issued": newest_list(),
        },
    )


@require_safe
def region_detail(request: HttpRequest, code: str) -> HttpResponse:
    """One region: its people, lists, tournaments and decrees."""
    region = get_object_or_404(Region, code=code)
    home = region_home(region)
    return render(
        request,
        "qualifications/region.html",
        {
            "region": region,
            "regions": Region.objects.all(),
            "home": home,
            "lines": list_lines(home.strongest),
            "grades": [(grade, grade_name(grade)) for grade in LADDER],
            "kinds": ("xlsx", "csv", "pdf"),
        },
    )

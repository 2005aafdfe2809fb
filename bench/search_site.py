"""The site with one more address, /bare/?q=…: the query of the search and nothing around it."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.ROOT_URLCONF = __name__
application = get_wsgi_application()

from federation.selectors import players_search  # noqa: E402
from federation.urls import urlpatterns as pages  # noqa: E402
from qualifications.views.public import SHOWN_WHILE_TYPING  # noqa: E402


def bare(request: HttpRequest) -> HttpResponse:
    found = players_search(request.GET["q"]).order_by("sort_key", "pk")
    rows = found[: SHOWN_WHILE_TYPING + 1].values_list(
        "pk", "name", "latin_name", "birth_year", "region__name_uk"
    )
    return HttpResponse("".join(f"<li>{row}</li>" for row in rows))


urlpatterns = [path("bare/", bare), *pages]

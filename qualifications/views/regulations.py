"""The regulations for everybody: every edition with its articles, tables, misprints, readings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation import dates
from federation.access import Action, access_of
from qualifications.law import LawBook, edition_named
from qualifications.presenting_law import regulation_list, regulation_view


@require_safe
def regulation_index(request: HttpRequest) -> HttpResponse:
    """Every edition, by regulation."""
    return render(request, "qualifications/regulation_index.html", {"lines": regulation_list()})


@require_safe
def regulation(request: HttpRequest, edition: str) -> HttpResponse:
    """An edition as it is read today: articles with their state, tables, misprints, readings."""
    law = edition_named(edition)
    if law is None:
        raise Http404
    today = dates.today()
    book = LawBook.read()
    decisions = [decision for decision in book.decisions if decision.edition == edition]
    return render(
        request,
        "qualifications/regulation.html",
        regulation_view(book.read_on(law, today), decisions, on=today)
        | {"may_decide": access_of(request).may(Action.READING_DECIDE)},
    )

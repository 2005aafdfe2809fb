"""The journal: what anybody did, searchable; for administrators and chairs."""

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from federation.access import Action, access_of
from federation.models import JournalEntry
from federation.requests import SignedInRequest
from qualifications.forms_journal import JournalFilter
from qualifications.journal_page import (
    journal_narrowed,
    journal_pages,
    journal_seen,
    may_read_journal,
    names_behind,
)
from qualifications.views.parameters import place_asked
from qualifications.wording_journal import action_words, field_words, thing_words, value_words


@login_required
@require_GET
def journal_list(request: SignedInRequest) -> HttpResponse:
    """Entries that the user may read, the latest first; the form narrows them."""
    access = access_of(request)
    if not may_read_journal(access, request.user):
        raise PermissionDenied(Action.JOURNAL_SEE)
    form = JournalFilter(request.GET or None)
    entries = journal_seen(access, request.user)
    if form.is_bound:
        entries = (
            journal_narrowed(entries, **form.cleaned_data) if form.is_valid() else entries.none()
        )
    page = journal_pages(entries, after=place_asked(request))
    names = names_behind(page.items)
    return render(
        request,
        "qualifications/journal.html",
        {"form": form, "page": page, "lines": [_line(entry, names) for entry in page.items]},
    )


def _line(entry: JournalEntry, names: Mapping[tuple[str, str], str]) -> dict[str, object]:
    kind = entry.object_type
    return {
        "entry": entry,
        "action": action_words(entry.action),
        "thing": thing_words(entry.object_type),
        "changes": [
            {
                "field": field_words(kind, name),
                "from": value_words(kind, name, old, names),
                "to": value_words(kind, name, new, names),
            }
            for name, old, new in entry.changes
        ],
    }

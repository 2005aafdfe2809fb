"""How unclear passages are read: trying another way out, and deciding for it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from qualifications.engine.regulation import Regulation
from qualifications.forms import ReadingForm
from qualifications.law import LawBook, edition_named
from qualifications.presenting import text_language, title_language
from qualifications.presenting_law import reading_view, regulation_list, translated
from qualifications.presenting_readings import changes_sentence, changes_view, readings_to_decide
from qualifications.services.readings import choices_open, reading_decide
from qualifications.tasks import deadlines_of_everybody
from qualifications.views.parameters import place_asked
from qualifications.whatif import reading_what_if


@login_required
@require_safe
def reading_list(request: SignedInRequest) -> HttpResponse:
    """Every passage that the commission can decide on, by edition."""
    access_of(request).require(Action.READING_DECIDE)
    book = LawBook.read()
    today = dates.today()
    editions = []
    for line in regulation_list():
        law = book.read_on(line["law"], today)
        editions.append(line | {"open": readings_to_decide(law, book, on=today)})
    return render(request, "qualifications/reading_list.html", {"editions": editions})


@login_required
@require_http_methods(["GET", "POST"])
def reading_decision(request: SignedInRequest, edition: str, question: str) -> HttpResponse:
    """What another choice would change, event by event; below it the decision itself."""
    access = access_of(request)
    access.require(Action.READING_DECIDE)
    law = edition_named(edition)
    if law is None or question not in law.readings:
        raise Http404
    today = dates.today()
    book = LawBook.read()
    read = book.read_on(law, today)
    choice = _choice_asked(request, read, question)
    commissions = access.commissions(Action.READING_DECIDE)
    form = ReadingForm(
        request.POST if request.method == "POST" else None,
        initial={"decided_on": today, "holds_from": today},
    )
    if request.method == "POST" and choice and form.is_valid():
        try:
            reading_decide(
                law,
                question,
                choice,
                commission=commissions[0],
                user=request.user,
                at=dates.now(),
                today=today,
                **form.cleaned_data,
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request,
                _("The decision is recorded. It judges from its day on; the work lists follow."),
            )
            deadlines_of_everybody.delay(today.isoformat())
            return redirect("reading-decision", edition=edition, question=question)
    what_if = reading_what_if(law, question, choice, after=place_asked(request)) if choice else None
    decisions = [d for d in book.decisions if (d.edition, d.question) == (edition, question)]
    words = {one.key: translated(one.words) for one in law.readings[question].choices}
    return render(
        request,
        "qualifications/reading_decision.html",
        {
            "law": read,
            "title_language": title_language(read),
            "text_language": text_language(read),
            "reading": reading_view(
                read.readings[question], law.readings[question], decisions, on=today
            ),
            "articles": [law.articles[key] for key in read.readings[question].articles],
            "choices": [
                {"key": key, "words": words[key]}
                for key in choices_open(law.readings[question])
                if key != read.reading(question)
            ],
            "choice": choice,
            "choice_words": words.get(choice, ""),
            "what_if": what_if,
            "events": changes_view(what_if, law) if what_if else [],
            "sentence": changes_sentence(what_if) if what_if else "",
            "form": form,
            "commission": commissions[0],
        },
        status=422 if request.method == "POST" else 200,
    )


def _choice_asked(request: SignedInRequest, law: Regulation, question: str) -> str:
    """The choice to try: the one in the address, else the only other one; empty without any.

    Raises Http404 for one that the rules cannot follow.
    """
    reading = law.readings[question]
    others = [key for key in choices_open(reading) if key != reading.in_force]
    asked = request.POST.get("choice") or request.GET.get("choice", "")
    if asked:
        if asked not in choices_open(reading):
            raise Http404
        return asked
    return others[0] if others else ""

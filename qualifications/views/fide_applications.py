"""Applications to FIDE for titles: who could apply, the check, sending, FIDE's answer."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Player
from federation.requests import SignedInRequest
from federation.selectors import keyset_page
from qualifications.fide_application_lists import applications_page, candidates, players_with_norms
from qualifications.fide_applications import Checked, check_of, stated_in
from qualifications.forms_fide_applications import (
    AnswerForm,
    StatementForm,
    TitleForm,
)
from qualifications.models import (
    ApplicationStatus,
    FideApplication,
    IssuedDocument,
    NormElsewhere,
)
from qualifications.presenting_fide_applications import (
    application_view,
    candidate_view,
    check_view,
)
from qualifications.services.decrees import Stale
from qualifications.services.fide_answers import application_result, application_result_void
from qualifications.services.fide_applications import (
    application_change,
    application_draft,
    application_send,
    application_withdraw,
    sending_faults,
)
from qualifications.views.parameters import place_asked, version_sent
from qualifications.views.refusals import tell_refusal


@login_required
@require_GET
def application_list(request: HttpRequest) -> HttpResponse:
    """Applications, the latest first; `?state=` narrows, `?state=norms` shows who has norms."""
    access_of(request).require(Action.APPLICATION_PREPARE)
    state = request.GET.get("state", "")
    after = place_asked(request)
    context: dict[str, Any] = {"state": state, "statuses": ApplicationStatus.choices}
    if state == "norms":
        page = keyset_page(players_with_norms(), after=after)
        context |= {"candidates": [candidate_view(one) for one in candidates(page.items)]}
    else:
        rows = FideApplication.objects.all()
        if state in ApplicationStatus.values:
            rows = rows.filter(status=state)
        page = applications_page(rows, after=after)
        context |= {"applications": [application_view(one) for one in page.items]}
    return render(request, "qualifications/fide_application_list.html", context | {"page": page})


@login_required
@require_http_methods(["GET", "POST"])
def application_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """A player's norms of FIDE titles, and the beginning of an application."""
    access = access_of(request)
    access.require(Action.APPLICATION_PREPARE)
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if player.merged_into is not None:
        return redirect("fide-application-new", pk=player.merged_into.pk)
    commission = access.commissions(Action.APPLICATION_PREPARE)[0]
    form = TitleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            application = application_draft(
                player,
                form.cleaned_data["grade"],
                commission=commission,
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("fide-application", pk=application.pk)
    rows = FideApplication.objects.filter(player=player).select_related("player")
    return render(
        request,
        "qualifications/fide_application_new.html",
        {
            "player": player,
            "form": form,
            "elsewhere": NormElsewhere.objects.filter(player=player, removed_at=None),
            "applications": [application_view(one) for one in rows],
        },
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def application_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """An application with its check; the draft is changed here."""
    access_of(request).require(Action.APPLICATION_PREPARE)
    application = _application(pk)
    checked = _check(application)
    posted = request.POST if request.method == "POST" else None
    form = StatementForm(
        posted, title=checked.title, norms=checked.norms, initial=_stored(application)
    )
    stale: list[dict[str, str]] = []
    if posted is not None and form.is_valid():
        try:
            application_change(
                application,
                version=version_sent(request),
                stated=form.stated(),
                note=form.cleaned_data["note"],
                user=request.user,
                at=dates.now(),
            )
        except Stale as refusal:
            form.add_error(None, str(refusal))
            application.refresh_from_db()
            stale = _differences(form, application)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Your statements are kept."))
            return redirect("fide-application", pk=application.pk)
    return _page(
        request,
        application,
        checked,
        form=form,
        stale=stale,
        version=version_sent(request) if posted is not None and not stale else None,
        failed=posted is not None,
    )


@login_required
@require_POST
def application_send_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Sign and send."""
    access_of(request).require(Action.APPLICATION_SEND)
    application = _application(pk)
    return _done(
        request,
        application,
        lambda: application_send(
            application, version=version_sent(request), user=request.user, at=dates.now()
        ),
        _("The application is signed and sent. Its paper stands below."),
    )


@login_required
@require_POST
def application_withdraw_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take it back."""
    access_of(request).require(Action.APPLICATION_PREPARE)
    application = _application(pk)
    return _done(
        request,
        application,
        lambda: application_withdraw(
            application,
            version=version_sent(request),
            words=request.POST.get("words", ""),
            user=request.user,
            at=dates.now(),
        ),
        _("The application is withdrawn. It can be begun anew."),
    )


@login_required
@require_POST
def application_answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Record FIDE's answer."""
    access_of(request).require(Action.APPLICATION_RESULT)
    application = _application(pk)
    form = AnswerForm(request.POST)
    version: int | None = version_sent(request)
    if form.is_valid():
        try:
            application_result(
                application,
                form.given(),
                version=version_sent(request),
                user=request.user,
                at=dates.now(),
            )
        except Stale as refusal:
            form.add_error(None, str(refusal))
            version = None
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("FIDE’s answer is recorded."))
            return redirect("fide-application", pk=pk)
    application.refresh_from_db()
    return _page(
        request, application, _check(application), answer=form, version=version, failed=True
    )


@login_required
@require_POST
def application_answer_void(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take back an answer that was recorded wrongly."""
    access_of(request).require(Action.APPLICATION_RESULT)
    application = _application(pk)
    return _done(
        request,
        application,
        lambda: application_result_void(
            application,
            version=version_sent(request),
            reason=request.POST.get("words", ""),
            user=request.user,
            at=dates.now(),
        ),
        _("The answer is taken back. Record the right one."),
    )


# --- what the pages share -----------------------------------------------------------------------


def _application(pk: int) -> FideApplication:
    found = FideApplication.objects.select_related(
        "player__region", "player__merged_into", "commission", "drafted_by", "sent_by", "noted_by"
    ).select_related("decided_by", "decision")
    return get_object_or_404(found, pk=pk)


def _check(application: FideApplication) -> Checked:
    player = application.player.merged_into or application.player
    return check_of(player, application.grade, stated_in(application), on=dates.today())


def _stored(application: FideApplication) -> dict[str, Any]:
    return {
        "highest_rating": application.highest_rating,
        "rating_reached_on": application.rating_reached_on,
        "rated_games": application.rated_games,
        "large_swiss_norm": application.large_swiss_norm,
        "note": application.note,
    }


def _page(
    request: SignedInRequest,
    application: FideApplication,
    checked: Checked,
    *,
    form: StatementForm | None = None,
    answer: AnswerForm | None = None,
    stale: list[dict[str, str]] | None = None,
    version: int | None = None,
    failed: bool = False,
) -> HttpResponse:
    """The page. `version` is that of a form that comes back: it stays stale if it was."""
    access = access_of(request)
    draft = application.status == ApplicationStatus.DRAFT
    sent = application.status == ApplicationStatus.SENT
    return render(
        request,
        "qualifications/fide_application.html",
        {
            **application_view(application),
            "check": check_view(checked),
            "faults": sending_faults(application, checked) if draft else [],
            "draft": draft,
            "sent": sent,
            "answered": application.status
            in (ApplicationStatus.AWARDED, ApplicationStatus.REFUSED),
            "own": application.drafted_by_id == request.user.pk,
            "may_send": draft and access.may(Action.APPLICATION_SEND),
            "may_answer": access.may(Action.APPLICATION_RESULT),
            "form": form
            or StatementForm(
                title=checked.title, norms=checked.norms, initial=_stored(application)
            ),
            "answer": answer or AnswerForm(),
            "stale": stale or [],
            "version": version or application.version,
            "documents": IssuedDocument.objects.filter(application=application)
            .defer("pdf", "paper")
            .order_by("-pk"),
        },
        status=422 if failed else 200,
    )


def _differences(form: StatementForm, stored: FideApplication) -> list[dict[str, str]]:
    """What a stale form says otherwise than the draft as it is now."""
    now = _stored(stored)
    return [
        {
            "what": str(field.label),
            "now": str(now[name] if now[name] is not None else "–"),
            "yours": str(typed if typed not in (None, "") else "–"),
        }
        for name, field in form.fields.items()
        if ((typed := form.cleaned_data.get(name)) or None) != (now[name] or None)
    ]


def _done(
    request: SignedInRequest,
    application: FideApplication,
    act: Callable[[], object],
    words: str,
) -> HttpResponse:
    """Do it and go to the application; a refusal is said there."""
    try:
        act()
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, words)
    return redirect("fide-application", pk=application.pk)

"""Work lists of what ends, and the address at which a player is told of it."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.models import Player, Region
from federation.requests import SignedInRequest
from federation.services import contact_record
from qualifications.forms import ContactForm
from qualifications.presenting_deadlines import deadline_lines, deadlines_xlsx, list_name
from qualifications.proposals import decides_move
from qualifications.views.parameters import number_asked, place_asked
from qualifications.work_lists import DAYS, LISTS, Asked, page_of

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_REGIONS = 99_999_999


@login_required
@require_GET
def deadline_list(request: HttpRequest) -> HttpResponse:
    """One work list; `?kind=`, `?days=` and `?region=` choose, `?format=xlsx` takes it away."""
    access = access_of(request)
    access.require(Action.DEADLINES_SEE)
    allowed = access.regions(Action.DEADLINES_SEE)
    regions = Region.objects.all() if allowed is None else Region.objects.filter(pk__in=allowed)
    region = number_asked(request, "region", most=MOST_REGIONS)
    chosen = next((r for r in regions if r.pk == region), None)
    if region is not None and chosen is None:
        raise Http404(_("This is not a region that you answer for."))
    name = request.GET.get("kind") or "ranks"
    days = number_asked(request, "days", most=max(DAYS)) or max(DAYS)
    if name not in LISTS or days not in DAYS:
        raise Http404(_("There is no such list."))
    asked = Asked(dates.today(), days, allowed if chosen is None else [chosen.pk])
    rows = asked.rows(name)
    if request.GET.get("format") == "xlsx":
        content = deadlines_xlsx(list_name(name), rows.iterator(chunk_size=1000))
        response = HttpResponse(content, content_type=XLSX)
        response["Content-Disposition"] = (
            f'attachment; filename="{name}-{asked.today.isoformat()}.xlsx"'
        )
        return response
    page = page_of(rows, after=place_asked(request))
    counts = asked.counts()
    bodies = access.commissions(Action.DECREE_DRAFT)
    lines = deadline_lines(
        page.items,
        may_decide=lambda row: any(decides_move(body, row) for body in bodies),
    )
    return render(
        request,
        "qualifications/deadline_list.html",
        {
            "kind": name,
            "heading": list_name(name),
            "kinds": [(key, list_name(key), counts[key]) for key in LISTS],
            "count": counts[name],
            "day_choices": DAYS,
            "days": days,
            "regions": regions,
            "region": chosen,
            "all_regions": allowed is None,
            "page": page,
            "lines": lines,
            "may_decide": any(line["may_decide"] for line in lines),
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def contact_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Where a player is told of deadlines, and since when there is consent to it."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    access_of(request).require(Action.CONTACT_KEEP, player=player)
    form = ContactForm(
        request.POST if request.method == "POST" else None,
        initial={
            "email": player.email,
            "language": player.language or settings.LANGUAGE_CODE,
            "email_consent_on": player.email_consent_on,
        },
        today=dates.today(),
    )
    if request.method == "POST" and form.is_valid():
        contact_record(player, **form.cleaned_data)
        messages.success(request, _("The address is saved."))
        return redirect("player-card", pk=player.pk)
    return render(
        request,
        "qualifications/contact_form.html",
        {"form": form, "player": player},
        status=422 if request.method == "POST" else 200,
    )

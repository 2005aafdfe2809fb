"""What addresses may say: a day, a place in a list. Nonsense is answered with 404."""

from datetime import date, datetime, time, timedelta

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.models import Region
from qualifications.issued_lists import (
    EVERYBODY,
    NATIONAL,
    NO_REGION,
    IssuedList,
    issued_list,
)

MOST_ISSUES = 9999
MOST_NUMBER = 99_999_999
"""Permanent numbers of players are smaller."""
WORDS_AT_MOST = 80
"""Characters of a search that are looked at."""


def day_asked(request: HttpRequest, name: str, *, default: date) -> date:
    """The day in a parameter. Raises Http404 for what is not a day."""
    value = request.GET.get(name)
    if not value:
        return default
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise Http404(_("“%(value)s” is not a date.") % {"value": value}) from error


def end_of_day(day: date) -> datetime:
    """The last moment of a day in the registry's time zone."""
    if day == date.max:
        return timezone.make_aware(datetime.combine(day, time(12)))
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time())) - timedelta(
        microseconds=1
    )


def place_asked(request: HttpRequest) -> str:
    """The `after` of a list that is paged by keyset. Raises Http404 for what is not a number."""
    value = request.GET.get("after", "")
    if value and not (value.isascii() and value.isdigit() and len(value) < 19):
        raise Http404(_("“%(value)s” is not a place in this list.") % {"value": value})
    return value


def number_asked(request: HttpRequest, name: str, *, most: int) -> int | None:
    """A whole number from 1 to `most`; None where none is asked. Raises Http404 for others."""
    value = request.GET.get(name, "")
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 9 and 1 <= int(value) <= most):
        raise Http404(_("“%(value)s” is not a number that can be asked here.") % {"value": value})
    return int(value)


def words_asked(request: HttpRequest) -> str:
    """What is searched for."""
    return request.GET.get("q", "").strip()[:WORDS_AT_MOST]


def list_asked(request: HttpRequest, list_on: str) -> IssuedList:
    """The published list of a day, the latest issue or that of `?issue=`. Raises Http404."""
    try:
        day = date.fromisoformat(list_on)
    except ValueError as error:
        raise Http404 from error
    issued = issued_list(day, number_asked(request, "issue", most=MOST_ISSUES))
    if issued is None:
        raise Http404(_("There is no such list. All published lists stand under “Rating lists”."))
    return issued


def version_sent(request: HttpRequest) -> int:
    """Which version of a draft the form was opened with; 0, which none has, for nonsense."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def region_asked(request: HttpRequest) -> Region | None:
    """The region whose code is in `?region=`; None for the whole country. Raises Http404."""
    code = request.GET.get("region", "")
    if not code:
        return None
    region = Region.objects.filter(code=code).first()
    if region is None:
        raise Http404(_("There is no such region. All regions stand under “Regions”."))
    return region


def lines_asked(request: HttpRequest, *, default: str) -> str:
    """Which list of a run `?list=` means. Raises Http404 for what is no list."""
    which = request.GET.get("list") or default
    known = which in (EVERYBODY, NATIONAL, NO_REGION)
    if not known and not Region.objects.filter(code=which).exists():
        raise Http404(_("There is no such list. All published lists stand under “Rating lists”."))
    return which

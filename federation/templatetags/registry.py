"""Filters and tags that the registry's templates share: numbers, dates, icons, addresses."""

from collections.abc import Iterable
from datetime import date, datetime

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

MINUS = "\N{MINUS SIGN}"
PAGING_PARAMETERS = ("after", "before", "page")
"""Left out when a filter changes: a place in one list means nothing in another."""

# Drawn on a 16 × 16 grid with a 1.5 line; each value is the inside of the svg element.
ICONS: dict[str, SafeString] = {
    name: mark_safe(shape)  # noqa: S308  constants of this module
    for name, shape in {
        "arrow-right": '<path d="M2.5 8h11M9 3.5 13.5 8 9 12.5"/>',
        "check": '<path d="m3 8.5 3.5 3.5L13 4.5"/>',
        "clock": '<circle cx="8" cy="8" r="6.25"/><path d="M8 4.5V8l2.5 1.75"/>',
        "cross": '<path d="m4 4 8 8m0-8-8 8"/>',
        "dash": '<path d="M3.5 8h9"/>',
        "file": '<path d="M9.25 1.75H4v12.5h8.5V5zm0 0V5h3.25M6.25 8.25h4m-4 2.75h4"/>',
        "info": '<circle cx="8" cy="8" r="6.25"/><path d="M8 7.25v4M8 4.6v.3"/>',
        "list": '<path d="M6 4h7.5M6 8h7.5M6 12h7.5M2.6 4h.3m-.3 4h.3m-.3 4h.3"/>',
        "lock": '<rect x="3" y="7" width="10" height="7" rx="1"/>'
        '<path d="M5 7V5a3 3 0 0 1 6 0v2"/>',
        "menu": '<path d="M2 4h12M2 8h12M2 12h12"/>',
        "pawn": '<circle cx="8" cy="4.25" r="2.5"/><path d="M5.5 7.25h5M7 7.25c0 3-.9 4.1-2.5 5'
        'h7c-1.6-.9-2.5-2-2.5-5M3.5 14.25h9"/>',
        "person": '<circle cx="8" cy="5" r="2.75"/><path d="M2.75 14c.4-3 2.4-4.5 5.25-4.5'
        's4.85 1.5 5.25 4.5"/>',
        "print": '<path d="M4.5 5.5V2h7v3.5M4.5 11.5H2v-6h12v6h-2.5M4.5 9.5h7V14h-7z"/>',
        "question": '<path d="M5 5.6C5 3.8 6.3 2.75 8 2.75s3 1 3 2.7C11 7.6 8 7.7 8 10'
        'M8 12.9v.3"/>',
        "search": '<circle cx="7" cy="7" r="4.75"/><path d="m10.5 10.5 3.75 3.75"/>',
        "trophy": '<path d="M4.5 2h7v4.5a3.5 3.5 0 0 1-7 0zm0 1.5H2v1A2.5 2.5 0 0 0 4.5 7m7-3.5H14'
        'v1A2.5 2.5 0 0 1 11.5 7M8 10v4m-3 0h6"/>',
        "upload": '<path d="M8 10.5V2.25M4.5 5.5 8 2l3.5 3.5M2.5 10v3.75h11V10"/>',
        "warning": '<path d="M8 2 1.75 13.75h12.5zm0 4.5v3.25M8 11.7v.3"/>',
    }.items()
}


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """One of `ICONS` as inline SVG. With a `label` it speaks, without one it is decoration.

    Raises TemplateSyntaxError for a name that is not drawn.
    """
    if name not in ICONS:
        raise template.TemplateSyntaxError(f"No icon named {name!r}; there are {', '.join(ICONS)}.")
    voice = (
        format_html('role="img" aria-label="{}"', label)
        if label
        else mark_safe('aria-hidden="true"')
    )
    return format_html(
        '<svg class="icon icon-{}" viewBox="0 0 16 16" width="16" height="16" fill="none" '
        'stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" '
        'focusable="false" {}>{}</svg>',
        name,
        voice,
        ICONS[name],
    )


@register.filter
def points(half_points: int | None) -> str:
    """Half-points as people write a score: 11 → 5½, 1 → ½, None → nothing."""
    if half_points is None:
        return ""
    whole, half = divmod(abs(half_points), 2)
    number = f"{whole if whole or not half else ''}{'½' if half else ''}"
    return f"{MINUS}{number}" if half_points < 0 else number


@register.filter
def hundredths(value: int | None) -> str:
    """Integer hundredths with the separator of the page's language: 537 → 5,37 or 5.37."""
    if value is None:
        return ""
    whole, part = divmod(abs(value), 100)
    sign = MINUS if value < 0 else ""
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{part:02d}"


@register.filter
def signed(value: int | None) -> str:
    """A change: 5 → +5, -3 → −3 with a real minus, 0 → 0, None → nothing."""
    if value is None:
        return ""
    if value > 0:
        return f"+{value}"
    return f"{MINUS}{-value}" if value < 0 else "0"


@register.filter
def day(value: date | datetime | None) -> str:
    """A day as people write it, 10.05.2028; of a moment, the day in the registry's time zone."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        value = timezone.localtime(value).date()
    return f"{value.day:02d}.{value.month:02d}.{value.year:04d}"


@register.simple_tag(takes_context=True)
def qs(context: Context, **changes: object) -> str:
    """The page's query string with some parameters changed; None and "" take one away.

    The place in a list (`PAGING_PARAMETERS`) is kept only where it is named. Always begins with a
    question mark, so that a link to it stays on the page.
    """
    query = context["request"].GET.copy()
    for name in PAGING_PARAMETERS:
        query.pop(name, None)
    for name, value in changes.items():
        if value is None or value == "":
            query.pop(name, None)
        elif isinstance(value, Iterable) and not isinstance(value, str):
            query.setlist(name, [str(item) for item in value])
        else:
            query[name] = str(value)
    return f"?{query.urlencode()}"


@register.simple_tag(takes_context=True)
def here(context: Context, url_name: str) -> SafeString:
    """`aria-current` for a link of the navigation: this page, or a page below it."""
    request = context.get("request")
    url = reverse(url_name)
    if request is None or not request.path.startswith(url):
        return SafeString("")
    return mark_safe(f'aria-current="{"page" if request.path == url else "true"}"')  # noqa: S308

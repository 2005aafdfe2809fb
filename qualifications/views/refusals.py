"""Saying a refusal on the next page, with what the person had written: nothing typed is lost."""

from collections.abc import Callable, Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from federation.errors import Refused

WRITTEN = ("number", "despite", "words")
"""Fields of the small forms beside a button, whose page is left when they are sent."""


def tell_refusal(request: HttpRequest, refusal: Refused) -> None:
    """The refusal as a message, and the words that were written as another one."""
    messages.error(request, str(refusal))
    written = [text for name in WRITTEN if (text := request.POST.get(name, "").strip())]
    if written:
        messages.info(request, _("You had written: %(words)s") % {"words": "; ".join(written)})


def done_or_told(
    request: HttpRequest, act: Callable[[], object], words: str, page: str
) -> HttpResponse:
    """Do it and say so in `words`, or say why not; then the page of that name."""
    try:
        act()
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, words)
    return redirect(page)


def pressed(request: HttpRequest, buttons: Collection[str]) -> str:
    """Which of the buttons called `answer` was pressed. Raises Refused for none of them."""
    answer = request.POST.get("answer", "")
    if answer not in buttons:
        raise Refused(_("Nothing was done: press one of the buttons."))
    return answer

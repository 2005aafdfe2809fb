"""Who acts in a request, and an entry for every request that did something."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from federation.access import access_of
from federation.journal import ACTING, Acting, acting, journal
from federation.requests import client_address

READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class JournalMiddleware:
    """Behind the authentication. What only shows something is no entry; what is refused is one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in READING:
            return self.get_response(request)
        who = Acting(address=client_address(request), user=request.user)
        with acting(who):
            response = self.get_response(request)
            self._close(request, response, who)
        return response

    def process_view(self, request: HttpRequest, _view, _args, _kwargs) -> None:
        who = ACTING.get()
        if who is not None and request.resolver_match is not None:
            who.action = request.resolver_match.view_name
            mandates = access_of(request).mandates
            who.commission_id = mandates[0].commission_id if mandates else None

    def _close(self, request: HttpRequest, response: HttpResponse, who: Acting) -> None:
        """An entry for what left none: acts in bulk, and what was refused."""
        refused = _says_an_error(request) and not who.has_written()
        if response.status_code in (403, 429) or refused:
            who.action = f"refused: {who.action}"[:60]
            journal("refused")
        elif not who.written and response.status_code < 400 and who.action:
            who.user = request.user if request.user.is_authenticated else who.user
            journal(who.action)


def _says_an_error(request: HttpRequest) -> bool:
    """Whether the next page will say that something could not be done."""
    queued = getattr(getattr(request, "_messages", None), "_queued_messages", ())
    return any(message.level >= messages.ERROR for message in queued)

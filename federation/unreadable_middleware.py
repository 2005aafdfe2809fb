"""Requests with a character that no text of the registry can hold."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict


class UnreadableMiddleware:
    """Answer 400 to a zero byte in the address or in a form: PostgreSQL stores and seeks none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view, _args, _kwargs) -> None:
        if "\0" in request.path_info or _has_zero(request.GET) or _has_zero(request.POST):
            raise BadRequest("a zero byte")


def _has_zero(sent: QueryDict) -> bool:
    return any("\0" in text for name, texts in sent.lists() for text in (name, *texts))

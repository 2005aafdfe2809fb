"""What views and the sign-in throttle may rely on in a request."""

from ipaddress import ip_address

from django.http import HttpRequest

from federation.models import User


class SignedInRequest(HttpRequest):
    """The request of a view behind `login_required`: somebody is signed in. Only annotates."""

    user: User


def client_address(request: HttpRequest) -> str | None:
    """Where a request comes from, behind our own proxy: the last hop that the proxy has added.

    Earlier entries of X-Forwarded-For are the client's own words and are not believed. What is no
    address is none: nobody writes anything else into the journal. None where the server itself does
    not know, as behind a socket.
    """
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    return _address(hops[-1]) or _address(request.META.get("REMOTE_ADDR", ""))


def _address(text: str) -> str | None:
    """An address in its usual form, without the port and the zone that some proxies add."""
    text = text.strip().partition("%")[0]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)

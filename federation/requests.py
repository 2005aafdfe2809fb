"""What views and the sign-in throttle may rely on in a request."""

from ipaddress import ip_address

from django.http import HttpRequest

from federation.models import User


class SignedInRequest(HttpRequest):
    """The request of a view behind `login_required`: somebody is signed in. Only annotates."""

    user: User


def client_address(request: HttpRequest) -> str:
    """Where a request comes from, behind our own proxy: the last hop that the proxy has added.

    Earlier entries of X-Forwarded-For are the client's own words and are not believed; nor is what
    is no address: then it is who speaks to us.
    """
    last = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-1].strip()
    try:
        return str(ip_address(last))
    except ValueError:
        return request.META["REMOTE_ADDR"]

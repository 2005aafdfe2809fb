"""What views may rely on in a request."""

from django.http import HttpRequest

from federation.models import User


class SignedInRequest(HttpRequest):
    """The request of a view behind `login_required`: somebody is signed in. Only annotates."""

    user: User

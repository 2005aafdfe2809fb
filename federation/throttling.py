"""How often one address may do what costs something: letters, papers, guesses."""

from django.core.cache import cache
from django.http import HttpRequest

from federation.requests import client_address

TRIES, WITHIN_SECONDS = 20, 600


def too_often(request: HttpRequest, what: str, *, tries: int = TRIES) -> bool:
    """Whether an address has done this too often within ten minutes; counts this time."""
    key = f"often-{what}-{client_address(request)}"
    cache.add(key, 0, WITHIN_SECONDS)
    return cache.incr(key) > tries

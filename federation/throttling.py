"""How often one address may do what costs something: letters, papers, guesses."""

from django.core.cache import cache
from django.http import HttpRequest

from federation.requests import client_address

TRIES, WITHIN_SECONDS = 20, 600


def too_often(request: HttpRequest, what: str) -> bool:
    """Whether an address has done this more than twenty times within ten minutes, this time too."""
    return count_try(request, what) > TRIES


def count_try(request: HttpRequest, what: str) -> int:
    """Count this time; how often within ten minutes."""
    key = _key(request, what)
    cache.add(key, 0, WITHIN_SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # the time was over between the two lines
        cache.add(key, 1, WITHIN_SECONDS)
        return 1


def is_exhausted(request: HttpRequest, what: str) -> bool:
    """Whether an address has used up its times; counts nothing."""
    return cache.get(_key(request, what), 0) >= TRIES


def _key(request: HttpRequest, what: str) -> str:
    return f"often-{what}-{client_address(request)}"

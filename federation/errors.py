"""Refusals that a person reads."""


class Refused(Exception):
    """The service will not do it; the message says why and what to do, in the person's language."""

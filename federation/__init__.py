"""The project package, and the app of people and places."""

from federation.celery import app as celery_app

__all__ = ["celery_app"]

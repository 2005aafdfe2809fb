"""The task queue. Periodic tasks are all in CELERY_BEAT_SCHEDULE, settings/base.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings.dev")

app = Celery("federation", task_cls="federation.journal_doors:JournaledTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

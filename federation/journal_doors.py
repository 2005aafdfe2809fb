"""The journal behind the other doors: tasks act for who started them, commands for the console."""

from typing import Any

from celery import Task
from django.core.management.base import BaseCommand

from federation.journal import ACTING, Acting, acting
from federation.models import User

HEADER = "acting"
"""Of a task's message: whose request started it, [user, address, commission], each or None."""


class JournaledTask(Task):  # type: ignore[misc]
    """A task whose changes of fields go into the journal, in the name of who started it.

    Inside a request, where tasks run in the same process, it is the request that acts. What beat
    starts acts by itself: nobody, under the task's name.
    """

    abstract = True

    def apply_async(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        who = ACTING.get()
        if who is not None:
            user = who.user.pk if who.user is not None else None
            headers = dict(options.get("headers") or {})
            headers.setdefault(HEADER, [user, who.address, who.commission_id])
            options["headers"] = headers
        return super().apply_async(args, kwargs, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if ACTING.get() is not None:
            return super().__call__(*args, **kwargs)
        sent = getattr(self.request, HEADER, None) or (self.request.headers or {}).get(HEADER)
        user, address, commission = sent or (None, None, None)
        who = Acting(
            action=self.name.rpartition(".")[2],
            user=User.objects.filter(pk=user).first() if user else None,
            address=address,
            commission_id=commission,
        )
        with acting(who):
            return super().__call__(*args, **kwargs)


class JournaledCommand(BaseCommand):
    """A command that changes something: its changes of fields go into the journal by its name."""

    def execute(self, *args: Any, **options: Any) -> Any:
        if ACTING.get() is not None:
            return super().execute(*args, **options)
        name = type(self).__module__.rpartition(".")[2]
        with acting(Acting(action=name)):
            return super().execute(*args, **options)

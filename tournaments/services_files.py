"""Writes about how a file is read: what its columns mean, and another file in its place."""

from datetime import datetime

from django.db import transaction

from federation.models import User
from tournaments.formats.columns import ColumnMap
from tournaments.formats.mapping import to_json
from tournaments.models import Event, TableHeadings
from tournaments.services import event_decide


@transaction.atomic
def event_columns_state(
    event: Event, columns: ColumnMap, *, heading: str, user: User, at: datetime
) -> Event:
    """Keep what a person says about the columns of a file.

    `heading` is the key of its headings: the next file of the commission with the same ones is read
    so without asking; empty where the table has none. Raises Refused for a tournament that is no
    longer being prepared.
    """
    stated = to_json(columns)
    event = event_decide(event, event.review | {"columns": stated})
    if heading and event.upload is not None:
        TableHeadings.objects.update_or_create(
            commission=event.commission,
            key=heading,
            defaults={
                "columns": stated,
                "filename": event.upload.filename,
                "stated_by": user,
                "stated_at": at,
            },
        )
    return event

"""Two people who ask for the same paper at the same moment, on PostgreSQL: one document."""

import pytest

from qualifications.documents import Paper
from qualifications.models import DocumentKind, IssuedDocument
from qualifications.services.documents import document_issue
from tests import world
from tests.test_concurrency import Together
from tournaments.models import Event

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_the_same_paper_issued_at_once_is_one_document(
    submitted_event: Event, in_threads: Together
) -> None:
    paper = Paper("uk", "", "Таблиця", submitted_event.name, "", ())

    def issue() -> IssuedDocument:
        return document_issue(DocumentKind.CROSSTABLE, paper, at=world.NOW, event=submitted_event)

    one, other = in_threads(issue, issue)
    assert one == other == IssuedDocument.objects.get()

"""What is said of a published rating list under its code; its lines stand on the list itself."""

from django.utils import translation
from django.utils.translation import gettext as _

from qualifications.documents import Definitions, Paper
from qualifications.exports.lines import ListHead, Words


def rating_list_paper(head: ListHead, *, language: str) -> Paper:
    """Which list it is, with the digest of what it was computed from."""
    with translation.override(language):
        words = Words(head)
        (_title, which), *facts = words.facts
        return Paper(
            language=language,
            body="",
            title=words.title,
            subtitle=which,
            dated="",
            blocks=(Definitions((*facts, (_("Digest (SHA-256)"), head.digest))),),
        )

"""Issuing papers: each gets a code under which anybody can check it."""

import hashlib
import secrets
import unicodedata
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from federation.models import User
from qualifications.documents import (
    Paper,
    Stamp,
    paper_pdf,
    paper_to_json,
    subject_digest,
)
from qualifications.models import DocumentKind, IssuedDocument

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without I, L, O and U."""
_LOOK_ALIKE = str.maketrans("ILOІЇЈОАВЕКМНРСТХѴЅЗУ", "11011J0ABEKMHPCTXVS3Y")
"""What is read instead: figures for letters that look like them, Latin letters for Cyrillic ones,
which are typed where the keyboard is still set to Ukrainian or Russian.
"""
_BETWEEN = frozenset({"Zs", "Zl", "Zp", "Pd", "Cc", "Cf", "Sm"})
"""Blanks, dashes, characters that are not seen, and the minus."""


def code_read(text: str) -> str:
    """The code that a person has typed, in one form; empty where it cannot be one.

    Case, blanks and dashes of any kind do not matter; O is read as 0, I and L as 1, Cyrillic and
    wide letters as the Latin ones that look the same. The whole address from the paper will do.
    """
    text = text.partition("/verify/")[2].partition("/")[0] or text
    plain = unicodedata.normalize("NFKC", text).upper()
    code = "".join(one for one in plain if unicodedata.category(one) not in _BETWEEN)
    code = code.translate(_LOOK_ALIKE)
    return code if len(code) == 10 and set(code) <= set(ALPHABET) else ""


def code_shown(code: str) -> str:
    """The code as people read it."""
    return f"{code[:5]}-{code[5:]}"


def document_issue(
    kind: DocumentKind, paper: Paper, *, at: datetime, user: User | None = None, **about: Any
) -> IssuedDocument:
    """Issue a paper, or give back the one that says the same already.

    `about` are the rows that it is about, fields of `IssuedDocument`. Safe against two at once:
    what a paper says of the same rows is unique.
    """
    words = paper_to_json(paper)
    subject = subject_digest(words, IssuedDocument(**about).about)
    found = IssuedDocument.objects.filter(kind=kind, subject=subject).first()
    if found is not None:
        return found
    code = "".join(secrets.choice(ALPHABET) for _place in range(10))
    pdf = None if kind == DocumentKind.RATING_LIST else pdf_of(paper, code)
    try:
        with transaction.atomic():
            return IssuedDocument.objects.create(
                code=code,
                kind=kind,
                paper=words,
                subject=subject,
                pdf=pdf,
                sha256=hashlib.sha256(pdf).hexdigest() if pdf else "",
                issued_by=user,
                issued_at=at,
                **about,
            )
    except IntegrityError:
        return IssuedDocument.objects.get(kind=kind, subject=subject)


def document_whole(document: IssuedDocument) -> bool:
    """Whether words and file are those that were issued, by the digests that were kept of them."""
    if subject_digest(document.paper, document.about) != document.subject:
        return False
    return document.pdf is None or hashlib.sha256(document.pdf).hexdigest() == document.sha256


def pdf_of(paper: Paper, code: str) -> bytes:
    """The file of a paper; the same paper and code give the same bytes."""
    with translation.override(paper.language):
        return paper_pdf(paper, stamp_of(code), page_words=_("page %(page)d of %(pages)d"))


def stamp_of(code: str) -> Stamp:
    """What is printed of a code, in the language of the moment."""
    return Stamp(
        code=code_shown(code),
        address=verify_address(code),
        check=_("Whether this paper is valid anybody can check at"),
    )


def verify_address(code: str) -> str:
    """The whole address of the page where a code is checked."""
    return f"{settings.SITE_ADDRESS}{reverse('verify', args=[code_shown(code)])}"

"""Papers that can be checked: what they say (`paper`), how they look (`pdf`), and who writes them.

`paper` and `pdf` are pure: the same paper with the same code gives the same bytes.
"""

from qualifications.documents.comparing import differences
from qualifications.documents.paper import (
    Column,
    Definitions,
    Paper,
    Signatures,
    Table,
    Text,
    paper_from_json,
    paper_to_json,
    subject_digest,
)
from qualifications.documents.pdf import Stamp, paper_pdf

__all__ = [
    "Column",
    "Definitions",
    "Paper",
    "Signatures",
    "Stamp",
    "Table",
    "Text",
    "differences",
    "paper_from_json",
    "paper_pdf",
    "paper_to_json",
    "subject_digest",
]

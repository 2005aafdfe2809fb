"""A made-up rating list as PDF: two pages, with every mark that a line can have."""

from datetime import UTC, datetime
from io import BytesIO

from django.utils import translation

from federation.models import Region
from qualifications.documents import Stamp
from qualifications.exports.as_pdf import write_pdf
from qualifications.exports.lines import Line, ListHead, Words

HEAD = ListHead(
    list_on="2026-07-01",
    status="published",
    issue=2,
    issues=2,
    correction_on="2026-07-20",
    edition="ua_2007",
    engine_version="1.0",
    digest="3f1c548fe19856b6059e0be9d95e5d11763719507c4873176642ba7bcc4b70dd",
    which="all",
    at=datetime(2026, 7, 20, 9, tzinfo=UTC),
)
REGION = Region(pk=13, code="LVI", name_uk="Львівська область", name_ru="", name_en="", order=13)


def line(number: int) -> Line:
    """Every ninth is new, every tenth crossed the border, every eleventh is held."""
    before = None if number % 9 == 0 else 1700 + 5 * number
    change = None if before is None else number % 7 - 3
    after = 1500 if before is None or change is None else before + change
    return Line(
        number=number,
        name=f"Ґалаґан-Їжакевич Єлизавета {number}",
        sex="w" if number % 2 else "m",
        birth_year=1950 + number % 60,
        region=13 if number % 4 else None,
        before=before,
        games=number % 12 or 1,
        half_points=number % 12,
        expected_hundredths=550,
        gain_hundredths=-50,
        development_factor=20,
        change=change,
        after=after,
        games_total=40,
        reached_2400=False,
        national=after >= 1850,
        crossed="up" if number % 10 == 0 else "down" if number % 10 == 5 else "",
        held=number % 11 == 0,
    )


def rating_list_pdf(stamp: Stamp) -> bytes:
    """The same bytes every time."""
    out = BytesIO()
    with translation.override("uk"):
        words = Words(HEAD, [REGION])
        write_pdf(out, HEAD, words, map(line, range(1, 71)), stamp=stamp)
    return out.getvalue()

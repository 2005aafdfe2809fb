"""A `001` line that is not as the format says: every field with what was done about it."""

from tournaments.formats import dates
from tournaments.formats.parsed import ParsedPlayer, PartialDate, RoundEntry
from tournaments.formats.points import half_points_of
from tournaments.formats.problems import ProblemLog

CODES = frozenset(
    {
        "trf.number_unreadable",
        "trf.columns_shifted",
        "trf.field_shifted",
        "trf.sex_form",
        "trf.sex_unknown",
        "trf.title_letter",
        "trf.title_other",
        "trf.name_blank",
        "trf.rating_unreadable",
        "trf.federation_odd",
        "trf.fide_id_unusual",
        "trf.fide_id_unreadable",
        "trf.birth_form",
        "trf.birth_unreadable",
        "trf.points_unreadable",
        "trf.points_form",
        "trf.rank_unreadable",
    }
)

TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})
TITLE_LETTERS = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gf": "WGM",
    "mf": "WIM",
    "ff": "WFM",
    "cf": "WCM",
}
SEXES = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}


class OddLine:
    """A line of which some part is new or not as the format says, or whose columns are bytes."""

    def __init__(
        self,
        line: str,
        number: int,
        log: ProblemLog,
        marks: set[str],
        *,
        stretched: bool = False,
    ) -> None:
        self.line, self.number, self.log, self.marks = line, number, log, marks
        self.filler = line if stretched else None

    def column(self, index: int) -> int:
        """Column from 1 in characters, of an index into the line as cut."""
        return index + 1 - (self.filler.count("\0", 0, index) if self.filler else 0)

    def player(self, rounds: tuple[RoundEntry, ...]) -> ParsedPlayer | None:
        line, log = self.line, self.log
        number_text = line[4:8].strip()
        if not (number_text.isascii() and number_text.isdigit()) or not int(number_text):
            log.error("trf.number_unreadable", self.number, 5, text=number_text)
            return None
        name = line[14:47].replace("\0", "").strip()
        if not name:
            log.warning("trf.name_blank", self.number, 15, number=int(number_text))
        sex, title = self.sex_and_title()
        return ParsedPlayer(
            number=int(number_text),
            name=name,
            sex=sex,
            title=title,
            rating=self.whole(48, 52, "trf.rating_unreadable"),
            federation=self.federation(),
            fide_id=self.fide_id(),
            birth=self.birth(),
            half_points=self.points(),
            rank=self.whole(85, 89, "trf.rank_unreadable"),
            rounds=rounds,
            line=self.number,
        )

    def _field(self, start: int, stop: int) -> str:
        """Columns start+1 to stop; also when they stand one column to the left."""
        before, last = self.line[start - 1 : start], self.line[stop - 1 : stop]
        if before.strip():
            if last.strip():
                self.log.warning("trf.columns_shifted", self.number, self.column(start - 1))
            else:
                self.log.note("trf.field_shifted", self.number, self.column(start - 1))
                return self.line[start - 1 : stop].strip()
        return self.line[start:stop].strip()

    def sex_and_title(self) -> tuple[str | None, str | None]:
        sex_text, title_text = self.line[9:10], self.line[10:13].strip()
        together = self.line[9:13].strip()
        ambiguous = sex_text in "MWF" and "W" + title_text in TITLES and self.line[12:13] == " "
        if (
            together.upper() in TITLES
            and sex_text.strip()
            and (sex_text not in SEXES or (ambiguous and sex_text == "W"))
        ):
            self.log.note("trf.field_shifted", self.number, 10)
            return None, together.upper()
        sex = SEXES.get(sex_text)
        if sex is None and sex_text.strip():
            self.log.warning("trf.sex_unknown", self.number, 10, text=sex_text)
        elif sex is not None and sex != sex_text:
            self.log.note("trf.sex_form", self.number, 10, text=sex_text)
        if not title_text or not title_text.strip("-"):
            return sex, None
        if title_text.upper() in TITLES:
            return sex, title_text.upper()
        title = TITLE_LETTERS.get(title_text.lower())
        if title is not None:
            self.marks.add("06")
            self.log.note("trf.title_letter", self.number, 11, text=title_text, title=title)
            return sex, title
        self.log.note("trf.title_other", self.number, 11, text=title_text)
        return sex, title_text

    def whole(self, start: int, stop: int, code: str) -> int | None:
        """A whole number; None where blank or 0."""
        value = self._field(start, stop)
        if value.isascii() and value.isdigit():
            return int(value) or None
        if value.strip("-"):
            self.log.warning(code, self.number, self.column(start), text=value)
        return None

    def federation(self) -> str:
        value = self.line[53:57].strip()
        if not value or (len(value) == 3 and value.isascii() and value.isalpha()):
            return value.upper()
        if value.strip("-"):
            self.log.note("trf.federation_odd", self.number, self.column(53), text=value)
        return ""

    def fide_id(self) -> int | None:
        to_the_left = self.line[56:57].isdigit() and not self.line[67:68].strip()
        value = self._field(57, 68) if to_the_left else self.line[57:68].strip()
        if not value.strip("0-"):
            return None
        column = self.column(57)
        if not (value.isascii() and value.isdigit()):
            self.log.warning("trf.fide_id_unreadable", self.number, column, text=value)
            return None
        number = int(value)
        if not 100_000 <= number <= 999_999_999:
            self.log.note("trf.fide_id_unusual", self.number, column, text=value)
            return None
        return number

    def birth(self) -> PartialDate | None:
        value = self._field(69, 79)
        birth, form = dates.birth_date(value)
        if form == "bad":
            self.log.warning("trf.birth_unreadable", self.number, self.column(69), text=value)
        elif form == "other":
            self.log.note("trf.birth_form", self.number, self.column(69), text=value)
        return birth

    def points(self) -> int | None:
        value = self._field(80, 84)
        if not value:
            return None
        half_points = half_points_of(value)
        if half_points is None:
            self.log.warning("trf.points_unreadable", self.number, self.column(80), text=value)
        elif "," in value or "½" in value:
            self.log.note("trf.points_form", self.number, self.column(80), text=value)
        return half_points

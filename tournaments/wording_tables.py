"""Words for what the readers of tables and rating lists have to say, and for what they ask.

Each sentence says what is wrong and what to do about it.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

TABLES: Mapping[str, Any] = {
    "table.too_big": _(
        "The table is larger than any tournament (%(rows)s rows, %(columns)s columns). Leave only "
        "the table of the tournament in the file and upload it again."
    ),
    "table.unpacked_too_big": _(
        "The workbook unpacks to %(megabytes)s megabytes, which no tournament needs. Save the "
        "table alone as a new workbook and upload that."
    ),
    "table.damaged": _(
        "The file is damaged or protected and cannot be opened. Open it in the program it comes "
        "from, save it again and upload the new file."
    ),
    "table.formula": ngettext_lazy(
        "%(count)s cell holds a formula. Nothing was calculated; the value stored with it was "
        "taken. Look whether it is right.",
        "%(count)s cells hold formulas. Nothing was calculated; the values stored with them were "
        "taken. Look whether they are right.",
        "count",
    ),
    "table.no_table": _(
        "There is no table in this file. Save the page with the crosstable, or export it as "
        "Excel, and upload that."
    ),
    "table.columns_unknown": _(
        "No row of headings was recognised in this table. Say which column is what, or give the "
        "columns headings such as No., Name, Rtg, 1.Rd and Pts."
    ),
    "table.column_given": _(
        "Column %(number)s (heading “%(heading)s”) was read as a person has said: %(meaning)s."
    ),
    "table.columns_remembered": _(
        "A table with the same headings was read before; its columns were taken as a person said "
        "then (%(source)s)."
    ),
    "table.no_players": _(
        "The table has headings and no players. Export it again with the players and their results."
    ),
    "table.row_left_out": ngettext_lazy(
        "%(count)s row without a name was left out (“%(text)s”). Look whether it is a player.",
        "%(count)s rows without a name were left out (“%(text)s”, for one). Look whether they are "
        "players.",
        "count",
    ),
    "table.cell_unreadable": _(
        "Round %(round)s is not readable: “%(text)s”. Correct the cell, for example 12w1, 12b½ "
        "or -1."
    ),
    "table.colour_letters": _(
        "The colours are written %(white)s for White and %(black)s for Black. Look whether a game "
        "or two are right."
    ),
    "table.colours_unknown": _(
        "The letters of the colours (%(letters)s) are not known, so the colours are left open. "
        "Save the page in English and upload it again if colours matter."
    ),
    "table.opponents_by_rank": _(
        "The numbers of opponents are places in this table, not starting numbers; they were read "
        "so because the games fit then."
    ),
    "table.opponents_unclear": _(
        "It is not clear whether the numbers of opponents are starting numbers or places in the "
        "table; both fit equally. They were read as starting numbers: compare a few games."
    ),
    "table.list_cut": _(
        "The table is cut: %(missing)s opponents are not among its %(rows)s rows. A page of "
        "chess-results shows %(page)s rows; choose the full list or the Excel export and upload it."
    ),
    "table.bye_with_point": ngettext_lazy(
        "%(count)s bye has a point, and the table does not say whether it is the pairing bye. It "
        "was taken as one where it is the only one of its round.",
        "%(count)s byes have a point, and the table does not say whether they are pairing byes. "
        "Those that are alone in their round were taken as such, others as full-point byes.",
        "count",
    ),
    "table.number_repeated": _(
        "The number %(number)s stands in several rows, so the rows were numbered anew. Look "
        "whether opponents are right."
    ),
    "table.round_robin": _(
        "The table shows who met whom (%(players)s players) and neither rounds nor colours. The "
        "rounds were put in the usual order; the colours are left open."
    ),
    "table.title_other": ngettext_lazy(
        "%(count)s title is not a title of FIDE over the board (“%(text)s”); it is kept as written "
        "and has no effect.",
        "%(count)s titles are not titles of FIDE over the board (“%(text)s”, for one); they are "
        "kept as written and have no effect.",
        "count",
    ),
    "table.fide_id_unusual": ngettext_lazy(
        "“%(text)s” cannot be a FIDE number (%(count)s row); it was left out.",
        "“%(text)s”, for one, cannot be a FIDE number (%(count)s rows); they were left out.",
        "count",
    ),
    "table.rating_unreadable": _("The rating “%(text)s” is not a number and was left out."),
    "table.birth_form": _(
        "The birth date “%(text)s” is not a date. Write year, month and day, for example "
        "1998/04/21."
    ),
    "table.sex_for_women_only": _(
        "The table marks women only; all others were taken as men. Look whether that is right."
    ),
}
"""Sentences of the readers of tables."""

LISTS: Mapping[str, Any] = {
    "list.month_unknown": _(
        "The list does not say for which month it is. Enter the month: an event is rated by the "
        "list in force on its first day."
    ),
    "list.number_unreadable": _(
        "“%(text)s” is not a number of a player; the number or the row was left out. Look at this "
        "line of the list."
    ),
    "list.number_twice": _(
        "The FIDE number %(number)s (%(name)s) stands in an earlier row too. Find out which row is "
        "right before either is taken over."
    ),
    "list.rating_unreadable": _("The rating “%(text)s” is not a number and was left out."),
    "list.birth_unreadable": _(
        "The birth date “%(text)s” is not a date and was left out, or only its year kept."
    ),
    "list.line_cut": _(
        "The line of %(text)s breaks off and was left out. The file is not whole: "
        "download it again."
    ),
    "list.line_too_long": ngettext_lazy(
        "%(count)s line is longer than its columns, because of many titles; it was aligned from "
        "its end. Nothing to do.",
        "%(count)s lines are longer than their columns, because of many titles; they were aligned "
        "from their ends. Nothing to do.",
        "count",
    ),
    "list.mark_in_title": ngettext_lazy(
        "%(count)s mark of inactivity stands among the titles (“%(text)s”) and was read as a mark.",
        "%(count)s marks of inactivity stand among the titles (“%(text)s”, for one) and were read "
        "as marks.",
        "count",
    ),
    "list.damaged": _(
        "The list is damaged from here on; what stands before was read. Download it again."
    ),
    "list.unpacked_too_big": _(
        "The archive unpacks to more than three gigabytes, which no rating list needs. Check where "
        "it comes from."
    ),
    "list.cell_unreadable": _(
        "“%(text)s” cannot be read here. The line is left out: correct the cell."
    ),
    "list.column_unknown": _(
        "The column “%(text)s” is not read. Check how its heading is spelled."
    ),
    "list.name_missing": _("The line has no name and is left out."),
    "list.coefficient_missing": _("The line has no coefficient and is left out."),
}
"""Sentences of the readers of rating lists."""

QUESTIONS: Mapping[str, Any] = {
    "ask.pace": _(
        "Is this a standard, rapid or blitz tournament, played over the board? The file gives the "
        "time control only in words or not at all (%(text)s)."
    ),
    "ask.date_order": _(
        "Which days does the file mean? Its dates can be read in more than one way, day first or "
        "month first."
    ),
    "ask.dates": _("On which days did the tournament begin and end?"),
    "ask.arbiter": _("Who was the chief arbiter? The file does not name one."),
    "ask.city": _("Where was the tournament played? The file does not name the place."),
    "ask.bye_with_point": ngettext_lazy(
        "Is the bye with a point (%(count)s) the pairing bye, or one that the player asked for?",
        "Are the byes with a point (%(count)s) pairing byes, or byes that players asked for?",
        "count",
    ),
    "ask.columns": _("Which column of the table is what? Choose the column of the names at least."),
    "ask.decimal_comma": ngettext_lazy(
        "Are the points and the cell after them one number with a comma, such as 4,5 (%(count)s "
        "row)?",
        "Are the points and the cells after them one number with a comma, such as 4,5 (%(count)s "
        "rows)?",
        "count",
    ),
    "ask.list_month": _("For which month is this rating list?"),
}
"""What a person has to answer; the keys are `tournaments.formats.questions.CODES`."""

COLUMNS: Mapping[str, Any] = {
    "": _("not read"),
    "number": _("starting number"),
    "rank": _("place"),
    "name": _("name, or surname"),
    "first_name": _("first name"),
    "title": _("title"),
    "sex": _("sex"),
    "federation": _("federation"),
    "rating": _("rating"),
    "rating_national": _("national rating"),
    "fide_id": _("FIDE number"),
    "national_id": _("national number"),
    "grade": _("sports rank"),
    "birth": _("birth"),
    "club": _("club or city"),
    "points": _("points"),
    "round": _("a round"),
}
"""What a column may mean; the keys are `columns.FIELDS`, `mapping.ROUND` and `mapping.NOTHING`."""

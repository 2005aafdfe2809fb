"""Words for what the readers and writers of reports have to say of lines, fields and rounds.

Each sentence says what is wrong and what to do about it.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

REPORTS: Mapping[str, Any] = {
    # The file as a whole
    "file.empty": _(
        "The file is empty. Export the tournament from the pairing program again and upload the "
        "new file."
    ),
    "file.too_large": _(
        "The file is larger than %(limit)s megabytes, so it cannot be a tournament report. Choose "
        "the report file that the pairing program exported."
    ),
    "file.is_excel": _(
        "This is a document of an office program that is not read here. Save the table as an Excel "
        "workbook (xlsx), or export the tournament as a FIDE report (TRF16), and upload that."
    ),
    "file.is_archive": _(
        "This is a compressed archive. Unpack it and upload the report file that is inside."
    ),
    "file.is_pdf": _(
        "This is a PDF document, from which results cannot be read safely. Export the tournament "
        "from the pairing program as a FIDE report (TRF16) and upload that."
    ),
    "file.is_image": _(
        "This is a picture. Export the tournament from the pairing program as a FIDE report "
        "(TRF16) and upload that."
    ),
    "file.is_html": _(
        "This is a web page. Export the tournament from the pairing program as a FIDE report "
        "(TRF16) and upload that."
    ),
    "file.is_xml": _(
        "This is an XML file, which is not read here. Export the tournament from the pairing "
        "program as a FIDE report (TRF16) and upload that."
    ),
    "file.is_rtf": _(
        "This is a text document with formatting. Export the tournament from the pairing program "
        "as a FIDE report (TRF16) and upload that."
    ),
    "file.is_binary": _(
        "This is not a text file; it may be the pairing program's own database. Export the "
        "tournament from that program as a FIDE report (TRF16) and upload that."
    ),
    "file.is_rating_list": _(
        "This is a rating list, not a tournament. Export the tournament from the pairing program "
        "as a FIDE report (TRF16) and upload that. Lists of FIDE and Russia are loaded from the "
        "desk of the national commission."
    ),
    "file.is_vega": _(
        "This is Vega's own file, which looks like a FIDE report but means other things. In Vega, "
        "make the FIDE report (TRF16) and upload that."
    ),
    "file.not_a_tournament": _(
        "No tournament was recognised in this file. Check that it is the FIDE report (TRF16) "
        "exported from the pairing program; players stand in lines that begin with 001."
    ),
    "file.more_of_the_same": _(
        "%(count)s more problems of the same kind (%(code)s) are not listed. Settle the listed "
        "ones first and upload the file again."
    ),
    # Text
    "text.encoding_unknown": _(
        "The encoding “%(encoding)s” is not known here. Choose one from the list."
    ),
    "text.encoding_does_not_fit": _(
        "The file cannot be read in the encoding %(encoding)s: it stops making sense here. Choose "
        "another encoding, or let the program guess."
    ),
    "text.encoding_guessed": _(
        "The letters were read in the encoding %(encoding)s, which is a guess. Look at a few "
        "names; if they are unreadable, choose another encoding."
    ),
    "text.bytes_unreadable": _(
        "A letter here is broken and is shown as “�”. Correct the name in the file, or in the "
        "pairing program and export again."
    ),
    "text.control_character": _(
        "There is an invisible character (%(character)s) here. Look at the line; delete the "
        "character if it does not belong there."
    ),
    # Lines
    "trf.no_players": _(
        "The file names a tournament but has no players. Export it again, with the players and "
        "their results; players stand in lines that begin with 001."
    ),
    "trf.too_big": _(
        "The file has %(players)s players and lines as long as %(rounds)s rounds, which no "
        "tournament has. A line is damaged: export the file again."
    ),
    "trf.number_unreadable": _(
        "The starting number “%(text)s” is not a number, so this player was left out. Write the "
        "number in columns 5 to 8."
    ),
    "trf.columns_by_bytes": ngettext_lazy(
        "In %(count)s line the columns are shifted by accented or Cyrillic letters; it was read "
        "with the shift. Look whether name and rating are right.",
        "In %(count)s lines the columns are shifted by accented or Cyrillic letters; they were "
        "read with the shift. Look whether names and ratings are right.",
        "count",
    ),
    "trf.columns_shifted": _(
        "Something stands in a column that should be blank, so the fields beside it may be cut "
        "wrongly. Compare this line with the tournament and correct the columns."
    ),
    "trf.field_shifted": ngettext_lazy(
        "%(count)s field stands one column too far to the left and was read from there. Look "
        "whether it is right.",
        "%(count)s fields stand one column too far to the left and were read from there. Look "
        "whether they are right.",
        "count",
    ),
    "trf.tab": _(
        "There is a tab in this line, and the columns after it may be cut wrongly. Replace it by "
        "blanks, so that each field stands in its columns."
    ),
    "trf.tag_glued": _(
        "There is no blank after %(tag)s; the text was read all the same. Nothing to do."
    ),
    "trf.tag_unknown": ngettext_lazy(
        "%(count)s line begins with “%(tag)s”, which is not known, and was left out. Look whether "
        "it holds something you need.",
        "%(count)s lines begin with “%(tag)s”, which is not known, and were left out. Look "
        "whether they hold something you need.",
        "count",
    ),
    "trf.record_ignored": ngettext_lazy(
        "%(count)s line “%(tag)s” is not needed for registration and was left out. Nothing to do.",
        "%(count)s lines “%(tag)s” are not needed for registration and were left out. Nothing to "
        "do.",
        "count",
    ),
    "trf.record_repeated": _(
        "The record %(tag)s stands more than once; the first one was taken. Look whether that is "
        "the right one."
    ),
    "trf.record_unreadable": _(
        "A part of record %(tag)s was not understood (“%(text)s”) and was left out. Correct the "
        "record, or go on if it does not matter."
    ),
    "trf.team_member_unknown": _(
        "Team %(team)s names player number %(number)s, who is not in the file. Correct the number "
        "or add the player."
    ),
    "trf.team_member_twice": _(
        "Player number %(number)s stands in team %(team)s and in team %(other_team)s. Take the "
        "player out of the wrong one."
    ),
    "trf.team_number_twice": _(
        "Two teams have the number %(number)s; the first one was taken. Give each team a number of "
        "its own."
    ),
    "trf.national_record_alone": ngettext_lazy(
        "%(count)s line with national data (%(tag)s) has the number %(number)s, which no player "
        "has; it was left out.",
        "%(count)s lines with national data (%(tag)s, number %(number)s for one) belong to no "
        "player; they were left out.",
        "count",
    ),
    "trf.bye_of_record": ngettext_lazy(
        "%(count)s bye is written in record 240 only (number %(number)s, round %(round)s) and was "
        "taken from there. Look whether it is right.",
        "%(count)s byes are written in records 240 only (number %(number)s, round %(round)s, for "
        "one) and were taken from there. Look whether they are right.",
        "count",
    ),
    "trf.bye_contradicts": ngettext_lazy(
        "Record 240 gives number %(number)s a bye in round %(round)s, and the player's own line "
        "says otherwise (%(count)s such case). The player's line was taken.",
        "Records 240 give number %(number)s, for one, a bye in round %(round)s, and the player's "
        "own line says otherwise (%(count)s such cases). The players' lines were taken.",
        "count",
    ),
    "trf.ruler": _("A line that only counts the columns was left out. Nothing to do."),
    "trf.comment": _("A comment line (it begins with #) was left out. Nothing to do."),
    # Players
    "trf.sex_form": ngettext_lazy(
        "The sex is written “%(text)s” instead of m or w in %(count)s line and was understood. "
        "Nothing to do.",
        "The sex is written “%(text)s” or likewise instead of m or w in %(count)s lines and was "
        "understood. Nothing to do.",
        "count",
    ),
    "trf.sex_unknown": _(
        "“%(text)s” in column 10 is neither m nor w, so the sex is left open. Correct it, or "
        "choose the sex when the player is matched."
    ),
    "trf.title_letter": ngettext_lazy(
        "%(count)s title is written in the old short form; “%(text)s” was read as %(title)s. Look "
        "whether it is right.",
        "%(count)s titles are written in the old short form; “%(text)s”, for one, was read as "
        "%(title)s. Look whether they are right.",
        "count",
    ),
    "trf.title_other": ngettext_lazy(
        "%(count)s title is not a title of FIDE (“%(text)s”); it is kept as written and has no "
        "effect.",
        "%(count)s titles are not titles of FIDE (“%(text)s”, for one); they are kept as written "
        "and have no effect.",
        "count",
    ),
    "trf.name_blank": _(
        "Player number %(number)s has no name. Write the name in columns 15 to 47."
    ),
    "trf.rating_unreadable": _(
        "The rating “%(text)s” is not a number and was left out. Write it in columns 49 to 52."
    ),
    "trf.federation_odd": ngettext_lazy(
        "“%(text)s” is not a federation of three letters; the federation is left open in "
        "%(count)s line. Choose it when the player is matched.",
        "“%(text)s”, for one, is not a federation of three letters; the federation is left open "
        "in %(count)s lines. Choose it when the players are matched.",
        "count",
    ),
    "trf.fide_id_unusual": ngettext_lazy(
        "“%(text)s” has too few or too many digits for a FIDE number (%(count)s line); it was "
        "left out. Enter the right number if the player has one.",
        "“%(text)s”, for one, has too few or too many digits for a FIDE number (%(count)s lines); "
        "they were left out. Enter the right numbers of players who have one.",
        "count",
    ),
    "trf.fide_id_unreadable": _(
        "The FIDE number “%(text)s” is not a number and was left out. Write it in columns 58 to 68."
    ),
    "trf.birth_form": ngettext_lazy(
        "%(count)s birth date is left open, only a year, or in another form (“%(text)s”). It was "
        "understood; add the full date where it is missing and you know it.",
        "%(count)s birth dates are left open, only a year, or in another form (“%(text)s”, for "
        "one). They were understood; add the full dates where they are missing and you know them.",
        "count",
    ),
    "trf.birth_unreadable": _(
        "The birth date “%(text)s” is not a date. Write year, month and day, for example "
        "1998/04/21."
    ),
    "trf.points_unreadable": _(
        "The points “%(text)s” are not a number of points. Write them in columns 81 to 84, for "
        "example 4.5."
    ),
    "trf.points_form": ngettext_lazy(
        "The points are written “%(text)s” in %(count)s line and were understood. Nothing to do.",
        "The points are written like “%(text)s” in %(count)s lines and were understood. Nothing "
        "to do.",
        "count",
    ),
    "trf.rank_unreadable": _(
        "The place “%(text)s” is not a number and was left out. Write it in columns 86 to 89."
    ),
    # The tournament
    "trf.date_form": _(
        "The date “%(text)s” was read as %(date)s (year, month, day). Look whether it is right."
    ),
    "trf.date_unreadable": _(
        "The date “%(text)s” cannot be read in one way only, so it is left open. Enter the date in "
        "the form of the tournament."
    ),
    "trf.round_date_form": ngettext_lazy(
        "%(count)s date of a round is not written as usual; “%(text)s” was read as %(date)s. Look "
        "whether it is right.",
        "%(count)s dates of rounds are not written as usual; “%(text)s”, for one, was read as "
        "%(date)s. Look whether they are right.",
        "count",
    ),
    "trf.round_date_unreadable": _(
        "The round date “%(text)s” has no reading that falls inside the tournament, so it is left "
        "open. Compare it with the first and last day of the tournament."
    ),
    "trf.scoring_declared": _(
        "The tournament gives other points than 1, ½ and 0 (record %(tag)s). Results are read as "
        "wins, draws and losses; the points column is compared with the tournament's own points."
    ),
    "trf.scoring_unreadable": _(
        "A part of record %(tag)s about the points of the tournament was not understood. If the "
        "points of players differ below, this may be why."
    ),
    "trf.web_address": _(
        "Record %(tag)s holds the address of a web site where a place or a person is expected. "
        "Enter the right text in the form of the tournament."
    ),
    "trf.declared_unreadable": _(
        "Record %(tag)s should be a number and is “%(text)s”; it was left out. Nothing to do if "
        "the players and rounds are complete."
    ),
    "trf.last_line_cut": _(
        "The file ends in the middle of a player's line: its end is missing. Export or copy the "
        "file again and upload the whole of it."
    ),
    # Rounds
    "trf.entry_unreadable": _(
        "Round %(round)s is not readable: “%(text)s”. Write opponent, colour and result in their "
        "columns, for example “  12 w 1”."
    ),
    "trf.result_unknown": _(
        "The result in round %(round)s is not known: “%(text)s”. Write 1, = or 0 for a game, "
        "+ or - for a game not played."
    ),
    "trf.opponent_missing": _(
        "Round %(round)s has a colour but no opponent: “%(text)s”. Write the opponent's starting "
        "number, or the mark of a bye without a colour."
    ),
    "trf.bye_with_opponent": _(
        "Round %(round)s has the mark of a bye and an opponent at once: “%(text)s”. Decide which "
        "is right and correct the entry."
    ),
    "trf.colour_missing": _(
        "Round %(round)s is a game without a colour: “%(text)s”. Write w or b if it is known."
    ),
    "trf.result_without_opponent": _(
        "Round %(round)s has a result but no opponent: “%(text)s”. It was read as a bye; write the "
        "opponent if a game was played."
    ),
    "trf.unfinished_mark": ngettext_lazy(
        "%(count)s game is marked as unfinished (“%(text)s”). Upload the file again when its "
        "result is there.",
        "%(count)s entries are marked as unfinished (“%(text)s”, for one). Upload the file again "
        "when the results are there.",
        "count",
    ),
    # Writing
    "write.name_cut": _(
        "The name “%(name)s” (number %(number)s) is longer than 33 letters and was cut. Shorten it "
        "by hand if the cut form is not right."
    ),
    "write.title_cut": _(
        "“%(text)s” (number %(number)s) is longer than the three letters of a title and was cut."
    ),
    "write.entry_unknown": _(
        "Round %(round)s of number %(number)s is not known; it was written with a question mark. "
        "Settle it before the file is sent on."
    ),
    "write.not_in_trf16": _(
        "TRF16 has no place for the record %(tag)s; it was left out. Write TRF26 to keep it."
    ),
    "write.fide_id_filled": _(
        "The FIDE number of %(name)s (number %(number)s) was filled in from the registry: "
        "%(fide_id)s."
    ),
    "write.fide_id_changed": _(
        "The FIDE number of %(name)s (number %(number)s) was %(before)s and is %(fide_id)s, as the "
        "registry has it."
    ),
    "write.birth_filled": _(
        "The birth date of %(name)s (number %(number)s) was filled in from the registry."
    ),
    "write.sex_filled": _(
        "The sex of %(name)s (number %(number)s) was filled in from the registry."
    ),
    "write.federation_filled": _(
        "The federation of %(name)s (number %(number)s) was filled in from the registry."
    ),
    "write.full_point_bye": ngettext_lazy(
        "%(count)s full-point bye (number %(number)s) looks like the pairing bye in a crosstable.",
        "%(count)s full-point byes (number %(number)s, for one) look like pairing byes in a "
        "crosstable.",
        "count",
    ),
    "write.short_game": ngettext_lazy(
        "%(count)s entry of a game of less than one move (number %(number)s) looks like a game in "
        "a crosstable.",
        "%(count)s entries of games of less than one move (number %(number)s, for one) look like "
        "games in a crosstable.",
        "count",
    ),
    "write.half_of_a_forfeit": _(
        "A game not played gave number %(number)s half a point; a crosstable has no mark for that, "
        "so it was written as lost."
    ),
}
"""Sentences of the readers and writers of reports."""

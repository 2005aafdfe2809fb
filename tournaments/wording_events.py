"""Words for what the parts of an event say about each other.

Each sentence says what is wrong and what to do about it.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

EVENTS: Mapping[str, Any] = {
    "event.number_twice": _(
        "Starting number %(number)s stands twice: %(name)s here and %(other_name)s in line "
        "%(other_line)s. Give each player a number of their own."
    ),
    "event.number_gap": _(
        "Some starting numbers are not used (%(numbers)s; %(missing)s in all). Nothing to do if "
        "these players withdrew before the first round."
    ),
    "event.name_twice": _(
        "%(name)s stands twice, as number %(other_number)s (line %(other_line)s) and as number "
        "%(number)s. If it is one person, join the two lines; if they are two, go on."
    ),
    "event.fide_id_twice": _(
        "The FIDE number %(fide_id)s stands at %(name)s and at %(other_name)s (line "
        "%(other_line)s). Correct the wrong one."
    ),
    "event.name_missing": _(
        "The file does not name the tournament. Enter the name in the form of the tournament."
    ),
    "event.dates_missing": _(
        "The file does not say when the tournament was played. Enter the first and the last day "
        "in the form of the tournament."
    ),
    "event.date_future": _(
        "The date %(date)s has not come yet. Correct the dates of the tournament, or upload the "
        "file when the tournament is over."
    ),
    "event.end_before_start": _(
        "The tournament ends on %(end)s, before it begins on %(start)s. Correct the dates."
    ),
    "event.round_date_outside": _(
        "Round %(round)s is dated %(date)s, which is not within the tournament. Correct this date "
        "or the days of the tournament."
    ),
    "event.fewer_players": _(
        "The file announces %(declared)s players and has %(found)s. Look whether players are "
        "missing; those who never played may be."
    ),
    "event.more_players": _(
        "The file announces %(declared)s players and has %(found)s. Look whether some do not "
        "belong to this tournament."
    ),
    "event.half_a_file": _(
        "A part of the file is missing: it announces %(declared)s players and has %(found)s, and "
        "%(unknown)s of those not there have played. Export the file again and upload the whole "
        "of it."
    ),
    "event.no_rounds": _(
        "No player has an entry for any round. Upload the file again when there are results."
    ),
    "event.list_only": _(
        "This is a list of entries without any round. It can be kept as a draft; upload the "
        "results (crosstable or FIDE report) before the tournament is sent for admission."
    ),
    "event.too_many_rounds": _(
        "The file announces %(declared)s rounds and has entries for %(found)s. Look which is right."
    ),
    "event.unfinished": _(
        "The file announces %(declared)s rounds and has entries for only %(found)s. If the "
        "tournament is not over, upload the file again after the last round."
    ),
    "event.round_only_byes": _(
        "Round %(round)s has byes and absences but no game. If it has not been played yet, upload "
        "the file again after the last round."
    ),
    "event.plays_himself": _(
        "In round %(round)s %(name)s (number %(number)s) has their own number as opponent. Write "
        "the right opponent."
    ),
    "event.opponent_unknown": _(
        "In round %(round)s the opponent of %(name)s (number %(number)s) is number %(opponent)s, "
        "who is not in the file. Correct the number or add the player."
    ),
    "event.one_sided": _(
        "In round %(round)s %(name)s (number %(number)s) has a game with %(opponent_name)s (number "
        "%(opponent)s), whose line has no game in that round. Correct one of the two lines."
    ),
    "event.not_mutual": _(
        "In round %(round)s %(name)s (number %(number)s) has a game with %(opponent_name)s (number "
        "%(opponent)s), who has one with number %(names)s instead. Correct the wrong line."
    ),
    "event.result_one_sided": _(
        "In round %(round)s the result of %(name)s (number %(number)s) against %(opponent_name)s "
        "(number %(opponent)s) is missing here, and the opponent has one. Write the result."
    ),
    "event.results_contradict": _(
        "In round %(round)s the results of %(name)s (number %(number)s: %(result)s) and "
        "%(opponent_name)s (number %(opponent)s: %(opponent_result)s) contradict each other. "
        "Correct the wrong one."
    ),
    "event.result_penalty": _(
        "In round %(round)s %(name)s (number %(number)s) has %(result)s and %(opponent_name)s "
        "(number %(opponent)s) has %(opponent_result)s, less than one point together. Go on if the "
        "arbiter took points away; else correct the result."
    ),
    "event.colours_equal": _(
        "In round %(round)s both %(name)s (number %(number)s) and %(opponent_name)s (number "
        "%(opponent)s) have the same colour. The first is taken as White; correct the colour if "
        "that is wrong."
    ),
    "event.pending": _(
        "In round %(round)s the game of %(name)s (number %(number)s) and %(opponent_name)s (number "
        "%(opponent)s) has no result. Write the result, or upload the file again when it is known."
    ),
    "event.perhaps_nobody": _(
        "%(name)s (number %(number)s) has played nobody, and the file has no birth, FIDE number or "
        "rating. If the line only stands for a bye, take it out in the pairing program, export the "
        "file again and upload it."
    ),
    "event.pairing_byes_many": _(
        "In round %(round)s %(name)s (number %(number)s) has the pairing bye, and number "
        "%(other_number)s has it too. Only one player of a round can; look which is right."
    ),
    "event.points_differ": _(
        "%(name)s (number %(number)s) has %(declared)s points in the points column, but the rounds "
        "add up to %(computed)s. Look which is right and correct the file."
    ),
    "event.points_differ_byes": _(
        "%(name)s (number %(number)s) has %(declared)s points in the points column, but the rounds "
        "add up to %(computed)s. Byes that are not written in the rounds would explain it; ask the "
        "arbiter."
    ),
    "event.points_changed": _(
        "%(name)s (number %(number)s) has %(declared)s points in the points column, but the rounds "
        "add up to %(computed)s. The file has records of bonus or penalty points that would "
        "explain it; ask the arbiter."
    ),
    "event.points_explained": ngettext_lazy(
        "The points of %(count)s player (%(name)s) differ from the rounds by bonus or penalty "
        "points, which the file states. Nothing to do.",
        "The points of %(count)s players (%(name)s, for one) differ from the rounds by bonus or "
        "penalty points, which the file states. Nothing to do.",
        "count",
    ),
    "event.rank_order": ngettext_lazy(
        "%(name)s has place %(rank)s with more points than %(better_name)s, who has place "
        "%(better_rank)s. Look whether the places are right (%(count)s such case).",
        "%(name)s has place %(rank)s with more points than %(better_name)s, who has place "
        "%(better_rank)s. Look whether the places are right (%(count)s such cases).",
        "count",
    ),
}
"""Sentences of the checks."""

"""Late corrections of published lists: what changes, what follows from it, and its difference.

`changes.py` says what can be changed and does it, `computing.py` makes the lists that follow,
`comparing.py` sets them beside the lists as issued, `consequences.py` finds what else is touched,
`at_work.py` lets one worker at a time do so.
`services/corrections.py` drafts, signs and discards.
"""

"""FIDE's rating list in the registry: loaded whole, compared with the people whom it has.

`staging` brings the rows of a file into a table of this session alone, `merging` makes FIDE's list
what the file says and keeps the dated ratings of people of the registry, `loading` is the whole
way with its row in `ListLoad`; `differences` finds what FIDE says differently, `numbers` whose FIDE
number is missing. What people decide about it is in `services/fide_proposals.py`.
"""

"""Lists as files: the same lines as xlsx, CSV, PDF and JSON, and what they were computed from.

`lines.py` says what a list and a line are; each other module writes one kind of file from them. All
read the rows once, by a cursor, so that memory and queries do not grow with the list. No file asks
what time it is: the same list gives the same bytes.
"""

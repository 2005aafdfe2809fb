"""Files of the chess world: bytes in, plain objects out, and back.

Pure: standard library only, no Django, no database, nothing of ours from outside this package.
Every reader is lenient in reading and strict in reporting: it returns what it understood together
with every problem it met, each with its place. Nothing is repaired without a note.
"""

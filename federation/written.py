"""Words that a person has written in a field, as they are kept."""

import unicodedata

from django.utils.translation import gettext as _

from federation.errors import Refused

_BLANKS = {"\r", "\n", "\t"}
_UNSEEN = {"Cc", "Cs"}
"""Control characters, which PostgreSQL does not all keep, and halves of characters."""


def written(text: str, *, most: int) -> str:
    """The words without blanks around them and without characters that nobody can see.

    Nothing is cut: raises Refused for more than `most` characters.
    """
    words = "".join(c for c in text if c in _BLANKS or unicodedata.category(c) not in _UNSEEN)
    words = words.strip()
    if len(words) > most:
        raise Refused(
            _("“%(begins)s…” is too long: %(n)d characters, at most %(most)d. Shorten it.")
            % {"begins": words[:40], "n": len(words), "most": most}
        )
    return words

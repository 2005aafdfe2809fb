"""Who is meant by a name: a pure package, standard library and RapidFuzz.

`folding` reads words of either alphabet as sounds, `given_names` and `patronymics` know the forms
of names, `parsing` finds surname, given name and patronymic, `keys` makes the few keys by which a
database finds everybody who may be meant, `comparing` says in what two names differ, `weighing` how
well a person agrees with a file, `matching` decides or asks. `transliteration` writes Cyrillic in
Latin letters by the official tables.
"""

from federation.naming.comparing import Born, Detail, compare_births
from federation.naming.folding import name_key
from federation.naming.identity import Birth, Identity, Person, Remembered
from federation.naming.keys import asked_keys, person_keys
from federation.naming.matching import Match, MatchKind, Proposal, match_person
from federation.naming.pool import Pool
from federation.naming.transliteration import transliterate
from federation.naming.weighing import CODES

__all__ = [
    "CODES",
    "Birth",
    "Born",
    "Detail",
    "Identity",
    "Match",
    "MatchKind",
    "Person",
    "Pool",
    "Proposal",
    "Remembered",
    "asked_keys",
    "compare_births",
    "match_person",
    "name_key",
    "person_keys",
    "transliterate",
]

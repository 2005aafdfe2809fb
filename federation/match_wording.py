"""Words for why a player of a file may be somebody of the registry, and in what the two differ.

Each reason says what agrees and, where a person decides, what to do about it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from federation.naming.comparing import Detail, Scalar

MATCHES: Mapping[str, Any] = {
    "match.same_fide_id": _("Same FIDE number (%(fide_id)s)."),
    "match.same_fide_id_other_name": _(
        "The FIDE number %(number)s belongs to this player, but the name is another. Find out "
        "whether the number is mistyped or the name has changed."
    ),
    "match.same_fide_id_other_birth": _(
        "The FIDE number %(number)s belongs to this player, but the birth is %(said_birth)s in the "
        "file and %(known_birth)s in the registry. Find out which is right."
    ),
    "match.same_fide_id_other_person": _(
        "Same FIDE number (%(fide_id)s), but another name and another year of birth. Find out "
        "whether the number in the file is right."
    ),
    "match.same_fide_id_other_facts": _(
        "The FIDE number %(number)s belongs to this player, but the sex or the national number "
        "says somebody else. Find out which is right."
    ),
    "match.fide_id_shared": _(
        "The registry has this FIDE number (%(fide_id)s) for more than one player. Choose the "
        "right one and have the other corrected."
    ),
    "match.same_national_id": _("Same national number (%(number)s)."),
    "match.same_national_id_other_name": _(
        "The national number %(number)s belongs to this player, but the name is another. Find out "
        "whether the number is mistyped or the name has changed."
    ),
    "match.same_national_id_other_birth": _(
        "The national number %(number)s belongs to this player, but the birth is %(said_birth)s in "
        "the file and %(known_birth)s in the registry. Find out which is right."
    ),
    "match.same_national_id_other_person": _(
        "The national number %(number)s belongs to this player, but name and birth are others. "
        "Probably the number is mistyped: choose the right player and have the number corrected."
    ),
    "match.same_national_id_other_facts": _(
        "The national number %(number)s belongs to this player, but the sex or the FIDE number "
        "says somebody else. Find out which is right."
    ),
    "match.national_id_shared": _(
        "Two players have the national number %(number)s. Choose the right one and have the other "
        "corrected."
    ),
    "match.accepted_before": _(
        "Accepted so before: file “%(source)s”, %(commission)s, %(day)s; the birth or number in "
        "the file is the same."
    ),
    "match.accepted_for_several": _(
        "This spelling was accepted for more than one player before. Choose the right one."
    ),
    "match.same_name_and_birth_date": _("Same name and birth date."),
    "match.same_name_and_birth_date_other_fide_id": _(
        "Same name and birth date, but the FIDE number is %(fide_id)s in the file and %(known)s in "
        "the registry. Find out whether they are one person."
    ),
    "match.same_name_and_birth_date_other_national_id": _(
        "Same name and birth date, but the national numbers differ. Find out whether they are one "
        "person."
    ),
    "match.same_name_and_birth_date_other_sex": _(
        "Same name and birth date, but another sex. Find out whether they are one person."
    ),
    "match.several_same_name_and_birth_date": _(
        "The registry has more than one player of this name and birth date. Choose the right one."
    ),
    "match.others_come_near": _(
        "Somebody has this name and birth date, but another player comes near: a twin, or a "
        "namesake whose birth is not known. Choose the right one."
    ),
    "match.like_name_and_birth_date": _(
        "Same birth date and nearly the same name. Compare the rest and choose."
    ),
    "match.other_surname_same_birth_date": _(
        "Same given name and birth date, but another surname. Find out whether it has changed."
    ),
    "match.other_given_name_same_birth_date": _(
        "Same surname and birth date, but another given name: perhaps a twin."
    ),
    "match.same_name_and_birth_year": _(
        "Same name and year of birth (%(year)s). Compare the rest and choose."
    ),
    "match.like_name_and_birth_year": _(
        "Nearly the same name and the same year of birth (%(year)s). Compare the rest and choose."
    ),
    "match.same_name_birth_nearly": _(
        "Alike in name, and the birth differs as by a slip: %(said_birth)s in the file, "
        "%(known_birth)s in the registry. Find out which is right."
    ),
    "match.same_name_other_birth": _(
        "Alike in name, but born %(known_birth)s, in the file %(said_birth)s: probably somebody "
        "else."
    ),
    "match.same_name": _("Same name only. Compare the rest and choose, or add a new player."),
    "match.like_name": _(
        "Nearly the same name only. Compare the rest and choose, or add a new player."
    ),
    "match.born_in_other_years": _(
        "Players of a like name are in the registry, but plainly others by birth or given name: a "
        "new player. Look at them if in doubt."
    ),
    "match.nobody": _("Nobody of this name or FIDE number is in the registry: a new player."),
}
"""The sentence of each reason key of `federation.naming.matching`."""

DETAILS: Mapping[str, Any] = {
    "surname.part": _("Of the double surname one half agrees (%(said)s, %(known)s)."),
    "surname.alike": _("The surname %(said)s can be read as %(known)s."),
    "surname.similar": ngettext_lazy(
        "The surname differs by %(n)d letter (%(said)s, %(known)s).",
        "The surname differs by %(n)d letters (%(said)s, %(known)s).",
        "n",
    ),
    "surname.other": _("The surname is another (%(said)s, %(known)s)."),
    "spelling.uk_2010": _("%(said)s and %(known)s agree by the Ukrainian table of 2010."),
    "spelling.uk_2007": _("%(said)s and %(known)s agree by the Ukrainian passports of 2007."),
    "spelling.ru_2013": _("%(said)s and %(known)s agree by the Russian passports of 2013."),
    "spelling.ru_2010": _("%(said)s and %(known)s agree by the Russian passports of 2010."),
    "spelling.ru_1997": _("%(said)s and %(known)s agree by the Russian passports of 1997."),
    "spelling.ru_english": _("%(said)s is an English spelling of %(known)s."),
    "spelling.de": _("%(said)s and %(known)s agree in German spelling."),
    "spelling.pl": _("%(said)s and %(known)s agree in Polish spelling."),
    "spelling.by_sound": _("%(said)s and %(known)s sound alike."),
    "given.missing": _("A given name is missing."),
    "given.initial": _("The given name is an initial (%(said)s, %(known)s)."),
    "given.forms": _("%(said)s and %(known)s are one given name."),
    "given.kindred": _("%(said)s may stand for the given name %(known)s."),
    "given.similar": _("The given name differs by a slip (%(said)s, %(known)s)."),
    "given.other": _("The given name is another (%(said)s, %(known)s)."),
    "patronymic.similar": _("The patronymic differs by a slip (%(said)s, %(known)s)."),
    "patronymic.other": _("The patronymic is another (%(said)s, %(known)s)."),
    "name.swapped": _("The given name stands before the surname."),
}
"""The sentence of each difference that `federation.naming.comparing` finds."""


def match_message(
    reason_key: str, params: Mapping[str, Scalar], details: Iterable[Detail] = ()
) -> str:
    """The sentences for a reason of matching and for what differs, in the language in force.

    Raises KeyError for an unknown key.
    """
    sentences = [MATCHES[reason_key] % params]
    sentences += [DETAILS[detail.code] % detail.params for detail in details]
    return " ".join(map(str, sentences))

"""A person of the registry beside what a file says: how well they agree, and why to propose."""

from dataclasses import dataclass, replace

from federation.naming.comparing import (
    NOTHING_ALIKE,
    Born,
    Given,
    NameComparison,
    Patronymic,
    Surname,
    compare_births,
    compare_names,
)
from federation.naming.identity import Identity, Person

CODES = frozenset(
    {
        "match.same_fide_id",
        "match.same_fide_id_other_name",
        "match.same_fide_id_other_birth",
        "match.same_fide_id_other_person",
        "match.same_fide_id_other_facts",
        "match.fide_id_shared",
        "match.same_national_id",
        "match.same_national_id_other_name",
        "match.same_national_id_other_birth",
        "match.same_national_id_other_person",
        "match.same_national_id_other_facts",
        "match.national_id_shared",
        "match.accepted_before",
        "match.accepted_for_several",
        "match.same_name_and_birth_date",
        "match.same_name_and_birth_date_other_fide_id",
        "match.same_name_and_birth_date_other_national_id",
        "match.same_name_and_birth_date_other_sex",
        "match.several_same_name_and_birth_date",
        "match.others_come_near",
        "match.like_name_and_birth_date",
        "match.other_surname_same_birth_date",
        "match.other_given_name_same_birth_date",
        "match.same_name_and_birth_year",
        "match.like_name_and_birth_year",
        "match.same_name_birth_nearly",
        "match.same_name_other_birth",
        "match.same_name",
        "match.like_name",
        "match.born_in_other_years",
        "match.nobody",
    }
)
"""Every reason key; the words are in `federation/match_wording.py`."""

LEAST_SCORE = 45
_BORN_SCORES = {Born.OTHER: -22, Born.UNKNOWN: 0, Born.SLIP: 12, Born.YEAR: 20, Born.DATE: 28}


@dataclass(frozen=True, slots=True)
class Weighed:
    """A person beside what the file says."""

    person: Person
    names: NameComparison
    born: Born
    same_fide_id: bool
    other_fide_id: bool
    same_national_id: bool
    other_national_id: bool
    other_sex: bool

    @property
    def score(self) -> int:
        against = 15 * self.other_sex + 20 * (self.other_fide_id or self.other_national_id)
        number = 60 * (self.same_fide_id or self.same_national_id)
        return self.names.score + _BORN_SCORES[self.born] + number - against

    @property
    def name_agrees(self) -> bool:
        """As far as two spellings of one name can differ."""
        return (
            self.names.surname is not Surname.OTHER
            and self.names.given is not Given.OTHER
            and self.names.patronymic is not Patronymic.OTHER
        )

    @property
    def birth_agrees(self) -> bool:
        return self.born in (Born.DATE, Born.YEAR, Born.UNKNOWN)

    @property
    def may_be_meant(self) -> bool:
        """Enough alike to be proposed."""
        names = self.names
        if names.surname is Surname.OTHER:
            certain = names.given is Given.SAME and names.patronymic is not Patronymic.OTHER
            return self.born is Born.DATE and certain
        if names.given is Given.OTHER:
            return self.born is Born.DATE and names.surname >= Surname.ALIKE
        return self.score >= LEAST_SCORE

    @property
    def asks(self) -> bool:
        """A proposal to be answered: nothing plainly says that it is somebody else."""
        return self.born is not Born.OTHER and self.names.given is not Given.OTHER

    @property
    def comes_near(self) -> bool:
        """Could be meant as well: a twin, or a namesake whose birth does not tell them apart."""
        if self.born is Born.DATE:
            return self.names.surname is not Surname.OTHER
        return (
            self.born in (Born.UNKNOWN, Born.YEAR, Born.SLIP)
            and self.names.surname >= Surname.PART
            and self.names.given in (Given.SAME, Given.KINDRED, Given.INITIAL, Given.MISSING)
            and self.names.patronymic is not Patronymic.OTHER
        )

    @property
    def reason(self) -> str:
        """The key of why the person is proposed, numbers and memory aside."""
        names, born = self.names, self.born
        same = names.same
        if born is Born.DATE:
            if names.surname is Surname.OTHER:
                return "match.other_surname_same_birth_date"
            if names.given is Given.OTHER:
                return "match.other_given_name_same_birth_date"
            if not same:
                return "match.like_name_and_birth_date"
            if self.other_fide_id:
                return "match.same_name_and_birth_date_other_fide_id"
            if self.other_national_id:
                return "match.same_name_and_birth_date_other_national_id"
            if self.other_sex:
                return "match.same_name_and_birth_date_other_sex"
            return "match.same_name_and_birth_date"
        if born is Born.YEAR:
            return "match.same_name_and_birth_year" if same else "match.like_name_and_birth_year"
        if born is Born.SLIP:
            return "match.same_name_birth_nearly"
        if born is Born.OTHER:
            return "match.same_name_other_birth"
        return "match.same_name" if same else "match.like_name"


def weigh(asked: Identity, person: Person) -> Weighed:
    """Every name of the person against the file's; the one that agrees best counts."""
    names = _best([compare_names(asked.name, name) for name in person.names])
    known = bool(asked.fide_id and person.fide_id)
    shared = both = False
    if asked.national_ids and person.national_ids:
        shared = not set(asked.national_ids).isdisjoint(person.national_ids)
        givers = {number.partition(" ")[0] for number in person.national_ids}
        both = not givers.isdisjoint(number.partition(" ")[0] for number in asked.national_ids)
    return Weighed(
        person=person,
        names=names,
        born=compare_births(asked.birth, person.birth),
        same_fide_id=known and asked.fide_id == person.fide_id,
        other_fide_id=known and asked.fide_id != person.fide_id,
        same_national_id=shared,
        other_national_id=both and not shared,
        other_sex=bool(asked.sex and person.sex and asked.sex != person.sex),
    )


def _best(compared: list[NameComparison]) -> NameComparison:
    """The best one; but where it lacks the patronymic, another name's may contradict."""
    if not compared:
        return NOTHING_ALIKE
    if len(compared) == 1:
        return compared[0]
    best = max(compared, key=lambda comparison: comparison.score)
    if best.patronymic is Patronymic.MISSING:
        for other in compared:
            if other.patronymic is Patronymic.OTHER:
                told = tuple(one for one in other.details if one.code == "patronymic.other")
                return replace(best, patronymic=Patronymic.OTHER, details=best.details + told)
    return best

"""Made-up people with their names in passports and in FIDE lists, drawn by lot from a seed.

Spelling here is on purpose not the registry's: each letter has the ways in which lists write it,
and a style takes one of them, with slips of the pen on top. The people do not exist.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

ROOTS = """
Березн Бондар Бойк Близнюк Борис Верб Вишн Волош Воробй Гаврил Гайд Герасим Гладк Гнат Голуб Гонч
Горбат Григор Гриц Гуц Давид Данил Дем'ян Дмитр Довж Дорош Дуб Євт Жаб Жовт Жук Забол Захар Зінч
Зуб Іван Ільч Їжак Калин Карп Кириль Клим Книш Коваль Козач Колес Коломій Кондрат Корн Король Косен
Кравч Крамар Кругл Кузьм Куліш Кушнір Лаврин Лебед Левч Лис Лук'ян Лях Мазур Макар Максим Мартин
Марч Матві Мельник Мирон Михайл Мороз Москал Мусі Назар Нестер Ничипор Овч Олексі Онищ Остап Павл
Панас Петр Пилип Полов Попад Прокоп Радч Романюк Руд Савч Сахар Семен Сергі Сидор Скляр Скороход
Соболь Солов Сорок Степан Стець Сук Тарас Тимош Ткач Третяк Трохим Уман Фед Філь Хар Хмель Хом
Цар Цвіт Циган Чаб Чайк Чередн Чорн Шаповал Швець Шевч Шелест Шингар Шпак Шуль Щерб Щур Юрч Юхим
Яковл Ярем Яроші Яцен Бурк Корні Букр Вов Олій Ків Бердн Хоряк Гав Зайц Сав Ж Гурж Стаднич
Білоус Довгал
"""
COMMON = 40
"""How many surnames are borne by half of the people."""

MEN = """
Олександр/Александр Олексій/Алексей Андрій/Андрей Анатолій/Анатолий Антон/Антон Артем/Артём
Богдан/Богдан Борис/Борис Вадим/Вадим Валентин/Валентин Валерій/Валерий Василь/Василий
В'ячеслав/Вячеслав Віктор/Виктор Віталій/Виталий Владислав/Владислав Володимир/Владимир
Геннадій/Геннадий Георгій/Георгий Гліб/Глеб Григорій/Григорий Данило/Даниил Денис/Денис
Дмитро/Дмитрий Едуард/Эдуард Євген/Евгений Єгор/Егор Захар/Захар Іван/Иван Ігор/Игорь Ілля/Илья
Йосип/Иосиф Кирило/Кирилл Костянтин/Константин Лев/Лев Леонід/Леонид Максим/Максим Марк/Марк
Матвій/Матвей Микита/Никита Микола/Николай Михайло/Михаил Назар/Назар Олег/Олег Остап/Остап
Павло/Павел Петро/Пётр Роман/Роман Ростислав/Ростислав Руслан/Руслан Святослав/Святослав
Семен/Семён Сергій/Сергей Станіслав/Станислав Степан/Степан Тарас/Тарас Тимофій/Тимофей
Федір/Фёдор Юрій/Юрий Яків/Яков Ян/Ян Ярослав/Ярослав
"""
WOMEN = """
Аліна/Алина Анастасія/Анастасия Ангеліна/Ангелина Ганна/Анна Валентина/Валентина Валерія/Валерия
Вікторія/Виктория Віра/Вера Галина/Галина Дар'я/Дарья Діана/Диана Євгенія/Евгения
Єлизавета/Елизавета Жанна/Жанна Зоя/Зоя Інна/Инна Ірина/Ирина Катерина/Екатерина Лариса/Лариса
Леся/Леся Лідія/Лидия Лілія/Лилия Любов/Любовь Людмила/Людмила Марина/Марина Марія/Мария
Надія/Надежда Наталія/Наталья Ніна/Нина Оксана/Оксана Олександра/Александра Олена/Елена
Ольга/Ольга Поліна/Полина Світлана/Светлана Соломія/Соломия Софія/София Тетяна/Татьяна
Уляна/Ульяна Христина/Кристина Юлія/Юлия Яна/Яна
"""
FATHERS = """
Олександр/Александр Андрійов-Андрії/Андреев Богданов Борисов Вадимов Валентинов
Валерійов-Валерії/Валерьев Васильов-Васил/Васильев Вікторов/Викторов Віталійов-Віталії/Витальев
Володимиров/Владимиров Григоров/Григорьев Данилов/Данилов Дмитров/Дмитриев Євгенов-Євген/Евгеньев
Іванов/Иванов Ігоров/Игорев Костянтинов/Константинов Леонідов/Леонидов Максимов
Миколайов-Микола/Николаев Михайлов Олегов Олексійов-Олексії/Алексеев Павлов Петров
Романов Сергійов-Сергії/Сергеев Степанов Тарасов Федоров/Фёдоров Юрійов-Юрії/Юрьев Яковлев Ярославов
"""
PET_NAMES = {
    "Олександр": "Саша", "Дмитро": "Дима", "Сергій": "Серёжа", "Микола": "Коля", "Катерина": "Катя",
    "Наталія": "Наташа", "Тетяна": "Таня", "Марія": "Маша", "Іван": "Ваня",
}  # fmt: skip

LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "h g", "ґ": "g", "д": "d", "е": "e", "є": "ie ye e",
    "ж": "zh", "з": "z", "и": "y i", "і": "i", "ї": "i yi", "й": "i y j", "к": "k", "л": "l",
    "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh h", "ц": "ts c", "ч": "ch", "ш": "sh", "щ": "shch sch", "ь": "", "ю": "iu yu ju",
    "я": "ia ya ja", "ё": "e yo io", "ы": "y", "э": "e", "ъ": "", "'": "",
}  # fmt: skip
GERMAN = {
    "в": "w", "ж": "sch", "з": "s", "й": "j", "х": "ch", "ц": "z", "ч": "tsch", "ш": "sch",
    "щ": "schtsch", "ю": "ju", "я": "ja", "и": "i", "г": "g",
}  # fmt: skip
POLISH = {"в": "w", "х": "ch", "ц": "c", "ч": "cz", "ш": "sz", "щ": "szcz", "й": "j", "г": "h"}
SLIPS = "aeiounrstlkmv"


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A person; every part as (Ukrainian, Russian)."""

    surname: tuple[str, str]
    given: tuple[str, str]
    patronymic: tuple[str, str]
    woman: bool
    birth: date

    def cyrillic(self, *, russian: bool, patronymic: bool) -> str:
        parts = [self.surname[russian], self.given[russian]]
        return " ".join([*parts, self.patronymic[russian]] if patronymic else parts)


@dataclass(frozen=True, slots=True)
class Pair:
    """What a list says in Latin letters, and who it is."""

    latin: str
    born: str
    """`1990`, `1990-05-06` or empty."""
    person: int
    """Index of the person in the pool, -1 where the person is not in it."""
    meant: str
    """The passport name of the person, for messages."""


class Lot:
    """Draws people and spellings."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.surnames = self._surnames()
        self.men, self.women = _paired(MEN), _paired(WOMEN)
        self.fathers = [_father(text) for text in FATHERS.split()]

    def _surnames(self) -> list[tuple[tuple[str, str], tuple[str, str]]]:
        """Surnames as ((man's, woman's) in Ukrainian, the same in Russian), common ones first."""
        found = [forms for root in ROOTS.split() for forms in _with_endings(root)]
        self.random.shuffle(found)
        return found

    def person(self) -> MadeUp:
        random = self.random
        woman = random.random() < 0.3
        names = self.women if woman else self.men
        common = random.random() < 0.5
        ukrainian, russian = random.choice(self.surnames[:COMMON] if common else self.surnames)
        father = random.choice(self.fathers)
        return MadeUp(
            surname=(ukrainian[woman], russian[woman]),
            given=random.choice(names[:20] if random.random() < 0.6 else names),
            patronymic=(father[0][woman], father[1][woman]),
            woman=woman,
            birth=date(1940, 1, 1) + timedelta(days=random.randrange(28_000)),
        )

    def near(self, one: MadeUp, *, orphan: bool) -> MadeUp:
        """A trap: somebody else who is easily taken for the person, who may not be in the pool."""
        random = self.random
        other = self.person()
        while other.woman != one.woman or other.given == one.given or other.surname == one.surname:
            other = self.person()
        trap = random.randrange(8)
        if orphan and trap == 4:  # the same name and day: nobody could tell them apart
            trap = 3
        if trap == 0:  # a twin
            return replace(one, given=other.given)
        if trap == 1:  # the father or the son of the same name
            years = random.choice((-1, 1)) * random.randrange(20, 35)
            return replace(one, birth=_moved(one.birth, years), patronymic=other.patronymic)
        if trap == 2:  # a brother
            return replace(one, given=other.given, birth=_moved(one.birth, random.randrange(1, 5)))
        if trap == 3:  # a namesake of the same year
            day = date(one.birth.year, 1, 1) + timedelta(days=random.randrange(365))
            day += timedelta(days=day == one.birth)
            return replace(one, birth=day, patronymic=other.patronymic)
        if trap == 4:  # a namesake of the same day with another father
            return replace(one, patronymic=other.patronymic)
        if trap == 5:  # a surname of nearly the same letters, born on the same day
            surname = self._like(one)
            if _as_passports_write(surname).isdisjoint(_as_passports_write(one.surname)):
                return replace(one, surname=surname)
            trap = 6
        if trap == 6:  # same given name and day
            return replace(one, surname=other.surname)
        return replace(one, given=other.given, patronymic=other.patronymic)

    def _like(self, one: MadeUp) -> tuple[str, str]:
        def changed(text: str) -> str:
            for old, new in LOOKALIKE_SOUNDS:
                if old in text:
                    return text.replace(old, new, 1)
            return text.translate(OTHER_VOWELS)

        return changed(one.surname[0]), changed(one.surname[1])

    # --- spelling -------------------------------------------------------------------------------

    def latin(self, word: str) -> str:
        """A word as one list or another writes it: one table with one choice for each letter."""
        random = self.random
        style = random.random()
        letters = {letter: random.choice(ways.split(" ")) for letter, ways in LATIN.items()}
        if style < 0.04:
            letters |= GERMAN
        elif style < 0.08:
            letters |= POLISH
        text = word.lower()
        if random.random() < 0.5:
            for ending in ("ий", "ый", "ій"):
                if text.endswith(ending):
                    text = text.removesuffix(ending) + "и"
        if random.random() < 0.4:
            text = text.replace("кс", "x")
        return "".join(letters.get(letter, letter) for letter in text).capitalize()

    def slip(self, word: str) -> str:
        random = self.random
        at = random.randrange(1, max(len(word) - 1, 2))
        kind = random.randrange(4)
        if kind == 0:
            return word[:at] + random.choice(SLIPS) + word[at + 1 :]
        if kind == 1:
            return word[:at] + word[at + 1 :]
        if kind == 2:
            return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
        return word[:at] + word[at - 1] + word[at:]

    def spelling(self, one: MadeUp) -> str:
        random = self.random
        russian = random.random() < 0.4
        given_text = one.given[russian]
        if random.random() < 0.01:
            given_text = PET_NAMES.get(one.given[0], given_text)
        surname, given = self.latin(one.surname[russian]), self.latin(given_text)
        if random.random() < 0.05:
            surname = self.slip(surname)
        elif random.random() < 0.02:
            given = self.slip(given)
        form = random.random()
        if form < 0.80:
            return f"{surname}, {given}"
        if form < 0.87:
            return f"{surname} {given}"
        if form < 0.92:
            return f"{given} {surname}"
        if form < 0.95:
            return f"{surname}, {given[0]}."
        patronymic = self.latin(one.patronymic[russian])
        if form < 0.97:
            return f"{surname}, {given} {patronymic[0]}."
        return f"{surname}, {given} {patronymic}"

    def born(self, one: MadeUp, *, full: float) -> str:
        random = self.random
        birth = one.birth
        if random.random() < 0.02:
            birth = _moved(birth, random.choice((-1, 1, 10, 4)))
        drawn = random.random()
        if drawn < full:
            return birth.isoformat()
        return f"{birth.year}" if drawn < 0.97 else ""


OTHER_VOWELS = str.maketrans("аоуе", "оауо")
LOOKALIKE_SOUNDS = (("З", "С"), ("Ш", "Ж"), ("Ч", "Ш"), ("Г", "Х"), ("ц", "ч"), ("и", "е"))


def pairs_among(
    seed: int, count: int, *, full: float = 0.4, orphans: float = 0.1
) -> tuple[list[tuple[str, date | None]], list[Pair]]:
    """A pool of people as (passport name, birth), and `count` spellings of people among them.

    Every third person has somebody near in the pool. Of `full` of the spellings the whole date of
    birth is known. A share of `orphans` of those spelled is not in the pool, but somebody near is.
    """
    lot = Lot(seed)
    random = lot.random
    pool: list[tuple[str, date | None]] = []
    pairs = []

    def enter(one: MadeUp) -> int:
        name = one.cyrillic(russian=random.random() < 0.25, patronymic=random.random() < 0.85)
        pool.append((name, one.birth if random.random() < 0.99 else None))
        return len(pool) - 1

    for _ in range(count):
        one = lot.person()
        orphan = random.random() < orphans
        person = -1 if orphan else enter(one)
        if orphan or random.random() < 0.33:
            enter(lot.near(one, orphan=orphan))
        meant = one.cyrillic(russian=False, patronymic=True)
        pairs.append(Pair(lot.spelling(one), lot.born(one, full=full), person, meant))
    return pool, pairs


def _moved(day: date, years: int) -> date:
    return date(day.year + years, day.month, min(day.day, 28))


def _as_passports_write(surname: tuple[str, str]) -> set[str]:
    """What is left of a surname in lists: surnames that share it cannot be told apart there."""
    plain = (word.lower().replace("ь", "").replace("'", "") for word in surname)
    return {re.sub(r"(.)\1", r"\1", word) for word in plain}


def _paired(text: str) -> list[tuple[str, str]]:
    return [(one, other) for one, _, other in (word.partition("/") for word in text.split())]


def _father(text: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Patronymics ((son's, daughter's) in Ukrainian, in Russian) of a stem: `Юрійов-Юрії`."""
    ukrainian, _, russian = text.partition("/")
    stem, _, daughter = ukrainian.partition("-")
    stem = stem if stem.endswith(("ов", "ев")) else f"{stem}ов"
    daughter = daughter or stem[:-2] + "і"
    daughter = daughter if daughter.endswith(("і", "ї")) else daughter + _i_after(daughter)
    russian = russian or stem
    russian = russian if russian.endswith(("ов", "ев")) else f"{russian}ов"
    return (f"{stem}ич", f"{daughter}вна"), (f"{russian}ич", f"{russian}на")


def _i_after(stem: str) -> str:
    return "ї" if stem[-1] in "аеиоуяюєї" else "і"


def _with_endings(root: str) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Surnames of a root, each as ((man's, woman's) in Ukrainian, the same in Russian)."""
    russian = root.replace("и", "ы" if root[-1] in "рц" else "и").replace("і", "и")
    russian = russian.replace("ї", "и").replace("Ї", "И").replace("є", "е").replace("Є", "Е")
    russian = russian.replace("І", "И").replace("'", "ь")
    hard = root[-1] not in "ьійї"
    base, base_ru = root.rstrip("ьій"), russian.rstrip("ьий")
    for ending in ("енко", "ук", "чук") if hard else ("енко", "чук"):
        yield ((base + ending,) * 2, (base_ru + ending,) * 2)
    yield (base + "ов", base + "ова"), (base_ru + "ов", base_ru + "ова")
    yield (base + "ський", base + "ська"), (base_ru + "ский", base_ru + "ская")
    yield (base + "ьов", base + "ьова"), (base_ru + "ев", base_ru + "ева")

"""What a letter may stand for, which forms of a name are one, which word is which."""

import pytest

from federation.naming import Birth, Identity, asked_keys, name_key, person_keys, transliterate
from federation.naming.comparing import (
    Born,
    Given,
    Patronymic,
    Surname,
    compare_births,
    compare_names,
)
from federation.naming.folding import readings, sure_readings
from federation.naming.given_names import kindred_of, names_of
from federation.naming.parsing import parse_name
from federation.naming.patronymics import father_of
from federation.naming.transliteration import table_of


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("Шевченко", "Shevchenko Schewtschenko Szewczenko Ševčenko SHEVCHENKO"),
        ("Щербак", "Shcherbak Scherbak Szczerbak Schtscherbak"),
        ("Соловйов", "Soloviov Solovyov Soloviev Solovjov Solovev"),
        ("Соловьёв", "Soloviov Solovyov Soloviev Solovjov Solovev"),
        ("Григор'єв", "Grigoriev Hryhoriev Grigoryev Hryhor’iev Grigor'ev"),
        ("Висоцький", "Vysotskyi Vysotsky Vysotskiy Visotskij"),
        ("Хмельницька", "Khmelnytska Khmelnitskaya Khmelnitskaia"),
        ("Їжак", "Yizhak Izhak Izhak"),
        ("Юрченко", "Yurchenko Iurchenko Jurchenko Yourchenko"),
        ("Згурський", "Zghurskyi Zgursky Zgurskiy"),
        ("Корольов", "Koroliov Korolev Korolyov"),
        ("Лук'яненко", "Lukianenko Lukyanenko Lukjanenko"),
        ("Цвєтков", "Tsvetkov Tcvetkov Cvetkov Tsvietkov"),
        ("Лис", "Lys Lis"),
        ("Смирнов", "Smyrnov Smirnov Smirnoff"),
    ],
)
def test_spellings_of_one_surname(cyrillic: str, latin: str) -> None:
    own = sure_readings(cyrillic)
    assert {word for word in latin.split() if own.isdisjoint(sure_readings(word))} == set()


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [("Кох", "Koch"), ("Холод", "Holod"), ("Зайцев", "Saizew"), ("Корольов", "Korolov")],
)
def test_ambiguous_letters_are_read_so_but_not_surely(cyrillic: str, latin: str) -> None:
    assert not set(readings(cyrillic)).isdisjoint(readings(latin))
    assert sure_readings(cyrillic).isdisjoint(sure_readings(latin))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Захаров", "Sakharov"), ("Савченко", "Shevchenko"), ("Гуцко", "Huchko"), ("Жук", "Shuk")],
)
def test_letters_that_differ_stay_apart(one: str, other: str) -> None:
    assert set(readings(one)).isdisjoint(readings(other))


def test_a_latin_letter_in_a_cyrillic_word_is_a_slip_of_the_keyboard() -> None:
    assert readings("Kоваль") == readings("Коваль")


@pytest.mark.parametrize(
    "forms",
    [
        "Микола Николай Mykola Nikolay Nikolai Nicholas",
        "Олександр Александр Oleksandr Aleksandr Alexander Alexandr",
        "Олексій Алексей Oleksii Alexey Aleksei Oleksiy",
        "Сергій Сергей Serhii Sergey Sergei Serhiy",
        "Ганна Анна Hanna Anna Ganna",
        "Дмитро Дмитрий Dmytro Dmitry Dmitrij Dmitri",
        "Євген Евгений Yevhen Evgeny Ievgen Evgenij Eugene",
        "Михайло Михаил Mykhailo Mikhail Mihail Michail Michael",
        "Юрій Юрий Yurii Iurii Yuri Jurij Youri",
        "Наталія Наталья Наталя Nataliia Natalia Natalya",
        "Дар'я Дарья Дарія Daria Darya Dariia",
        "В'ячеслав Вячеслав Viacheslav Vyacheslav Wjatscheslaw",
        "Ілля Илья Illia Ilya Ilja",
        "Пилип Филипп Pylyp Filipp Philip",
    ],
)
def test_forms_of_one_given_name(forms: str) -> None:
    first, *rest = forms.split()
    assert {form for form in rest if not names_of(first) & names_of(form)} == set()


def test_pet_names_are_kindred_and_nothing_more() -> None:
    assert not names_of("Саша")
    assert kindred_of("Саша") == names_of("Олександр") | names_of("Олександра")
    assert not names_of("Олена") & names_of("Олеся")


@pytest.mark.parametrize(
    ("forms", "father"),
    [
        ("Миколайович Николаевич Миколаївна Николаевна Mykolaiovych Nikolaevich", "Микола"),
        ("Сергійович Сергеевич Сергіївна Сергеевна Serhiiovych Sergeevna", "Сергій"),
        ("Ілліч Ильич Іллівна Ильинична Illich", "Ілля"),
        ("Львович Львівна Львовна Lvovych", "Лев"),
        ("Якович Яковлевич Яківна Яковлевна", "Яків"),
        ("Григорович Григорьевич Григорівна Hryhorovych", "Григорій"),
    ],
)
def test_forms_of_one_patronymic(forms: str, father: str) -> None:
    assert {father_of(form) for form in forms.split()} == names_of(father)


def test_surnames_are_no_patronymics() -> None:
    assert [father_of(word) for word in ("Коваль", "Петренко", "Іванов", "Мельник")] == [""] * 4


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Коваль, Іван Петрович", "Коваль|Іван|Петрович"),
        ("Коваль Іван Петрович", "Коваль|Іван|Петрович"),
        ("Іван Петрович Коваль", "Коваль|Іван|Петрович"),
        ("Іван Коваль", "Коваль|Іван|"),
        ("Koval Ivan", "Koval|Ivan|"),
        ("Абрамович Роман Аркадійович", "Абрамович|Роман|Аркадійович"),
        ("Роман Аркадійович Абрамович", "Абрамович|Роман|Аркадійович"),
        ("Коваль І. П.", "Коваль|І|П"),
        ("Коваль І.П.", "Коваль|І|П"),
        ("І. П. Коваль", "Коваль|І|П"),
        ("Koval, I", "Koval|I|"),
        ("Koval, Yu.", "Koval|Yu|"),
        ("Коваль-Їжак Іван", "Коваль-Їжак|Іван|"),
        ("Мамедов Рашад Ельчин огли", "Мамедов|Рашад|Ельчин"),
        ("Коваль (мол) Іван", "Коваль|Іван|"),
        ("Коваль", "Коваль||"),
    ],
)
def test_which_word_is_which(text: str, parts: str) -> None:
    found = parse_name(text)[0]
    words = " ".join(word.text for word in found.surname), found.given, found.patronymic
    assert "|".join(getattr(word, "text", word) or "" for word in words) == parts


@pytest.mark.parametrize("text", ["", "-", ".", "123", "(мол)", ", ,"])
def test_a_name_without_letters_has_no_parts(text: str) -> None:
    assert parse_name(text) == ()


@pytest.mark.parametrize(
    ("said", "known", "found"),
    [
        ("Shevchenko, Nikolay", "Шевченко Микола Іванович", (4, 5, 2)),
        ("Szewczenko M. I.", "Шевченко Микола Іванович", (4, 3, 3)),
        ("Koval", "Коваль-Їжак Іван", (2, 1, 2)),
        ("Burkiy, Ivan", "Букрій Іван", (1, 5, 2)),
        ("Koval, Vanya", "Коваль Іван", (4, 4, 2)),
        ("Koval, Iwann", "Коваль Іван", (4, 5, 2)),
        ("Koval, Nikolau", "Коваль Микола", (4, 2, 2)),
        ("Koval, Petro", "Коваль Іван", (4, 0, 2)),
        ("Koval, Ivan Petrovych", "Коваль Іван Степанович", (4, 5, 0)),
        ("Koval, Ivan Nikolaevich", "Коваль Іван Миколайович", (4, 5, 4)),
    ],
)
def test_how_two_names_compare(said: str, known: str, found: tuple[int, int, int]) -> None:
    compared = compare_names(said, known)
    surname, given, patronymic = found
    assert compared.surname is Surname(surname)
    assert compared.given is Given(given)
    assert compared.patronymic is Patronymic(patronymic)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (Birth(1990, 5, 6), Birth(1990, 5, 6), Born.DATE),
        (Birth(1990), Birth(1990, 5, 6), Born.YEAR),
        (Birth(1990), Birth(1990), Born.YEAR),
        (Birth(1990, 5), Birth(1990, 6, 6), Born.SLIP),
        (Birth(1990, 5, 6), Birth(1990, 6, 5), Born.SLIP),
        (Birth(1990, 5, 6), Birth(1980, 5, 6), Born.SLIP),
        (Birth(1990, 5, 6), Birth(1964, 5, 6), Born.OTHER),
        (Birth(1990, 5, 6), Birth(1990, 7, 8), Born.OTHER),
        (Birth(1978), Birth(1987), Born.SLIP),
        (Birth(1990), Birth(1991, 1, 1), Born.SLIP),
        (Birth(1990), Birth(1980), Born.OTHER),
        (None, Birth(1990), Born.UNKNOWN),
    ],
)
def test_how_two_births_compare(one: Birth | None, other: Birth | None, found: Born) -> None:
    assert compare_births(one, other) is found
    assert compare_births(other, one) is found


@pytest.mark.parametrize(
    ("text", "birth"),
    [
        ("1990-05-06", Birth(1990, 5, 6)),
        ("06.05.1990", Birth(1990, 5, 6)),
        ("1990/05/00", Birth(1990, 5)),
        ("1990.00.00", Birth(1990)),
        ("1990", Birth(1990)),
        ("0000", None),
        (" ", None),
    ],
)
def test_births_are_read(text: str, birth: Birth | None) -> None:
    assert Birth.read(text) == birth


@pytest.mark.parametrize("text", ["soon", "1990-13-01", "90", "1990-01-01-01"])
def test_an_unreadable_birth_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Birth.read(text)


@pytest.mark.parametrize(
    "asked",
    [
        Identity("Shevchenko, Nikolai"),
        Identity("Nikolay Schewtschenko"),
        Identity("Szewczenko, M."),
        Identity("Shevchenko"),
        Identity("Shevchenko, Kolya"),
        Identity("Shevchenko, Mykla"),
        Identity("Shvechenko, Mykola", Birth(1990)),
        Identity("Shevchenko, Xyz", Birth(1990)),
        Identity("Inshyi, Mykola", Birth(1990, 5, 6)),
        Identity("Inshyi, Petro", fide_id=14100018),
        Identity("Inshyi, Petro", national_ids=("UKR 1234",)),
    ],
)
def test_a_person_is_found_by_a_key(asked: Identity) -> None:
    stored = person_keys(["Шевченко Микола Іванович"], Birth(1990, 5, 6), 14100018, ["UKR 1234"])
    assert not stored.isdisjoint(asked_keys(asked))


def test_keys_are_few_and_short() -> None:
    keys = person_keys(["Шевченко Микола Іванович", "Shevchenko Mykola"], Birth(1990, 5, 6), 1)
    assert sorted(keys) == [
        "d19900506.m",
        "d19900506.n",
        "f1",
        "g1990.mikola.x",
        "ixvxnk.m",
        "ixvxnk.n",
        "sxvxnk.mikola",
        "y1990.xvxnk",
    ]
    assert max(map(len, person_keys(["Щ" * 90 + " " + "Ж" * 90], Birth(1990)))) <= 40


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Коваль, Лука", "ковал лука"),
        ("ЛУКА КОВАЛЬ", "ковал лука"),
        ("М'ята-Їжак,Є.", "є їжак мята"),
        ("Мʼята Їжак Є", "є їжак мята"),
        ("М’ята Їжак Є", "є їжак мята"),
        ("\u0438\u0306ода", "йода"),
        ("Müller,José", "jose muller"),
        ("O'Brien", "obrien"),
        ("", ""),
    ],
)
def test_name_key(text: str, key: str) -> None:
    assert name_key(text) == " ".join(sorted(key.split()))


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        (
            "Алушта Борщагівка Вінниця Гадяч Ґалаґан",
            "Alushta Borshchahivka Vinnytsia Hadiach Galagan",
        ),
        ("Згорани Розгон", "Zghorany Rozghon"),
        ("Єнакієве Гаєвич Короп’є", "Yenakiieve Haievych Koropie"),
        ("Їжакевич Кадиївка Мар’їне", "Yizhakevych Kadyivka Marine"),
        ("Йосипівка Стрий Олексій", "Yosypivka Stryi Oleksii"),
        ("Юрій Корюківка Яготин Знам’янка", "Yurii Koriukivka Yahotyn Znamianka"),
        ("Феодосія Харків Біла Церква", "Feodosiia Kharkiv Bila Tserkva"),
        ("Щербухи Гоща ЩЕРБУХИ", "Shcherbukhy Hoshcha SHCHERBUKHY"),
        ("Русь Львів", "Rus Lviv"),
        ("Иванов-Ярый Ёж Эль Объедков", "Yvanov-Yaryi Ezh El Obedkov"),
        ("Я. Ю", "Ya. Yu"),
        ("O'Brien 7", "O'Brien 7"),
    ],
)
def test_transliteration_of_2010(cyrillic: str, latin: str) -> None:
    assert transliterate(cyrillic) == latin


@pytest.mark.parametrize(
    ("cyrillic", "latin", "table"),
    [
        ("Шевченко", "Shevchenko", "uk_2010"),
        ("Голуб", "Golub", "uk_2007"),
        ("Щукин", "Shchukin", "ru_2013"),
        ("Цой", "Tcoi", "ru_2010"),
        ("Юдин", "Yudin", "ru_1997"),
        ("Белый", "Bely", "ru_english"),
        ("Шевченко", "SCHEWTSCHENKO", "de"),
        ("Шевченко", "Szewczenko", "pl"),
        ("Шевченко", "Sevcenko", ""),
    ],
)
def test_by_which_table_a_word_is_spelled(cyrillic: str, latin: str, table: str) -> None:
    assert table_of(cyrillic, latin) == table

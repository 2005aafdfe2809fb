"""Given names: which forms of the two languages and of Latin spelling are one name.

Each line has the forms of one name, the Ukrainian first; after the colon what people are called for
short or by a kindred name, which is enough for a proposal and never for a decision.
"""

from functools import lru_cache

from federation.naming.folding import readings

_MEN = """
Олександр Александр Alexander Alexandre Aleksander: Саша Сашко Олекса Олесь Шура Alex Sascha
Олексій Алексей Alexey Alexei Aleksej: Льоша Лёша Альоша Алёша Олекса Alex
Андрій Андрей Andrew Andreas: Андрійко Андрюша
Антон Антін Anthony Anton: Антоша Тоша
Анатолій Анатолий: Толя Толік Толик
Аркадій Аркадий: Аркаша
Арсен: Арсеній
Арсеній Арсений Арсентій: Арсен Сеня
Артем Артём: Тьома Тёма Артемій
Артемій Артемий: Артем
Артур Arthur:
Афанасій Афанасий Опанас Панас:
Богдан: Бодя Даня
Борис: Боря
Вадим: Вадік Вадик Дима
Валентин: Валік Валик Валя
Валерій Валерий: Валера
Василь Василий Basil: Вася Василько
В'ячеслав Вячеслав: Слава Славік
Веніамін Вениамин Benjamin: Веня
Віктор Виктор Victor: Вітя Витя
Віталій Виталий: Віталік Виталик
Владислав Wladyslaw: Влад Слава Владік
Володимир Владимир Vladimir: Вова Володя Влад
Всеволод: Сева
Гаврило Гавриил Гаврила Gabriel: Гаврік
Геннадій Геннадий: Гена
Георгій Георгий George Georg: Жора Гоша Юрій
Герман Herman: Гера
Гліб Глеб:
Гнат Ігнат Игнат Игнатий Ігнатій:
Гордій Гордей:
Григорій Григорий Gregory: Гриша Грицько
Давид David: Давід Додік
Данило Даниил Данил Даніїл Даніл Daniel: Даня Данько
Дем'ян Демьян Дем’ян Damian: Дем'янко
Денис Dennis Denys: Деня
Дмитро Дмитрий Димитрий Dimitri: Діма Дима Митя
Едуард Эдуард Edward: Едік Эдик
Ернест Эрнест Ernest:
Євген Евгений Eugene Eugen: Женя Жека
Єгор Егор: Георгій
Єлисей Елисей:
Єфим Ефим Юхим: Фіма
Жан Jean:
Захар Zachar: Захарій
Захарій Захарий: Захар
Зиновій Зиновий: Зіновій
Іван Иван: Ваня Івасик
Ігор Игорь Ihor: Гарік
Ілля Илья Elias: Ілюша
Іларіон Илларион:
Інокентій Иннокентий: Кеша
Йосип Иосиф Осип Joseph Josef: Йося
Казимир Казимір Kazimierz:
Кирило Кирилл Кирил Cyril:
Клим: Климент
Костянтин Константин Constantine: Костя
Кузьма: Козьма
Лаврентій Лаврентий:
Лев Leo: Льова Лёва Левко Леонід
Левко: Лев
Леонід Леонид Leonidas: Льоня Лёня
Леонтій Леонтий:
Любомир:
Лука Lucas Luke:
Макар:
Максим Maxim Maksym Maxime: Макс Max
Мар'ян Марьян Marian:
Марат:
Марк Марко Mark: Маркіян
Маркіян Маркиян: Марк
Мартин Martin:
Матвій Матвей Matthew: Мотя
Микита Никита: Нікіта
Микола Николай Миколай Nicholas Nikolas: Коля Миколка Ніколай
Мирон:
Мирослав: Мирко Слава
Михайло Михаил Michael Mychajlo: Міша Миша
Мойсей Моисей Moses:
Мстислав:
Назар: Назарій
Назарій Назарий: Назар
Натан Nathan:
Наум:
Нестор:
Олег Oleh: Олежка
Омелян Емельян Омельян:
Орест:
Остап: Євстафій
Павло Павел Paul: Паша Павлик
Пантелеймон Пантелей:
Петро Петр Пётр Peter: Петя Петрик
Пилип Филипп Філіп Philip Philipp: Філя
Платон:
Прохор:
Радомир:
Радислав:
Рафаїл Рафаил Raphael:
Ренат Рінат Ринат:
Ростислав: Слава Ростік
Родіон Родион:
Роман: Рома Ромко
Руслан: Русик
Рустам:
Савелій Савелий: Сава
Сава Савва: Савелій
Самійло Самуил Самуїл Samuel:
Святослав: Слава Свят
Северин:
Семен Семён Simon: Сеня
Сергій Сергей Serge: Сергійко Серёжа Сірьожа
Соломон:
Спартак:
Станіслав Станислав Stanislaus: Стас Слава
Степан: Стефан Стьопа Стёпа
Стефан Stephan Stephen: Степан
Тарас:
Тимофій Тимофей Timothy: Тима Тиміш
Тиміш: Тимофій
Тимур:
Тихон:
Трохим Трофим:
Устим Устин:
Федір Федор Фёдор Theodore: Федя
Феофан:
Феодосій Феодосий:
Фелікс Феликс Felix:
Харитон:
Христофор Christopher:
Юліан Юлиан Julian: Юлій
Юлій Юлий Julius:
Юрій Юрий: Юра Георгій
Юхим: Єфим
Яким Аким:
Яків Яков Jacob Jakob: Яша
Ян Jan:
Ярема Иеремия Єремія:
Яромир:
Ярослав Jaroslaw: Слава Ярік
"""

_WOMEN = """
Агата Агафья:
Аделіна Аделина:
Аліна Алина:
Аліса Алиса Alice:
Алла:
Альбіна Альбина:
Альона Алёна Алена: Олена
Анастасія Анастасия: Настя
Ангеліна Ангелина: Геля
Анжела Анжелика Анжеліка:
Антоніна Антонина: Тоня
Анна Ганна Anne: Аня Ганнуся Нюра
Аріна Арина: Ірина
Богдана:
Валентина: Валя
Валерія Валерия: Лера
Варвара Barbara: Варя
Василина:
Вероніка Вероника: Ніка
Вікторія Виктория Victoria: Віка Вика
Віолета Виолетта Віолетта:
Віра Вера:
Віталіна Виталина: Віта
Влада: Владислава
Владислава: Влада
Галина: Галя
Дана:
Дар'я Дарья Дарія Дария: Даша Дарина
Дарина: Дар'я
Діана Диана:
Діна Дина:
Ева Єва Eve:
Евеліна Эвелина:
Елеонора Элеонора: Нора
Еліна Элина:
Ельвіра Эльвира:
Емілія Эмилия Emily:
Євгенія Евгения Eugenia: Женя
Єлизавета Елизавета Elizabeth: Ліза Лиза
Єфросинія Ефросинья:
Жанна Jeanne:
Зінаїда Зинаида: Зіна
Злата:
Зоряна:
Зоя:
Іванна Иванна:
Ілона Илона:
Інга Инга:
Інеса Инесса:
Інна Инна:
Ірина Ирина Irene Irena: Іра Ярина Аріна
Ія Ия:
Каміла Камилла:
Карина Каріна:
Кароліна Каролина:
Катерина Екатерина Catherine Katharina: Катя
Кіра Кира:
Клавдія Клавдия:
Клара:
Крістіна Христина Кристина Christina: Христя
Ксенія Ксения Оксенія: Оксана Ксюша
Лада:
Лариса: Лара
Лейла:
Леся: Олеся Лариса
Лідія Лидия: Ліда
Лілія Лилия Ліля: Ліліана
Ліна Лина:
Любов Любовь: Люба
Людмила: Люда Міла
Маргарита Margaret: Рита
Маріанна Марианна Мар'яна Марьяна:
Марина: Маріна
Марія Мария Марья Mary: Маша Маруся
Марта:
Меланія Мелания: Маланка
Мирослава:
Мілана Милана:
Надія Надежда: Надя
Наталія Наталья Наталя Наталия Natalie: Наташа
Неля Неллі Нелли:
Ніна Нина:
Ніка Ника: Вероніка
Нонна:
Оксана: Ксенія
Олександра Александра: Саша Леся Шура
Олена Елена Helen Helena: Лена Альона
Олеся: Леся Олександра
Ольга: Оля
Павліна Павлина:
Поліна Полина: Поля Павліна
Раїса Раиса: Рая
Регіна Регина:
Римма Рима:
Роксолана: Роксана
Роксана:
Руслана:
Сабіна Сабина:
Світлана Светлана: Света Світлана Лана
Серафима: Сіма
Снежана Сніжана:
Соломія Соломия:
Софія Софья София Sophie Sophia: Соня
Стефанія Стефания: Стефа
Таїсія Таисия: Тая
Тамара: Тома
Тетяна Татьяна: Таня
Уляна Ульяна Juliana:
Фаїна Фаина:
Феодосія Феодосия:
Юліанна Юлианна:
Юлія Юлия Julia Julie: Юля
Юстина:
Яна:
Ярина: Ірина
Ярослава:
"""


def _table(text: str) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Reading → names it is a form of, and reading → names it is short for or kindred to."""
    forms: dict[str, set[str]] = {}
    kindred: dict[str, set[str]] = {}
    for line in text.split("\n"):
        own, _, near = line.partition(":")
        if not own:
            continue
        name = readings(own.split()[0])[0]
        for words, table in ((own, forms), (near, kindred)):
            for word in words.split():
                for reading in readings(word)[:1]:
                    table.setdefault(reading, set()).add(name)
    return (
        {reading: frozenset(names) for reading, names in forms.items()},
        {reading: frozenset(names) for reading, names in kindred.items()},
    )


_FORMS, _KINDRED = _table(_MEN + _WOMEN)
_MEN_FORMS, _ = _table(_MEN)


def _reversed(table: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    forms: dict[str, set[str]] = {}
    for reading, names in table.items():
        for name in names:
            forms.setdefault(name, set()).add(reading)
    return {name: frozenset(found) for name, found in forms.items()}


_FORMS_OF = _reversed(_FORMS)


def forms_of(name: str) -> frozenset[str]:
    """The readings of every full form of a name; none of a name that is not known."""
    return _FORMS_OF.get(name, frozenset())


@lru_cache(maxsize=1 << 14)
def names_of(word: str) -> frozenset[str]:
    """The names of which a word is a full form; empty for a word that is no known given name."""
    return frozenset().union(*(_FORMS.get(reading, ()) for reading in readings(word)))


@lru_cache(maxsize=1 << 14)
def kindred_of(word: str) -> frozenset[str]:
    """The names for which a word stands for short, or with which it is often exchanged."""
    return frozenset().union(*(_KINDRED.get(reading, ()) for reading in readings(word)))


def names_of_men() -> dict[str, frozenset[str]]:
    """Reading of each form of a man's name → the names it is a form of."""
    return _MEN_FORMS

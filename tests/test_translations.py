"""The interface in Ukrainian and Russian: nothing missing, left over, or still in English."""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation.template import templatize

from federation.models import User
from qualifications.engine import regulation_for
from qualifications.engine.verdict import Outcome, Reason
from qualifications.grades import SCHEME
from qualifications.models import RatingPeriod
from qualifications.wording import points_words, reason_sentence
from qualifications.work_lists import LISTS
from tests import world
from tests.samples import round_robin
from tournaments.forms import EventForm
from tournaments.models import Event

LANGUAGES = ("uk", "ru")
each_language = pytest.mark.parametrize("language", LANGUAGES)

Key = tuple[str | None, str, str]
"""Context, words, plural words."""


def catalogue(language: str, ending: str = "po") -> polib.POFile:
    path = settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / f"django.{ending}"
    return polib.mofile(str(path)) if ending == "mo" else polib.pofile(str(path))


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(words: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[sd]", words))


# --- the catalogues -----------------------------------------------------------------------------


@each_language
def test_no_entry_is_empty_doubtful_or_obsolete(language: str) -> None:
    entries = catalogue(language)
    assert [e.msgid for e in entries if e.obsolete] == []
    assert [e.msgid for e in entries if "fuzzy" in e.flags] == []
    assert [e.msgid for e in entries if not all(translations(e))] == []


@each_language
def test_every_plural_has_three_forms(language: str) -> None:
    entries = catalogue(language)
    assert entries.metadata["Plural-Forms"].startswith("nplurals=3;")
    wrong = [e.msgid for e in entries if e.msgid_plural and len(translations(e)) != 3]
    assert wrong == []


@each_language
def test_placeholders_are_those_of_the_source(language: str) -> None:
    wrong = [
        (entry.msgid, words)
        for entry in catalogue(language)
        for words in translations(entry)
        if placeholders(words) != placeholders(entry.msgid) | placeholders(entry.msgid_plural)
    ]
    assert wrong == []


@each_language
def test_markup_is_that_of_the_source(language: str) -> None:
    def tags(words: str) -> list[str]:
        return re.findall(r"<[^>]+>", words)

    wrong = [
        words
        for entry in catalogue(language)
        for words in translations(entry)
        if tags(words) != tags(entry.msgid_plural or entry.msgid)
    ]
    assert wrong == []


@each_language
def test_quotes_and_apostrophes_are_those_of_the_language(language: str) -> None:
    wrong = [
        words
        for entry in catalogue(language)
        for words in translations(entry)
        if re.search("['\"“”`]", re.sub("<[^>]+>", "", words))
    ]
    assert wrong == []


@each_language
def test_a_sentence_stays_a_sentence(language: str) -> None:
    """It ends as in the source: with a full stop or a colon, or without one."""
    years = ("р. н.", "г. р.")
    wrong = [
        (entry.msgid, words)
        for entry in catalogue(language)
        for words in translations(entry)
        if entry.msgid[-1] != "?"
        and (entry.msgid[-1] in ".:") != (words[-1] in ".:?" and not words.endswith(years))
    ]
    assert wrong == []


@each_language
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    """Run `make messages` when this fails."""
    written = {key(e): translations(e) for e in catalogue(language)}
    compiled = {key(e): translations(e) for e in catalogue(language, "mo")}
    assert compiled == written


def test_both_languages_translate_the_same() -> None:
    uk, ru = ({key(e) for e in catalogue(language)} for language in LANGUAGES)
    assert uk == ru


# --- the sources --------------------------------------------------------------------------------

SHAPES = {  # what the positional arguments of each function are: context, words, plural words
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
CALL = re.compile(r"\b(_|n?p?gettext)\(")
LITERAL = re.compile(r"""\s*u?('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*(,?)""", re.DOTALL)
LEFT_OUT = {".venv", "tests", "bench", "staticfiles", "artefacts"}


def sources(ending: str) -> Iterator[Path]:
    for path in sorted(settings.BASE_DIR.rglob(f"*{ending}")):
        if path.relative_to(settings.BASE_DIR).parts[0] not in LEFT_OUT:
            yield path


def key_of_call(function: str, arguments: list[str]) -> Key:
    context, words, plural = SHAPES[function]
    return (
        None if context is None else arguments[context],
        arguments[words],
        "" if plural is None else arguments[plural],
    )


def keys_of_python(source: str) -> Iterator[Key]:
    """Calls of Django's translation functions with literal words, whatever they are called here."""
    tree = ast.parse(source)
    names = {
        alias.asname or alias.name: re.sub("_(lazy|noop)$", "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        function = names.get(node.func.id)
        values = [a.value for a in node.args if isinstance(a, ast.Constant)]
        literals = [value for value in values if isinstance(value, str)]
        if function in SHAPES and literals:
            yield key_of_call(function, literals)


def keys_of_template(source: str) -> Iterator[Key]:
    """The same for a template, which Django itself turns into calls."""
    code = templatize(source)
    for call in CALL.finditer(code):
        arguments, at, more = [], call.end(), True
        while more and (literal := LITERAL.match(code, at)):
            arguments.append(ast.literal_eval(literal[1]))
            at, more = literal.end(), bool(literal[2])
        yield key_of_call("gettext" if call[1] == "_" else call[1], arguments)


@cache
def keys_of_sources() -> frozenset[Key]:
    found: set[Key] = set()
    for path in sources(".py"):
        found |= set(keys_of_python(path.read_text()))
    for path in (*sources(".html"), *sources(".txt")):
        found |= set(keys_of_template(path.read_text()))
    return frozenset(found)


def merged(keys: frozenset[Key]) -> set[Key]:
    """As gettext has it: words used both with and without a plural are one entry with a plural."""
    plurals = {(context, words) for context, words, plural in keys if plural}
    return {k for k in keys if k[2] or k[:2] not in plurals}


def test_the_scan_understands_python() -> None:
    source = (
        "from django.utils.translation import gettext as _, ngettext_lazy, pgettext\n"
        "_('a ' 'b'); ngettext_lazy('c', 'd', 'count'); pgettext('of e', 'e'); _(name)\n"
        "other('f')\n"
    )
    found = set(keys_of_python(source))
    assert found == {(None, "a b", ""), (None, "c", "d"), ("of e", "e", "")}


def test_the_scan_understands_templates() -> None:
    source = (
        '{% load i18n %}{% translate \'a\' %}{% translate "b" context "of b" as b %}'
        "{% blocktranslate trimmed count n=n %}c {{ n }}\n {% plural %}d {{ n }}"
        "{% endblocktranslate %}{% if x == _('e') %}{% endif %}"
        "{% blocktranslate with q=q %}f “{{ q }}”{% endblocktranslate %}"
    )
    found = set(keys_of_template(source))
    assert found == {
        (None, "a", ""),
        ("of b", "b", ""),
        (None, "c %(n)s", "d %(n)s"),
        (None, "e", ""),
        (None, "f “%(q)s”", ""),
    }


@each_language
def test_the_catalogue_has_the_words_of_the_sources(language: str) -> None:
    """Run `make messages` and translate what is new when this fails."""
    catalogued = {key(e) for e in catalogue(language)}
    used = merged(keys_of_sources())
    assert sorted(map(str, used - catalogued)) == []
    assert sorted(map(str, catalogued - used)) == []


# --- what people see ----------------------------------------------------------------------------


class Words(HTMLParser):
    """Texts and spoken attributes of a page, without those said to be in another language."""

    SPOKEN = ("title", "alt", "placeholder", "aria-label", "data-label")
    SINGLE = ("meta", "link", "input", "img", "br", "hr", "line", "polyline", "circle", "path")

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = given.get("lang", self.language) != self.language or tag in ("script", "style")
        if tag not in self.SINGLE:
            self.open.append((tag, foreign))
        if not foreign and not self.abroad:
            self.found += [given[name] or "" for name in self.SPOKEN if name in given]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.abroad:
            self.found.append(data)

    @property
    def abroad(self) -> bool:
        return any(foreign for _tag, foreign in self.open)


def words_of(client: Client, url: str, language: str, status: int = 200) -> list[str]:
    response = client.get(url, headers={"accept-language": language})
    assert response.status_code == status, url
    reader = Words(language)
    reader.feed(response.content.decode())
    return [" ".join(found.split()) for found in reader.found if found.strip()]


LONG = 25
"""Source words longer than this are looked for inside texts, shorter ones as whole texts."""


@cache
def english_of(language: str) -> dict[str, re.Pattern[str]]:
    """Source words longer than three letters that the language says otherwise."""
    found = {}
    for entry in catalogue(language):
        for source in filter(None, (entry.msgid, entry.msgid_plural)):
            parts = re.split(r"%\(\w+\)[sd]", re.sub("<[^>]+>", "", source))
            if len(re.findall("[a-zA-Z]", "".join(parts))) > 3 and source not in translations(
                entry
            ):
                anything = ".+?" if len(source) > LONG else r"\S+(?: \S+)?"
                found[source] = re.compile(anything.join(re.escape(part) for part in parts))
    return found


def english(words: list[str], language: str) -> list[str]:
    """Source words that stand on a page: a whole text, or a long sentence inside one."""
    return [
        source
        for source, pattern in english_of(language).items()
        if any(
            pattern.search(text) if len(source) > 25 else pattern.fullmatch(text) for text in words
        )
    ]


PUBLIC = (
    "home",
    "login",
    "player-list",
    "player-card",
    "verdict-list",
    "event-list",
    "event-detail",
    "rating-lists",
    "rating-list",
    "rating-line",
    "region-list",
    "region",
    "how-ranks-work",
    "regulation",
)


@pytest.fixture
def addresses(published_lists: list[RatingPeriod], admitted_event: Event) -> dict[str, str]:
    """Every public page, with something to show."""
    entry = admitted_event.entries.get(number=1)
    day = published_lists[-1].list_on.isoformat()
    arguments: dict[str, list[object]] = {
        "player-card": [entry.player_id],
        "verdict-list": [entry.player_id, admitted_event.pk],
        "event-detail": [admitted_event.pk],
        "rating-list": [day],
        "rating-line": [day, entry.player_id],
        "region": ["SUM"],
        "regulation": [regulation_for(SCHEME, on=world.TODAY).edition],
    }
    return {name: reverse(name, args=arguments.get(name, [])) for name in PUBLIC}


def test_a_page_left_in_english_is_noticed() -> None:
    assert english(["Sign in", "Увійти"], "uk") == ["Sign in"]
    assert english(["3 розряди", "Мар’яна Sign"], "uk") == []
    assert "%(grade)s, for life." in english(["I розряд, for life."], "uk")


@each_language
def test_public_pages_have_no_english(
    client: Client, clock: object, addresses: dict[str, str], language: str
) -> None:
    left = {n: english(words_of(client, url, language), language) for n, url in addresses.items()}
    assert left == {name: [] for name in PUBLIC}


@each_language
def test_a_missing_page_has_no_english(client: Client, db: None, language: str) -> None:
    assert english(words_of(client, "/players/0/", language, status=404), language) == []


@each_language
def test_the_pages_of_the_desk_have_no_english(
    client: Client, clock: object, clerk: User, submitted_event: Event, member: User, language: str
) -> None:
    client.force_login(clerk)
    draft = world.prepare_event(round_robin(seed=7), user=clerk)
    pages = [
        reverse("desk"),
        reverse("event-new"),
        reverse("event-edit", args=[draft.pk]),
        reverse("event-upload", args=[draft.pk]),
        reverse("event-review", args=[draft.pk]),
    ]
    left = {url: english(words_of(client, url, language), language) for url in pages}
    client.force_login(member)
    known = submitted_event.entries.exclude(player__region=None).earliest("number").player
    for url in (
        reverse("desk"),
        reverse("event-admit", args=[submitted_event.pk]),
        *(f"{reverse('deadline-list')}?kind={kind}" for kind in LISTS),
        reverse("contact-edit", args=[known.pk]),
        f"{reverse('player-card', args=[known.pk])}?on=2026-05-01&known=2026-06-01",
    ):
        left[f"member {url}"] = english(words_of(client, url, language), language)
    assert {url: found for url, found in left.items() if found} == {}


@pytest.mark.parametrize(
    ("language", "asked", "refused"),
    [
        ("uk", "назва", "Це поле обов'язкове."),
        ("ru", "название", "Обязательное поле."),
    ],
)
def test_forms_speak_the_language_of_the_reader(
    reference: None, language: str, asked: str, refused: str
) -> None:
    """The label is ours, the refusal is Django's own."""
    with translation.override(language):
        form = EventForm({}, commission=world.commission())
        assert str(form.fields["name"].label).lower() == asked
        assert form.errors["name"] == [refused]


@pytest.mark.parametrize(
    ("language", "half_points", "words"),
    [
        ("uk", 1, "пів очка"),
        ("uk", 2, "1 очко"),
        ("uk", 4, "2 очки"),
        ("uk", 10, "5 очок"),
        ("uk", 15, "7½ очка"),
        ("uk", 22, "11 очок"),
        ("ru", 1, "пол-очка"),
        ("ru", 2, "1 очко"),
        ("ru", 4, "2 очка"),
        ("ru", 10, "5 очков"),
        ("ru", 15, "7½ очка"),
        ("ru", 42, "21 очко"),
    ],
)
def test_points_in_words(language: str, half_points: int, words: str) -> None:
    with translation.override(language):
        assert points_words(half_points) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("uk", "Коефіцієнт турніру — не більше 2,00."),
        ("ru", "Коэффициент турнира — не больше 2,00."),
        ("en", "The coefficient of the tournament is at most 2.00."),
    ],
)
def test_decimals_in_sentences(language: str, words: str) -> None:
    """As in the tables of the same page."""
    reason = Reason(
        check="first_place_coefficient",
        article="UA.R1.1",
        outcome=Outcome.MET,
        required={"highest": Decimal("2.00")},
        measured={"coefficient": Decimal("1.50")},
    )
    with translation.override(language):
        assert reason_sentence(reason).requirement == words

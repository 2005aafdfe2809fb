"""The layers of the registry, its one clock, its integers and its ledger: held by reading source.

Each check is a function from a module's path and text to the places where it is broken, so that
each is also tried on a bad example.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("federation", "tournaments", "qualifications")
PURE = ("qualifications.engine", "tournaments.formats", "federation.naming")
ADDS_WITH = {
    "qualifications.engine": frozenset({"numpy"}),
    "federation.naming": frozenset({"rapidfuzz"}),
    "tournaments.formats": frozenset({"lxml", "xlrd", "xlsxwriter"}),
}
LAYERS = (
    ("models", "grades"),
    ("law",),
    ("selectors", "facts", "access"),
    ("services", "rating_run", "review"),
    ("tasks", "forms", "filters", "views", "management", "admin", "urls"),
)
"""Inside an app a module imports from its own layer or an earlier one."""
INLINE_IMPORTS = {
    "manage.py": "settings are named before Django is imported",
}

Check = Callable[[str, str], Iterator[str]]


def modules() -> list[tuple[str, str]]:
    """Path and text of every module of the registry, tests and migrations left out."""
    paths = [ROOT / "manage.py", *(p for app in APPS for p in (ROOT / app).rglob("*.py"))]
    return [
        (str(path.relative_to(ROOT)), path.read_text())
        for path in sorted(paths)
        if "migrations" not in path.parts
    ]


def templates() -> list[tuple[str, str]]:
    found = sorted((ROOT / "templates").rglob("*.html"))
    return [(str(path.relative_to(ROOT)), path.read_text()) for path in found]


def dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def inside(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def imports(path: str, source: str) -> Iterator[tuple[ast.stmt, str]]:
    """Every imported module with its statement; `from a import b` counts as a.b."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = dotted(path).split(".")
                keep = len(parts) - node.level + path.endswith("__init__.py")
                base = ".".join([*parts[:keep], *([base] if base else [])])
            yield from ((node, f"{base}.{alias.name}") for alias in node.names)


# --- who may import whom ------------------------------------------------------------------------


def pure_packages_import_nothing(path: str, source: str) -> Iterator[str]:
    """The engine, the readers and the matching know the standard library and themselves.

    The engine also adds with numpy, where there are a million games; names are compared by
    RapidFuzz; bytes become cells, and cells bytes, by parsers of files.
    """
    for package in PURE:
        if inside(dotted(path), package):
            known = sys.stdlib_module_names | ADDS_WITH.get(package, frozenset())
            for node, name in imports(path, source):
                if not inside(name, package) and name.split(".")[0] not in known:
                    yield f"{path}:{node.lineno} imports {name}"


def apps_import_leftwards(path: str, source: str) -> Iterator[str]:
    """federation < tournaments < qualifications; `federation.urls` names the pages of all."""
    app = path.split("/")[0]
    if app not in APPS or path == "federation/urls.py":
        return
    for node, name in imports(path, source):
        other = name.split(".")[0]
        if other in APPS and APPS.index(other) > APPS.index(app):
            yield f"{path}:{node.lineno} imports {name}"


def layer_of(module: str) -> int | None:
    """Which of LAYERS a module of an app belongs to, by the first name below the app."""
    parts = module.split(".")
    below = parts[1] if len(parts) > 1 else ""
    return next((number for number, names in enumerate(LAYERS) if below in names), None)


def layers_import_downwards(path: str, source: str) -> Iterator[str]:
    """models < selectors, facts < services, rating_run < tasks, forms, views, commands."""
    app, own = path.split("/")[0], layer_of(dotted(path))
    if own is None or app not in APPS:
        return
    for node, name in imports(path, source):
        other = layer_of(name)
        if name.split(".")[0] == app and other is not None and other > own:
            yield f"{path}:{node.lineno} imports {name}"


ASKS_THE_ENGINE = (
    *("qualifications/engine", "qualifications/law.py", "qualifications/casefiles"),
    *("qualifications/factfiles", "qualifications/management/commands"),
)
"""Who may ask the engine itself: files of facts are judged by the edition as it stands."""


def law_is_read_as_decided(path: str, source: str) -> Iterator[str]:
    """Everybody else asks `qualifications.law`, which knows how the commission reads it."""
    if path.startswith(ASKS_THE_ENGINE):
        return
    for node, name in imports(path, source):
        if name.rsplit(".", 1)[-1] in ("regulation_for", "regulation_for_event"):
            yield f"{path}:{node.lineno} imports {name}"


def no_signals(path: str, source: str) -> Iterator[str]:
    """What follows from what is a call that the eye can follow."""
    for node, name in imports(path, source):
        if re.search(r"(^|\.)(signals|dispatch)(\.|$)", name):
            yield f"{path}:{node.lineno} imports {name}"


def imports_stand_at_the_top(path: str, source: str) -> Iterator[str]:
    if path in INLINE_IMPORTS:
        return
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield f"{path}:{node.lineno} imports inside {function.name}"


# --- the clock, the integers, the ledger --------------------------------------------------------

CLOCKS = frozenset({"today", "now", "utcnow", "localdate", "time", "time_ns"})


def one_clock(path: str, source: str) -> Iterator[str]:
    """Only federation/dates.py asks what day it is; models have no auto_now."""
    if path == "federation/dates.py":
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS and _is_clock(node.value):
            yield f"{path}:{node.lineno} {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and ast.unparse(node) == "timezone.localtime()":
            yield f"{path}:{node.lineno} timezone.localtime()"
        elif isinstance(node, ast.keyword) and node.arg in ("auto_now", "auto_now_add"):
            yield f"{path}:{node.lineno} {node.arg}"
    for node, name in imports(path, source):
        if name in ("django.utils.timezone.now", "django.utils.timezone.localdate", "time.time"):
            yield f"{path}:{node.lineno} imports {name}"


def _is_clock(node: ast.expr) -> bool:
    return ast.unparse(node).split(".")[-1] in ("date", "datetime", "timezone", "time")


JOINS_PATHS = frozenset({"qualifications/engine/loading.py"})
"""There `/` joins the names of files."""


def engine_counts_in_integers(path: str, source: str) -> Iterator[str]:
    """No float in the engine: no literal, no float(), no round(), no / of what may be two ints.

    Division is for `Fraction` and `Decimal`: one side must be such a call, or the whole is.
    """
    if not inside(dotted(path), "qualifications.engine"):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"{path}:{node.lineno} {node.value}"
        elif isinstance(node, ast.Name) and node.id == "float":
            yield f"{path}:{node.lineno} float"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "round":
            yield f"{path}:{node.lineno} round()"
        elif path in JOINS_PATHS:
            continue
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
            if not any(_is_exact(side) for side in sides):
                yield f"{path}:{node.lineno} {ast.unparse(node)}"


def _is_exact(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("Fraction", "Decimal")


LEDGER_SQL = re.compile(r"(?i)(update|delete from)\s+\W?qualifications_ledger")
WRITES = frozenset({"update", "delete", "bulk_update", "update_or_create", "_raw_delete"})


def ledger_is_only_added_to(path: str, source: str) -> Iterator[str]:
    """No update or delete that begins at LedgerEntry or at a relation to it, and no SQL on it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            chain = ast.unparse(node.func.value)
            if node.func.attr in WRITES and re.search(r"\bLedgerEntry\b|\.ledger\b", chain):
                yield f"{path}:{node.lineno} {chain}.{node.func.attr}()"
        elif isinstance(node, ast.Constant) and LEDGER_SQL.search(str(node.value)):
            yield f"{path}:{node.lineno} SQL on the ledger"


_ADDING = ("bulk_create", "create", "get_or_create", "update_or_create", "add", "save")
ADDS = frozenset({*_ADDING, *(f"a{name}" for name in _ADDING)})
LEDGER_INSERT = re.compile(r"(?i)insert into\s+\W?qualifications_ledger")


def ledger_has_one_writer(path: str, source: str) -> Iterator[str]:
    """Rows are made by services and stored by `ledger_append`, which refuses contradictions.

    Nobody else adds through LedgerEntry, through a relation to it, by saving a row, or by SQL.
    """
    if path == "qualifications/services/ledger.py":
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            chain = ast.unparse(node.func.value)
            if node.func.attr in ADDS and re.search(r"\bLedgerEntry\b|\.(ledger|lines)$", chain):
                yield f"{path}:{node.lineno} {chain}.{node.func.attr}()"
        elif isinstance(node, ast.Constant) and LEDGER_INSERT.search(str(node.value)):
            yield f"{path}:{node.lineno} SQL on the ledger"


def no_print(path: str, source: str) -> Iterator[str]:
    """Commands write to self.stdout, everything else to the log."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            yield f"{path}:{node.lineno} print()"


MODULE_CHECKS: tuple[Check, ...] = (
    pure_packages_import_nothing,
    apps_import_leftwards,
    layers_import_downwards,
    law_is_read_as_decided,
    no_signals,
    imports_stand_at_the_top,
    one_clock,
    engine_counts_in_integers,
    ledger_is_only_added_to,
    ledger_has_one_writer,
    no_print,
)

# --- templates ----------------------------------------------------------------------------------

INLINE = re.compile(
    r"<style\b|<script\b(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:",
    re.IGNORECASE,
)
FOREIGN = re.compile(
    r"""<(?:script|img|link|iframe|source|audio|video|embed|object|use)\b[^>]*
        \b(?:src|href|srcset|data)\s*=\s*["']?\s*(?:https?:)?//""",
    re.IGNORECASE | re.VERBOSE,
)


def nothing_inline(path: str, source: str) -> Iterator[str]:
    """The content security policy allows no inline script or style."""
    yield from (f"{path} {found.group().strip()}" for found in INLINE.finditer(source))


def assets_are_ours(path: str, source: str) -> Iterator[str]:
    yield from (f"{path} {found.group().strip()}" for found in FOREIGN.finditer(source))


TEMPLATE_CHECKS: tuple[Check, ...] = (nothing_inline, assets_are_ours)

# --- the tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("check", MODULE_CHECKS, ids=lambda check: check.__name__)
def test_modules(check: Check) -> None:
    assert [place for path, source in modules() for place in check(path, source)] == []


@pytest.mark.parametrize("check", TEMPLATE_CHECKS, ids=lambda check: check.__name__)
def test_templates(check: Check) -> None:
    assert [place for path, source in templates() for place in check(path, source)] == []


def test_every_app_is_walked() -> None:
    walked = {path for path, _source in modules()}
    assert {"qualifications/engine/ratings.py", "tournaments/formats/trf.py"} <= walked
    assert {f"{app}/models.py" for app in APPS[:2]} <= walked
    assert "templates/base.html" in {path for path, _source in templates()}


@pytest.mark.parametrize(
    ("check", "path", "bad"),
    [
        (pure_packages_import_nothing, "qualifications/engine/x.py", "import django"),
        (
            pure_packages_import_nothing,
            "qualifications/engine/x.py",
            "from federation import dates",
        ),
        (pure_packages_import_nothing, "tournaments/formats/x.py", "import chardet"),
        (pure_packages_import_nothing, "tournaments/formats/x.py", "import numpy"),
        (pure_packages_import_nothing, "tournaments/formats/x.py", "from .. import models"),
        (pure_packages_import_nothing, "tournaments/formats/x.py", "def f():\n import redis"),
        (apps_import_leftwards, "federation/x.py", "import tournaments.models"),
        (apps_import_leftwards, "tournaments/x.py", "from qualifications import engine"),
        (layers_import_downwards, "tournaments/models.py", "from tournaments import services"),
        (layers_import_downwards, "tournaments/services.py", "from tournaments.views import a"),
        (
            layers_import_downwards,
            "qualifications/facts.py",
            "from qualifications.rating_run import a",
        ),
        (layers_import_downwards, "qualifications/services/a.py", "import qualifications.tasks"),
        (
            law_is_read_as_decided,
            "qualifications/views/x.py",
            "from qualifications.engine import regulation_for",
        ),
        (no_signals, "federation/x.py", "from django.db.models.signals import post_save"),
        (no_signals, "federation/x.py", "from django.dispatch import receiver"),
        (imports_stand_at_the_top, "federation/x.py", "def f():\n    import json"),
        (one_clock, "federation/x.py", "date.today()"),
        (one_clock, "federation/x.py", "datetime.datetime.now()"),
        (one_clock, "federation/x.py", "dt = datetime.utcnow"),
        (one_clock, "federation/x.py", "timezone.now()"),
        (one_clock, "federation/x.py", "timezone.localdate()"),
        (one_clock, "federation/x.py", "timezone.localtime()"),
        (one_clock, "federation/x.py", "from django.utils.timezone import now"),
        (one_clock, "federation/x.py", "models.DateTimeField(auto_now_add=True)"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "half = 0.5"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "float(3)"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "round(a)"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "total / games"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "total /= games"),
        (ledger_is_only_added_to, "federation/x.py", "LedgerEntry.objects.filter(a=1).update(b=2)"),
        (ledger_is_only_added_to, "federation/x.py", "LedgerEntry.objects.all().delete()"),
        (ledger_is_only_added_to, "federation/x.py", "LedgerEntry.objects.bulk_update(rows, [])"),
        (ledger_is_only_added_to, "federation/x.py", "player.ledger.all().delete()"),
        (ledger_is_only_added_to, "federation/x.py", "'DELETE FROM qualifications_ledgerentry'"),
        (ledger_has_one_writer, "federation/x.py", "LedgerEntry.objects.create(a=1)"),
        (ledger_has_one_writer, "qualifications/x.py", "LedgerEntry.objects.using(a).acreate()"),
        (ledger_has_one_writer, "qualifications/x.py", "LedgerEntry(grade='ua.gm').save()"),
        (ledger_has_one_writer, "qualifications/x.py", "player.ledger.bulk_create(rows)"),
        (ledger_has_one_writer, "qualifications/x.py", "decision.lines.create(a=1)"),
        (ledger_has_one_writer, "qualifications/x.py", "'INSERT INTO qualifications_ledgerentry'"),
        (no_print, "federation/x.py", "print('here')"),
        (nothing_inline, "x.html", "<style>p {}</style>"),
        (nothing_inline, "x.html", "<script>alert(1)</script>"),
        (nothing_inline, "x.html", '<p style="color: red">'),
        (nothing_inline, "x.html", '<a onclick="go()">'),
        (assets_are_ours, "x.html", '<script src="https://cdn.example/x.js">'),
        (assets_are_ours, "x.html", '<link rel="stylesheet" href="//cdn.example/x.css">'),
        (assets_are_ours, "x.html", '<img alt="" src="http://example.org/x.png">'),
    ],
)
def test_a_bad_example_is_seen(check: Check, path: str, bad: str) -> None:
    assert len(list(check(path, bad))) == 1


@pytest.mark.parametrize(
    ("check", "path", "good"),
    [
        (pure_packages_import_nothing, "qualifications/engine/x.py", "from .facts import Entry"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "Fraction(total) / games"),
        (engine_counts_in_integers, "qualifications/engine/x.py", "total // games"),
        (one_clock, "federation/x.py", "from federation import dates\ndates.today()"),
        (ledger_is_only_added_to, "federation/x.py", "event.arbiters.all().delete()"),
        (nothing_inline, "x.html", "<script src=\"{% static 'js/site.js' %}\" defer></script>"),
        (assets_are_ours, "x.html", '<a href="https://fide.com/">FIDE</a>'),
    ],
)
def test_a_good_example_passes(check: Check, path: str, good: str) -> None:
    assert list(check(path, good)) == []

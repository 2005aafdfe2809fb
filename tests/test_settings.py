"""Production refuses to start half configured, and what it serves is locked down."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from federation.requests import client_address
from federation.settings.env import databases, sqlite

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "federation.settings.production",
    "SECRET_KEY": "a-long-and-quite-random-secret-" * 2,
    "DATABASE_URL": "postgres://registry:secret@127.0.0.1:5432/registry",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "ALLOWED_HOSTS": "registry.example.org",
}


def start(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    """manage.py in a process that has this environment and nothing else of ours."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"])
def test_production_does_not_start_without(name: str) -> None:
    done = start({k: v for k, v in PRODUCTION.items() if k != name}, "check")
    assert done.returncode == 1
    assert last_line(done) == (
        f"django.core.exceptions.ImproperlyConfigured: Set the {name} environment variable"
    )


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"])
def test_production_does_not_start_with_an_empty(name: str) -> None:
    done = start(PRODUCTION | {name: ""}, "check")
    assert done.returncode == 1
    assert last_line(done) == (
        f"django.core.exceptions.ImproperlyConfigured: The {name} environment variable is empty."
    )


def test_production_does_not_start_on_sqlite() -> None:
    done = start(PRODUCTION | {"DATABASE_URL": "sqlite:///registry.sqlite3"}, "check")
    assert done.returncode == 1
    assert last_line(done) == (
        "django.core.exceptions.ImproperlyConfigured: "
        "DATABASE_URL must name a PostgreSQL database (postgres://…)."
    )


def test_production_wants_a_long_secret() -> None:
    done = start(PRODUCTION | {"SECRET_KEY": "short"}, "check")
    assert done.returncode == 1
    assert last_line(done) == (
        "django.core.exceptions.ImproperlyConfigured: "
        "SECRET_KEY must be at least 50 characters long."
    )


def test_production_passes_the_deployment_check() -> None:
    done = start(PRODUCTION, "check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "System check identified no issues (1 silenced).\n"


def test_letters_go_where_the_environment_says() -> None:
    names = "s.EMAIL_BACKEND, s.EMAIL_HOST, s.SITE_ADDRESS"
    ask = f"from django.conf import settings as s; print({names})"
    mail = {"EMAIL_URL": "smtp+tls://registry:secret@mail.example.org:587"}
    said = [start(PRODUCTION | given, "shell", "-v", "0", "-c", ask) for given in ({}, mail)]
    backends = "django.core.mail.backends"
    assert [done.stdout.strip() for done in said] == [
        f"{backends}.console.EmailBackend None https://registry.example.org",
        f"{backends}.smtp.EmailBackend mail.example.org https://registry.example.org",
    ]


def test_nothing_is_needed_for_the_default_settings() -> None:
    done = start({}, "check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.django_db
def test_headers_of_a_page(client: Client) -> None:
    response = client.get("/accounts/login/")
    policy = dict(
        directive.split(" ", 1) for directive in response["Content-Security-Policy"].split("; ")
    )
    assert policy == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    assert {
        name: response[name]
        for name in ("X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy")
    } == {
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
    }


@pytest.mark.django_db
def test_another_host_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("", "10.0.0.1"),
        ("203.0.113.7", "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"),  # the first is the client's own word
        ("203.0.113.7:51442", "203.0.113.7"),
        ("[2001:DB8::7]:443", "2001:db8::7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("<script>alert(1)</script>", "10.0.0.1"),
        ("203.0.113.7'; DROP TABLE--", "10.0.0.1"),
        ("1" * 5000, "10.0.0.1"),
    ],
)
def test_behind_a_proxy_the_last_hop_is_the_client(rf, forwarded, address):
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", **headers)
    assert client_address(request) == address


def test_a_named_sqlite_database_stands_two_writers_as_well(monkeypatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:////var/lib/registry.sqlite3")
    [named] = databases("registry.sqlite3").values()
    assert (str(named["NAME"]), named["OPTIONS"]) == (
        "/var/lib/registry.sqlite3",
        sqlite("registry.sqlite3")["OPTIONS"],
    )

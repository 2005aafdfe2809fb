"""The only place that reads the process environment."""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = environ.Env()


def sqlite(name: str) -> dict:
    """A SQLite database that stands two writers: see docs/decisions/0003-databases.md."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": BASE_DIR / name,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def databases(default_sqlite: str) -> dict:
    """What DATABASE_URL names, PostgreSQL as a rule; else a SQLite file beside manage.py."""
    if env.str("DATABASE_URL", default=""):
        named = env.db("DATABASE_URL")
        if named["ENGINE"] == "django.db.backends.sqlite3":
            return {"default": sqlite(named["NAME"])}
        return {"default": named | {"CONN_MAX_AGE": 60}}
    return {"default": sqlite(default_sqlite)}

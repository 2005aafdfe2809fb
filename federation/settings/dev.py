"""The default: SQLite, tasks in the process, nothing to configure. Not for the open internet."""

from federation.settings.base import *
from federation.settings.env import databases, env

DEBUG = env.bool("DEBUG", default=True)
SECRET_KEY = "for-this-machine-only-never-in-production-0123456789abcdef"  # noqa: S105
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
DATABASES = databases("registry.sqlite3")

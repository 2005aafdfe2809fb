"""For pytest: quick password hashes, no login throttle, plain static files."""

from federation.settings.base import *
from federation.settings.env import databases

DEBUG = False
SECRET_KEY = "only-for-tests"  # noqa: S105
LANGUAGE_CODE = "en"  # tests read the source words; tests/test_translations.py reads the others
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
DATABASES = databases("test.sqlite3")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
INSTALLED_APPS = [*INSTALLED_APPS, "tests.emptying"]
AXES_ENABLED = False
CELERY_TASK_ALWAYS_EAGER = True  # tests with a worker switch it off
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
LOGGING = LOGGING | {
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django.request": {"level": "ERROR"}},  # thousands of tests are refused something
}

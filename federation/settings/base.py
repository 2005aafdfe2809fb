"""What every installation shares. No secret and no host name here."""

import bootstrap_wrapper
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from federation.settings.env import BASE_DIR, env

# --- applications -----------------------------------------------------------------------------

INSTALLED_APPS = [
    "federation",
    "tournaments",
    "qualifications",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_filters",
    "django_htmx",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "federation.unreadable_middleware.UnreadableMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "federation.journal_middleware.JournalMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "federation.urls"
WSGI_APPLICATION = "federation.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# --- people -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "federation.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AXES_FAILURE_LIMIT = 10
AXES_ENABLE_ADMIN = False
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "federation/locked_out.html"

# --- language and time ------------------------------------------------------------------------

LANGUAGE_CODE = "uk"
LANGUAGES = [("uk", _("Ukrainian")), ("ru", _("Russian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Kyiv"
FORMAT_MODULE_PATH = ["federation.formats"]

# --- files ------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("bootstrap", bootstrap_wrapper.get_bootstrap_dir()),
]
# An upload above this is refused by the form with a sentence; Django keeps the rest off the disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
# A review asks up to four fields of each of at most 9,999 starting numbers.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- law --------------------------------------------------------------------------------------

REGISTRY_SCHEMES = tuple(env.list("REGISTRY_SCHEMES", default=["ua", "fide"]))
"""Regulations that judge an admitted event beside the national one: fide, ru."""
REGISTRY_REVIEW_FIGURES = "qualifications.review_figures.figures_for_review"
"""Who tells the review of a file the coefficients, ratings and titles of people."""

# --- letters ----------------------------------------------------------------------------------

ATTACHMENT_ROOT = env.str("ATTACHMENT_ROOT", default=str(BASE_DIR / "var" / "attachments"))
"""Where papers of submissions lie; never below what a web server shows."""
ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024

SITE_ADDRESS = env.str("SITE_ADDRESS", default="http://127.0.0.1:8000")
"""How letters name the site: scheme and host, without a slash at the end."""
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="registry@localhost")

# --- security ---------------------------------------------------------------------------------

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # Bootstrap's own icons are data: images inside its CSS
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- tasks ------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A task whose worker died goes to another one after this; a longer rating run waits for itself.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.int("TASK_REDELIVERY_SECONDS", default=3600)
}
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE = {
    "let facts about people begin and find duplicates": {
        "task": "qualifications.tasks.people_of_today",
        "schedule": crontab(hour="0", minute="20"),
    },
    "recompute open periods": {
        "task": "qualifications.tasks.recompute_open_periods",
        "schedule": crontab(hour="3", minute="30"),
    },
    "find deadlines and write notices": {
        "task": "qualifications.tasks.deadlines_and_notices",
        "schedule": crontab(hour="4", minute="30"),
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"axes": {"level": "WARNING"}},
}

"""For a real server. Every secret comes from the environment; a missing one stops the start.

Needed: SECRET_KEY, DATABASE_URL (PostgreSQL), REDIS_URL, ALLOWED_HOSTS (comma separated).
"""

from django.core.exceptions import ImproperlyConfigured

from federation.settings.base import *
from federation.settings.env import databases, env

for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"):
    if not env.str(name).strip():
        raise ImproperlyConfigured(f"The {name} environment variable is empty.")

DEBUG = False
SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY must be at least 50 characters long.")

DATABASES = databases("unused")
if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database (postgres://…).")

CELERY_BROKER_URL = env.str("REDIS_URL")
CELERY_TASK_ALWAYS_EAGER = False

SITE_ADDRESS = env.str("SITE_ADDRESS", default=f"https://{ALLOWED_HOSTS[0]}")
# EMAIL_BACKEND, EMAIL_HOST and what else the address says
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
# The proxy in front must set both headers itself and drop what clients send (docs/operations.md).
AXES_CLIENT_IP_CALLABLE = "federation.requests.client_address"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
# Whether the whole domain goes into the browsers' own lists is for its owner to say.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

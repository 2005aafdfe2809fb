"""Entry point for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings.production")
application = get_asgi_application()

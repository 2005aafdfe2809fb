"""A forgotten password: throttled, and the letter names the registry's own address."""

from django.conf import settings
from django.contrib.auth.views import PasswordResetView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from federation.throttling import too_often


class RegistryPasswordReset(PasswordResetView):
    """The page where somebody asks for the letter."""

    subject_template_name = "registration/password_reset_subject.txt"

    def get_form_kwargs(self):
        self.extra_email_context = {"site_address": settings.SITE_ADDRESS}
        return super().get_form_kwargs()

    def post(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if too_often(request, "password"):
            raise PermissionDenied(_("Too many letters at once. Wait ten minutes."))
        return super().post(request, *args, **kwargs)

"""All addresses of the registry."""

from django.contrib import admin
from django.contrib.auth.views import (
    LoginView,
    LogoutView,
    PasswordResetCompleteView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
)
from django.urls import include, path

from federation.password_views import RegistryPasswordReset

urlpatterns = [
    path("", include("qualifications.urls")),
    path("", include("tournaments.urls")),
    path("accounts/login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("accounts/password/", RegistryPasswordReset.as_view(), name="password_reset"),
    path("accounts/password/sent/", PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "accounts/password/<uidb64>/<token>/",
        PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "accounts/password/kept/",
        PasswordResetCompleteView.as_view(),
        name="password_reset_complete",
    ),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

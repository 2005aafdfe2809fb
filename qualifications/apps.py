from django.apps import AppConfig


class QualificationsConfig(AppConfig):
    name = "qualifications"
    default_auto_field = "django.db.models.BigAutoField"

"""The administrator's pages: people who sign in, commissions, mandates.

Nothing of the registry itself can be changed here.
"""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

from federation.models import Commission, Mandate, Region, User

admin.site.unregister(Group)  # what people may do hangs on mandates

admin.site.site_header = _("Chess qualification registry: administration")
admin.site.site_title = _("Administration")
admin.site.index_title = _("People and commissions")


class MandateInline(admin.TabularInline):
    model = Mandate
    extra = 1
    can_delete = False


@admin.register(User)
class RegistryUserAdmin(UserAdmin):
    """A user with what they may do for which commission."""

    inlines = [MandateInline]
    list_display = ["username", "last_name", "first_name", "is_active"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Personal info"), {"fields": ["last_name", "first_name", "patronymic", "email"]}),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser"]}),
        (_("Important dates"), {"fields": ["last_login", "date_joined"]}),
    ]


@admin.register(Region)
class RegionAdmin(admin.ModelAdmin):
    list_display = ["code", "name_uk", "name_ru", "name_en", "order"]


@admin.register(Commission)
class CommissionAdmin(admin.ModelAdmin):
    list_display = ["code", "name_uk", "kind", "region"]
    list_filter = ["kind"]
    list_select_related = ["region"]


@admin.register(Mandate)
class MandateAdmin(admin.ModelAdmin):
    """Ended by a last day, never deleted: who was entitled then stays known."""

    list_display = ["user", "commission", "role", "valid_from", "valid_until"]
    list_filter = ["role", "commission"]
    list_select_related = ["user", "commission"]

    def has_delete_permission(self, request, obj=None) -> bool:
        return False

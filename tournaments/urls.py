"""Addresses of the clerk's pages."""

from django.urls import path

from tournaments import views, views_columns, views_files

urlpatterns = [
    path("desk/events/new/", views.event_new, name="event-new"),
    path("desk/events/new/file/", views.event_new_from_file, name="event-new-from-file"),
    path("desk/events/<int:pk>/", views.event_edit, name="event-edit"),
    path("desk/events/<int:pk>/withdraw/", views.event_withdraw_view, name="event-withdraw"),
    path("desk/events/<int:pk>/upload/", views.event_upload, name="event-upload"),
    path("desk/events/<int:pk>/review/", views.event_review, name="event-review"),
    path("desk/events/<int:pk>/columns/", views_columns.event_columns, name="event-columns"),
    path("events/<int:pk>/files/", views_files.event_files, name="event-files"),
    path("events/<int:pk>/files/<str:kind>/", views_files.event_file, name="event-file"),
    path("desk/uploads/<int:pk>/", views.upload_download, name="upload-download"),
]

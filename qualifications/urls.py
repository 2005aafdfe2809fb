"""Public pages and the pages of the commissions' work."""

from django.urls import path

from qualifications.views import (
    deadlines,
    desk,
    events,
    lists,
    moves,
    outlook,
    periods,
    public,
    readings,
    regulations,
)

urlpatterns = [
    path("", public.home, name="home"),
    path("players/", public.player_list, name="player-list"),
    path("players/<int:pk>/", public.card, name="player-card"),
    path("players/<int:pk>/verdicts/<int:event_pk>/", public.verdict_list, name="verdict-list"),
    path("events/", events.event_list, name="event-list"),
    path("events/<int:pk>/", events.event_detail, name="event-detail"),
    path("events/<int:pk>/outlook/", outlook.event_outlook, name="event-outlook"),
    path("lists/", lists.rating_lists, name="rating-lists"),
    path("lists/ua/<str:list_on>/", lists.rating_list, name="rating-list"),
    path("lists/ua/<str:list_on>/<int:pk>/", lists.rating_line, name="rating-line"),
    path("how-ranks-work/", public.how_ranks_work, name="how-ranks-work"),
    path("regulations/", regulations.regulation_index, name="regulation-index"),
    path("regulations/<str:edition>/", regulations.regulation, name="regulation"),
    path("desk/", desk.desk, name="desk"),
    path("desk/events/<int:pk>/prospect/", events.event_prospect, name="event-prospect"),
    path("desk/events/<int:pk>/admit/", events.event_admit, name="event-admit"),
    path("desk/readings/", readings.reading_list, name="reading-list"),
    path(
        "desk/readings/<str:edition>/<str:question>/",
        readings.reading_decision,
        name="reading-decision",
    ),
    path("desk/deadlines/", deadlines.deadline_list, name="deadline-list"),
    path("desk/deadlines/decision/", moves.move_decision, name="move-decision"),
    path("desk/players/<int:pk>/contact/", deadlines.contact_edit, name="contact-edit"),
    path("desk/decisions/new/", desk.decision_new, name="decision-new"),
    path("desk/players/<int:pk>/award/", desk.award_earlier, name="award-earlier"),
    path("desk/periods/", periods.period_list, name="period-list"),
    path("desk/periods/<int:pk>/", periods.period_detail, name="period-detail"),
    path("desk/periods/<int:pk>/<int:player_pk>/", periods.period_line, name="period-line"),
    path("desk/periods/<int:pk>/recompute/", periods.period_recompute, name="period-recompute"),
    path("desk/periods/<int:pk>/publish/", periods.period_publish_view, name="period-publish"),
]

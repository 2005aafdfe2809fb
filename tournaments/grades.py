"""Keys of ranks and norms that a tournament's papers name; regulations say what they mean."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NormKey(models.TextChoices):
    """Norms that can be declared for an event."""

    MSU = "ua.msu", _("Master of Sport of Ukraine")
    KMSU = "ua.kmsu", _("Candidate Master of Sport of Ukraine")
    CANDIDATE_POINT = "ua.candidate_point", _("candidate point")
    RANK_1 = "ua.rank_1", _("I rank")
    RANK_2 = "ua.rank_2", _("II rank")
    RANK_3 = "ua.rank_3", _("III rank")
    YOUTH_1 = "ua.youth_1", _("I youth rank")


class Championship(models.TextChoices):
    """Championships whose places the regulations list. That an event is one of them, people say."""

    WORLD_OLYMPIAD = "world_olympiad", _("World Chess Olympiad")
    WORLD = "world_championship", _("world championship")
    WORLD_TEAM = "world_team_championship", _("world team championship")
    EUROPEAN = "european_championship", _("European championship")
    EUROPEAN_TEAM = "european_team_championship", _("European team championship")
    UKRAINE = "ua_championship", _("championship of Ukraine")
    WORLD_JUNIOR = "world_junior_championship", _("world junior championship")
    EUROPEAN_JUNIOR = "european_junior_championship", _("European junior championship")
    WORLD_JUNIOR_OLYMPIAD = "world_junior_olympiad", _("World Junior Chess Olympiad")
    WORLD_YOUTH = "world_youth_championship", _("world youth championship")
    EUROPEAN_YOUTH = "european_youth_championship", _("European youth championship")
    UKRAINE_YOUTH = "ua_youth_championship", _("youth or junior championship of Ukraine")


class StatedClass(models.TextChoices):
    """What a commission can state about a participant from a document the registry lacks."""

    NONE = "none", _("without rank")
    YOUTH_1 = "ua.youth_1", _("I youth rank")
    RANK_3 = "ua.rank_3", _("III rank")
    RANK_2 = "ua.rank_2", _("II rank")
    RANK_1 = "ua.rank_1", _("I rank")
    RANK_1_ONE_POINT = "ua.rank_1+1", _("I rank, one candidate point")
    RANK_1_TWO_POINTS = "ua.rank_1+2", _("I rank, two candidate points")
    KMSU = "ua.kmsu", _("Candidate Master of Sport of Ukraine")
    MSU = "ua.msu", _("Master of Sport of Ukraine")
    GM = "ua.gm", _("Master of Sport of Ukraine of international class")

"""What titles ask about a tournament: the choices of its form. Regulations say what they mean."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Discipline(models.TextChoices):
    CLASSICAL = "classical", _("chess")
    TEAM = "team", _("team chess")
    RAPID = "rapid", _("rapid chess")
    BLITZ = "blitz", _("blitz")
    COMPOSITION = "composition", _("chess composition")


class EventLevel(models.TextChoices):
    """Whose competition it is, from the highest down."""

    WORLD_CHAMPIONSHIP = "world_championship", _("world championship")
    WORLD_CUP_FINAL = "world_cup_final", _("final of the world cup")
    EUROPEAN_CHAMPIONSHIP = "european_championship", _("European championship")
    EUROPEAN_CUP_FINAL = "european_cup_final", _("final of the European cup")
    INTERNATIONAL = (
        "international",
        _("another international competition of the official calendar"),
    )
    NATIONAL = "national", _("competition of the whole country")
    FEDERAL_DISTRICT = (
        "federal_district",
        _("competition of federal districts, of Moscow or of St Petersburg"),
    )
    REGIONAL = "regional", _("competition of a region")
    MUNICIPAL = "municipal", _("municipal competition")
    LOCAL = "local", _("local competition")


class CoefficientKind(models.TextChoices):
    """Kinds of events that the articles on the individual coefficient of Ukraine tell apart."""

    ALL_UKRAINIAN = "all_ukrainian", _("all-Ukrainian event, individual or team")
    QUALIFIER = "qualifier", _("qualifier for an all-Ukrainian event")
    INTERREGIONAL = "interregional", _("between players of regions")
    INTERCITY = "intercity", _("between players of cities")
    INTERSOCIETY = "intersociety", _("between players of sports societies")
    INTERCLUB = "interclub", _("between players of sports clubs")
    LOCAL = "local", _("local event in a region")
    INTERNATIONAL = "international", _("international event in Ukraine")
    ABROAD = "abroad", _("event abroad")
    STATED = "stated", _("not told apart: the commission said in one word that it counts")
    """Of events admitted before the kind was asked; not offered to a clerk."""


class Recognition(models.TextChoices):
    OFFICIAL = "official", _("official sports competition")
    PHYSICAL_CULTURE = "physical_culture", _("physical-culture event")
    UNOFFICIAL = "unofficial", _("neither official nor a physical-culture event")


class AgeGroup(models.TextChoices):
    ADULTS = "adults", _("all ages")
    STUDENTS = "students", _("students of 17 to 25")
    U21 = "u21", _("under 21")
    U19 = "u19", _("under 19")
    U17 = "u17", _("under 17")
    U15 = "u15", _("under 15")
    U13 = "u13", _("under 13")
    U11 = "u11", _("under 11")
    U9 = "u9", _("under 9")


class FideCategory(models.TextChoices):
    """Kinds of events that the regulations of international titles treat apart."""

    NATIONAL_CHAMPIONSHIP = "national_championship", _("final of a national championship")
    NATIONAL_TEAM_CHAMPIONSHIP = "national_team_championship", _("national team championship")
    ZONAL = "zonal", _("zonal tournament")
    SUB_ZONAL = "sub_zonal", _("sub-zonal tournament")
    APPROVED = "approved", _("another event with prior approval of FIDE")
    WORLD_TEAM = "world_team", _("world team championship")
    CONTINENTAL_TEAM = "continental_team", _("continental team championship")
    WORLD_CLUB = "world_club", _("world championship of club teams")
    CONTINENTAL_CLUB = "continental_club", _("continental championship of club teams")
    WORLD_CUP = "world_cup", _("World Cup")
    WOMENS_WORLD_CUP = "womens_world_cup", _("Women's World Cup")
    WOMENS_WORLD_CHAMPIONSHIP = "womens_world_championship", _("women's world championship")
    OLYMPIAD = "olympiad", _("Chess Olympiad")
    WORLD_CUP_QUALIFIER = "world_cup_qualifier", _("event that qualifies for the World Cup")
    CANDIDATES_QUALIFIER = "candidates_qualifier", _("event that qualifies for the Candidates")
    EVE_INDIVIDUAL = "eve_individual", _("other individual event of the world championship cycle")

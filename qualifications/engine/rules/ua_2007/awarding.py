"""Who awards what was met: asked when a decision is recorded, not when an event is judged."""

from enum import StrEnum

from .common import CANDIDATE_POINT, GM, KMSU, MSU, RANK_1


class AwardingBody(StrEnum):
    MINISTRY = "ministry"
    FEDERATION_COMMISSION = "federation_commission"
    """The qualification commission of the federation of Ukraine."""
    REGIONAL_ADMINISTRATION = "regional_administration"
    """The sports administration of a region, on decision of its chess federation."""
    ORGANISER = "organiser"
    """Who set the norm: the order names nobody else (UA.AWD.11)."""


def awarding_body(grade: str) -> AwardingBody:
    """UA.AWD.15b: Присвоєння звання МСУ здійснюється Мінсім’ямолодьспортом України за поданням
    відповідних державних органів
    UA.AWD.15c: Присвоєння звання КМСУ здійснюється кваліфікаційною комісією федерації шахів України
    за поданням шахових федерацій областей, АР Крим, міст Києва та Севастополя.
    UA.AWD.16: Присвоєння кандидатських балів, присвоєння І розряду здійснюється
    облспортуправліннями та спортуправліннями АР Крим, міст Києва та Севастополя згідно з рішенням
    відповідних федерацій шахів.

    The title of international class stands above that of master and comes from the ministry too.
    """
    if grade in (GM, MSU):
        return AwardingBody.MINISTRY
    if grade == KMSU:
        return AwardingBody.FEDERATION_COMMISSION
    if grade in (CANDIDATE_POINT, RANK_1):
        return AwardingBody.REGIONAL_ADMINISTRATION
    return AwardingBody.ORGANISER

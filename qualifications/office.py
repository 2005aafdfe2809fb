"""Who awards what, as the regulations have it.

UA.AWD.15b, UA.AWD.15c, UA.AWD.16: the ministry awards the titles, the national commission the rank
of candidate master, the regional body the I rank and candidate points. The ranks below follow from
the classification; the regional or city commission records them. FIDE awards its own titles.
"""

from federation.models import CommissionKind
from qualifications.engine import CANDIDATE_POINT
from qualifications.engine.terms import GM, MSU

_REGIONAL = frozenset({CommissionKind.REGIONAL})
_LOCAL = frozenset({CommissionKind.REGIONAL, CommissionKind.CITY})

AWARDED_BY: dict[str, frozenset[CommissionKind]] = {
    GM: frozenset({CommissionKind.MINISTRY}),
    MSU: frozenset({CommissionKind.MINISTRY}),
    "ua.kmsu": frozenset({CommissionKind.NATIONAL}),
    CANDIDATE_POINT: _REGIONAL,
    "ua.rank_1": _REGIONAL,
    "ua.rank_2": _LOCAL,
    "ua.rank_3": _LOCAL,
    "ua.youth_1": _LOCAL,
}
"""Grade to the kinds of body that award it."""

SUBMITTED_BY: dict[CommissionKind, CommissionKind] = {
    CommissionKind.NATIONAL: CommissionKind.REGIONAL,
    CommissionKind.MINISTRY: CommissionKind.NATIONAL,
}
"""Kind of the body that awards on submission, to the kind of the body that submits to it."""


def grades_awarded_by(kind: str) -> frozenset[str]:
    """The grades that a body of this kind awards."""
    return frozenset(grade for grade, kinds in AWARDED_BY.items() if kind in kinds)

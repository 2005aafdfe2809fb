"""Cases of international norms: one player, one event, one title."""

from collections.abc import Callable, Mapping
from typing import Any

from qualifications.engine.fide.bare import norm_answer, norm_request
from qualifications.engine.regulation import Regulation

from .values import Input


def fide_norm(data: Input, law: Regulation) -> Mapping[str, Any]:
    return norm_answer(norm_request(data).judge(law))


KINDS: Mapping[str, Callable[[Input, Regulation], Mapping[str, Any]]] = {"fide_norm": fide_norm}

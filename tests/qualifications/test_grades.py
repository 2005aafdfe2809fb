"""What of an event goes into the ledger."""

import pytest

from qualifications.grades import earned


@pytest.mark.parametrize(
    ("met", "held", "expected"),
    [
        ([], None, set()),
        (["ua.rank_2", "ua.rank_3"], None, {"ua.rank_2"}),
        (["ua.rank_2", "ua.rank_3"], "ua.rank_2", set()),
        (["ua.rank_2", "ua.rank_3"], "ua.rank_3", {"ua.rank_2"}),
        (["ua.candidate_point", "ua.rank_1"], "ua.rank_1", {"ua.candidate_point"}),
        (["ua.kmsu", "ua.candidate_point", "ua.rank_1"], "ua.rank_1", {"ua.kmsu"}),
        (["ua.msu", "ua.kmsu"], "ua.rank_1", {"ua.msu", "ua.kmsu"}),
        (["ua.gm", "ua.msu"], "ua.kmsu", {"ua.gm"}),
        (["ua.msu", "ua.kmsu"], "ua.msu", set()),
    ],
)
def test_the_highest_rank_a_title_beside_it_and_a_point(met, held, expected):
    written = earned([(7, grade) for grade in met], {7: held})
    assert written == {(7, grade) for grade in expected}

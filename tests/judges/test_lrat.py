"""The checker of hints: follows a proof known by heart, and refuses each spoiling of it for its own reason."""

from __future__ import annotations

import pytest

from exactcover.judges.lrat import MOST_READ, check_steps
from exactcover.model.certificate import InvalidCertificate

# All four clauses over two variables; from the first two follows 1, and then nothing is left.
GIVEN = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
STEPS = [1, 0, 1, 2, 0, 0, 5, 3, 4, 0]


def test_a_known_proof_is_followed() -> None:
    """The textbook refutation of all clauses over two variables is accepted, and so is a hint at an empty clause."""
    check_steps(GIVEN, STEPS)
    check_steps([()], [0, 1, 0])


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ([], "the 0 steps do not derive the empty clause"),
        (STEPS[:5], "the 1 steps do not derive the empty clause"),
        (STEPS[:4], "step 0 is cut off; expected literals, 0, hints, 0"),
        (STEPS[:9], "step 1 is cut off"),
        ([1], "step 0 is cut off"),
        ([*STEPS, 1, 0, 1, 2, 0], "the empty clause is derived in step 1; expected no more steps"),
        ([1, 0, 1, 5, 0], "step 0 has the hint 5; expected the number of an earlier clause, 1 to 4"),
        ([1, 0, -1, 0], "step 0 has the hint -1; expected"),
        ([0, 1, 2, 0], "clause 1 is not unit where step 0 hints at it: 2 literals are not false"),
        ([1, 0, 1, 2, 3, 0], "step 0 has hints after the one that has no literal left"),
        ([1, 0, 1, 0], "the hints of step 0 lead to no contradiction"),
        ([1, 0, 0], "the hints of step 0 lead to no contradiction"),
        ([2, 0, 1, 2, 0], "clause 2 is not unit where step 0 hints at it"),
    ],
)
def test_spoiled_steps_are_refused(steps: list[int], fault: str) -> None:
    """Steps that are missing, cut off, too many, or whose hints are wrong are each refused in their own words."""
    with pytest.raises(InvalidCertificate, match=fault):
        check_steps(GIVEN, steps)


def test_hints_that_name_too_much_are_refused() -> None:
    """A long lemma hinted at again and again is refused before the checker has read it that often."""
    assert check_steps(GIVEN, STEPS, read=MOST_READ - 9) == MOST_READ
    with pytest.raises(InvalidCertificate, match=f"up to step 1 the hints name clauses of over {MOST_READ} literals"):
        check_steps(GIVEN, STEPS, read=MOST_READ - 8)

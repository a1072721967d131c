"""The judge of clausal proofs: derives the model's clauses independently, and follows the proof's hints.

Body: {"steps": [...]}, of each step its literals, 0, its hints, 0, all in one list; see lrat for what a step is, clauses for
the numbers of variables and clauses, and plan_clauses for those of plans of few moves. With "orbits" in addition to the steps
it is a proof by symmetry: see orbits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.bodies import entry, refuse_unknown, whole_numbers
from exactcover.judges.clauses import Clauses, clauses
from exactcover.judges.demands import demands, of_rows
from exactcover.judges.extent import refuse_large
from exactcover.judges.lrat import check_steps
from exactcover.judges.orbits import Judge
from exactcover.judges.plan_clauses import plan_clauses
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from exactcover.model.space import Within

MOST_NUMBERS = 25_000_000
LARGEST_NUMBER = 10**9
MOST_OPTIONS = 10**6
MOST_ITEMS_TIMES_OPTIONS = 10**10
MOST_COUNTED = 10**6
"""The sum of all coefficients."""


def judge(model: Model, body: Mapping[str, Any], most_numbers: int = MOST_NUMBERS) -> None:
    """Raise InvalidCertificate unless the body refutes the model's clauses in so many numbers."""
    refuse_unknown(body, ("steps", "orbits"))
    if "orbits" in body:
        if isinstance(model, Within | Linear):
            about = "plans" if isinstance(model, Within) else "rows with coefficients"
            raise InvalidCertificate(
                f"orbits are for items and options, and this is about {about}; expected a tiling or a cover"
            )
        encoded = question_clauses(model)
        Judge(demands(model), encoded, most_numbers).judge(body)
        return
    numbers = entry(body, "steps", "literals, 0, hints, 0 of each step")
    if isinstance(numbers, list) and len(numbers) > most_numbers:
        raise InvalidCertificate(f"the steps have {len(numbers)} numbers; expected at most {most_numbers}")
    steps = whole_numbers(numbers, "steps", least=-LARGEST_NUMBER, most=LARGEST_NUMBER)
    check_steps(question_clauses(model).clauses, steps)


def question_clauses(model: Model) -> Clauses:
    """Return the clauses that a model, or a plan of few moves, implies; raises InvalidCertificate if they are too many."""
    if isinstance(model, Within):
        return plan_clauses(model)
    if isinstance(model, Linear):
        return _clauses_of_rows(model)
    refuse_large(model, MOST_OPTIONS, MOST_ITEMS_TIMES_OPTIONS)
    return clauses(demands(model))


def _clauses_of_rows(model: Linear) -> Clauses:
    """Return the clauses of rows; an option that has an item several times is counted so often."""
    coefficients = [number for row in model.rows for number in row.coefficients]
    if any(number < 0 for number in coefficients):
        raise InvalidCertificate("a row has a negative coefficient; expected positive ones for a clausal proof")
    if sum(coefficients) > MOST_COUNTED:
        raise InvalidCertificate(
            f"the coefficients add up to {sum(coefficients)}; expected at most {MOST_COUNTED} for a clausal proof"
        )
    return clauses(of_rows(model))

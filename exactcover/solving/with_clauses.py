"""Exact search and a SAT solver side by side for one solution of a large cover with colours: clauses are learnt from failures.

Exact search repeats what it has refuted wherever colours link distant items; it still finishes sooner if the first descents
succeed, so the solver waits for it.

Historical note. Two random nonograms of 30x30 cells, half of them black: exact search alone had no solution after 12 CPU
seconds, a SAT solver one after 1.1 and 1.8; edge matching on 6x6 takes exact search 0.03.
"""

from __future__ import annotations

from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.solving.plan import Entrant, Prove, Race, Run
from exactcover.solving.portfolio import PROVERS_OWED, RACED, Choice

LEAST_OPTIONS, MOST_ENTRIES = 3_000, 2_000_000
"""Smaller covers are left to exact search; larger ones are too many clauses."""
EXACT_NODE_SECONDS, DECISION_SECONDS, CLAUSES_WAIT, PROVERS_WAIT = 4e-6, 5e-6, 0.2, 5.0


def coloured(model: Model, break_symmetry: bool) -> Choice | None:
    """Return the engines that look for a solution side by side; None if a single one is the right choice."""
    if not isinstance(model, Cover) or model.colours is None or model.costs is not None:
        return None
    if model.connectivity is not None or model.options < LEAST_OPTIONS or len(model.members) > MOST_ENTRIES:
        return None
    exact = Entrant(Run("exact", "solve", break_symmetry=break_symmetry), EXACT_NODE_SECONDS)
    clauses = Entrant(Run("sat", "solve", break_symmetry=break_symmetry), DECISION_SECONDS, wait=CLAUSES_WAIT)
    provers = Entrant(Prove(RACED), wait=PROVERS_WAIT, owed=PROVERS_OWED)
    why = f"a cover of {model.options:,} options with colours: exact and sat side by side, for clauses learn from failures"
    return Choice(Race((exact, clauses, provers)), why)

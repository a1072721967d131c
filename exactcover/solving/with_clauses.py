"""Exact search and a SAT solver side by side for one solution of a large cover with colours: clauses are learnt from failures.

Exact search repeats what it has refuted wherever colours link distant items; it still finishes sooner if the first descents
succeed, so the solver waits for it.

Historical note. Two random nonograms of 30x30 cells, half of them black: exact search alone had no solution after 12 CPU
seconds, a SAT solver one after 1.1 and 1.8; edge matching on 6x6 takes exact search 0.03. Both side by side took 2.5 and 2.6 when
a node of exact was counted as 4 microseconds and the solver waited for 0.2 seconds, then 1.4 and 1.2.
"""

from __future__ import annotations

from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.solving.plan import Entrant, Prove, Race, Run
from exactcover.solving.portfolio import PROVERS_OWED, RACED, Choice

LEAST_OPTIONS, MOST_ENTRIES = 3_000, 2_000_000
"""Smaller covers are left to exact search; larger ones are too many clauses."""
EXACT_ENTRY_SECONDS, DECISION_SECONDS, CLAUSES_WAIT, PROVERS_WAIT = 2.2e-10, 5e-6, 0.1, 5.0
"""Of a node of exact, for each entry of the options: 16 microseconds on a nonogram of 30x30, 6 on edge matching of 8x8."""


def coloured(model: Model, break_symmetry: bool) -> Choice | None:
    """Return the engines that look for a solution side by side; None if a single one is the right choice."""
    if not isinstance(model, Cover) or model.colours is None or model.costs is not None:
        return None
    if model.connectivity is not None or model.options < LEAST_OPTIONS or len(model.members) > MOST_ENTRIES:
        return None
    exact = Entrant(Run("exact", "solve", break_symmetry=break_symmetry), EXACT_ENTRY_SECONDS * len(model.members))
    clauses = Entrant(Run("sat", "solve", break_symmetry=break_symmetry), DECISION_SECONDS, wait=CLAUSES_WAIT)
    provers = Entrant(Prove(RACED), wait=PROVERS_WAIT, owed=PROVERS_OWED)
    why = f"a cover of {model.options:,} options with colours: exact and sat side by side, for clauses learn from failures"
    return Choice(Race((exact, clauses, provers)), why)

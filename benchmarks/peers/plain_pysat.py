"""Plain PySAT, as in its documentation: CardEnc for every item, Glucose 4, a blocking clause for each solution found.

Blocking clauses contain option variables only: PySAT's own `enum_models` would also count the auxiliary variables of
the cardinality encodings. Source: pysathq.github.io, pysat.card (`CardEnc.equals`, default encoding), pysat.solvers.
"""

from __future__ import annotations

from benchmarks.outcome import Action, Outcome, first
from benchmarks.peers.missing import missing_package
from benchmarks.plain import MULTIPLICITIES, SECONDARY, Plain

about = "PySAT: CardEnc.equals an item, Glucose4, blocking clauses"
packages = ("python-sat",)
able: tuple[str, ...] = (SECONDARY, MULTIPLICITIES)


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    return missing_package("pysat")


def ready(plain: Plain, task: str) -> Action:
    """Write the clauses and return the action to be measured."""
    from pysat.solvers import Glucose4

    clauses, options = _clauses(plain), len(plain.options)
    fixed = {item for item in range(plain.items) if plain.least[item] == plain.most[item]}
    alone = all(fixed.intersection(option) for option in plain.options)  # then no solution contains another

    def action() -> Outcome:
        count = 0
        with Glucose4(bootstrap_with=clauses) as solver:
            while solver.solve():
                assignment = solver.get_model()[:options]
                if task == "solve":
                    chosen = [literal - 1 for literal in assignment if literal > 0]
                    return first(chosen, solver.accum_stats()["decisions"])
                count += 1
                solver.add_clause([-literal for literal in assignment if literal > 0 or not alone])
            nodes = solver.accum_stats()["decisions"]
        return first(None, nodes) if task == "solve" else Outcome(str(count), nodes)

    return action


def _clauses(plain: Plain) -> list[list[int]]:
    from pysat.card import CardEnc
    from pysat.formula import IDPool

    pool = IDPool(start_from=len(plain.options) + 1)
    of_item: list[list[int]] = [[] for _ in range(plain.items)]
    for number, option in enumerate(plain.options, start=1):
        for item in option:
            of_item[item].append(number)
    clauses: list[list[int]] = []
    for literals, least, most in zip(of_item, plain.least, plain.most, strict=True):
        if len(literals) < least:
            return [[1], [-1]]
        if least == most < len(literals):
            clauses += CardEnc.equals(lits=literals, bound=least, vpool=pool).clauses
            continue
        if most < len(literals):
            clauses += CardEnc.atmost(lits=literals, bound=most, vpool=pool).clauses
        if least:
            clauses += CardEnc.atleast(lits=literals, bound=least, vpool=pool).clauses
    return clauses

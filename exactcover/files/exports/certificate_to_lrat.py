"""From a refutation to DIMACS and LRAT, as cake_lpr and lrat-check read them.

The clauses are those of judges/clauses.py or judges/plan_clauses.py, and for a complete list those that exclude its solutions. A
clausal proof, also that of a list, is LRAT already; a tree becomes one lemma per node; of the other kinds only those can be
written that unit propagation alone proves, such as a cell that no placement covers. Steps are numbered consecutively, and nothing
is deleted.

Source of the format: the README of lrat-check (github.com/marijnheule/drat-trim).
"""

from __future__ import annotations

from exactcover.files.exports.striking import struck
from exactcover.judges import enumeration
from exactcover.judges.clausal import question_clauses
from exactcover.judges.clauses import Clauses
from exactcover.judges.demands import demands
from exactcover.judges.extent import refuse_large
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.refuted import refuted_model
from exactcover.model.space import Within
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers.tree_lemmas import Clause, of_tree

MOST_OPTIONS = 500_000  # in a model that is converted to clauses: more have too many literals in any case
MOST_LITERALS = 20_000_000
LEMMAS_A_CALL = 1 << 30


def convert(model: Model, refutation: Refutation, most_literals: int = MOST_LITERALS) -> tuple[bytes, bytes]:
    """Return the model's clauses as DIMACS and the proof as LRAT; raises Unsuitable if the kind has no LRAT form.

    refutation: one that its judge has accepted; most_literals: of the clauses of a tree.
    """
    if "orbits" in refutation.body:
        raise Unsuitable("a proof by orbits cannot be written as LRAT, which has no symmetries; `check` judges it")
    try:
        if isinstance(model, Tiling | Cover):
            refuse_large(model, MOST_OPTIONS, MOST_OPTIONS**2)
        refuted = refuted_model(model, refutation)
        if refutation.of_list:
            encoded = enumeration.question_clauses(refuted, refutation.body["solutions"])
            return problem(encoded), _lrat(len(encoded.clauses), list(refutation.body["steps"]))
        encoded = question_clauses(refuted)
    except InvalidCertificate as unwritten:
        raise Unsuitable(str(unwritten)) from None
    return head(refuted) + problem(encoded), _lrat(
        len(encoded.clauses), _steps(refuted, encoded, refutation, most_literals)
    )


def _steps(model: Model, encoded: Clauses, refutation: Refutation, most_literals: int) -> list[int]:
    if refutation.argument == "clausal":
        return list(refutation.body["steps"])
    if refutation.bound is not None:
        raise Unsuitable(f"a bound of kind {refutation.argument} cannot be written as LRAT; expected clausal")
    if () in encoded.clauses:
        return [0, encoded.clauses.index(()) + 1, 0]
    if refutation.body.get("combinations"):
        raise Unsuitable(
            "this tree has leaves by combinations, which cannot be written as LRAT; expected one without, or VeriPB"
        )
    if refutation.argument == "dead":
        options = struck(demands(model), refutation.body).options
        lemmas: list[Clause] = [*((-(option + 1),) for option in options), ()]
    else:
        lemmas = _lemmas(model, refutation, most_literals) if refutation.argument == "tree" else [()]
    from exactcover.kernel.proofs import backward_check

    elaboration = backward_check.Elaboration(encoded.variables, encoded.clauses, lemmas)
    code = backward_check.OUT_OF_BUDGET
    while code == backward_check.OUT_OF_BUDGET:
        code = elaboration.run(LEMMAS_A_CALL)
    if code == backward_check.NOT_IMPLIED:
        raise Unsuitable(
            f"the argument {refutation.argument} cannot be written as LRAT; expected tree or clausal (`prove --argument tree`)"
        )
    return elaboration.steps()


def _lemmas(model: Model, refutation: Refutation, most_literals: int) -> list[Clause]:
    lemmas: list[Clause] = []
    literals = 0
    for lemma in of_tree(demands(model), refutation.body):
        lemmas.append(lemma)
        literals += len(lemma)
        if literals > most_literals:
            raise Unsuitable(
                f"the tree's clauses have more than {most_literals} literals; expected a smaller tree for LRAT"
            )
    return lemmas


def head(model: Model) -> bytes:
    """Return comments if the model is a question of plans: the number of moves, and the first cell of a block of each shape."""
    if not isinstance(model, Within):
        return b""
    firsts = dict(reversed(model.puzzle.start_blocks))
    cells = (divmod(firsts[shape], model.puzzle.columns) for shape in range(len(model.puzzle.shapes)))
    places = " ".join(f"{row},{column}" for row, column in cells)
    return f"c plans of at most {model.moves} moves\nc blocks at {places}\n".encode()


def problem(encoded: Clauses) -> bytes:
    """Return clauses as DIMACS."""
    lines = [f"p cnf {encoded.variables} {len(encoded.clauses)}"]
    lines.extend(" ".join(map(str, (*clause, 0))) for clause in encoded.clauses)
    return ("\n".join(lines) + "\n").encode()


def _lrat(clauses: int, steps: list[int]) -> bytes:
    lines, place, number = [], 0, clauses
    while place < len(steps):
        end = steps.index(0, steps.index(0, place) + 1) + 1
        number += 1
        lines.append(" ".join(map(str, (number, *steps[place:end]))))
        place = end
    return ("\n".join(lines) + "\n").encode()

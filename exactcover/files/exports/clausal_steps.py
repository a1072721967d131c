"""From a clausal proof to pseudo-Boolean steps, by orbits too.

Lemmas become clauses derived by reverse unit propagation; the extension variables are defined first by redundance steps,
as far as the proof uses them.

Orbits: let C be the chosen options, o the next one, and s a symmetry that maps o to e. First the clause "C and e imply o"
is added by redundance: an assignment with C and e but without o becomes one with o if every option takes the value of its
image under s. The items' constraints are mapped to each other; the clauses of options excluded before hold again, since s
maps both the chosen options and the excluded ones onto themselves; and the same clauses for other images of o hold since
their last literal, o, takes the value of e. Then the steps of the inner proof are derived, each lemma with the literals
"not C, or not o"; the last one is "not C, or not o", from which "not C, or not e" follows for every image e. At last all of
the entry but these clauses is deleted, so that nothing else has to be symmetrical for the next one.

Sources: S. Gocht, J. Nordstrom, Certifying parity reasoning efficiently using pseudo-Boolean proofs, AAAI 2021; B. Bogaerts,
S. Gocht, C. McCreesh, J. Nordstrom, Certified dominance and symmetry breaking for combinatorial optimisation, JAIR 2023.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from exactcover.files.exports.cutting_planes import Proof
from exactcover.judges.clauses import Clause, Clauses, clauses
from exactcover.judges.orbits import Judge
from exactcover.model.arrays import Integers
from exactcover.model.errors import Unsuitable

MOST_MOVED = 10_000_000
"""The most options that all symmetries of a proof move, counted for each image of an option: about 150 megabytes."""


def write_clausal(body: Mapping[str, Any], proof: Proof, most_moved: int = MOST_MOVED) -> None:
    """Append the steps of a clausal proof that its judge has accepted; raises Unsuitable if its symmetries move too much."""
    _Writer(proof, most_moved).write(body, ())


class _Writer:
    """The proof being written, with the clauses of its model and the symmetries of the options."""

    def __init__(self, proof: Proof, most_moved: int) -> None:
        self.proof, self.encoded = proof, clauses(proof.needs)
        self.judge, self.left = Judge(proof.needs, self.encoded), most_moved

    def write(self, body: Mapping[str, Any], chosen: tuple[int, ...]) -> list[int]:
        """Append the steps of a proof that begins with chosen options; return the constraints that are not deleted."""
        kept = [number for entry in body.get("orbits", []) for number in self._orbit(entry, chosen)]
        return kept + self._steps(body["steps"], _negated(chosen))

    def _orbit(self, entry: Mapping[str, Any], chosen: tuple[int, ...]) -> list[int]:
        """Append the steps of an entry; return those that exclude the options of the orbit."""
        proof, option, outer = self.proof, entry["option"], _negated(chosen)
        images, implied = [], []
        for image, symmetry in self._images(option, entry["symmetries"]):
            images.append(image)
            if option not in chosen:
                moved = np.flatnonzero(symmetry != np.arange(len(symmetry)))
                self.left -= len(moved)
                if self.left < 0:
                    raise Unsuitable("the symmetries of this proof move too many options for VeriPB; `check` judges it")
                pairs = zip((moved + 1).tolist(), (symmetry[moved] + 1).tolist(), strict=True)
                implied.append(proof.mapped((*outer, -(image + 1), option + 1), pairs))
        inner = self.write(entry["proof"], (*chosen, option))
        excluded = [proof.clause(_negated((*chosen, each))) for each in (option, *images)]
        proof.delete([*implied, *inner])
        return excluded

    def _images(self, option: int, symmetries: Sequence[Sequence[int]]) -> Iterator[tuple[int, Integers]]:
        """Yield the images of an option other than itself, each with a symmetry of the options that maps it there."""
        generators = [np.array(self.judge.options_of(list(each)), dtype=np.int64) for each in symmetries]
        waiting: list[tuple[int, Integers]] = [(option, np.arange(self.proof.needs.options))]
        reached = {option}
        while waiting:
            last, before = waiting.pop()
            for generator in generators:
                image = int(generator[last])
                if image not in reached:
                    reached.add(image)
                    waiting.append((image, generator[before]))
                    yield waiting[-1]

    def _steps(self, steps: Sequence[int], outer: Clause) -> list[int]:
        """Append the lemmas, each with the literals `outer`, and what they need of the model's clauses; return all steps."""
        proof, encoded = self.proof, self.encoded
        begin = proof.constraints + 1
        lemmas, hints = _read_steps(steps)
        used = [encoded.clauses[number - 1] for number in sorted(set(hints)) if number <= len(encoded.clauses)]
        further = {literal for clause in used for literal in clause if abs(literal) > encoded.options}
        # A variable is defined before any other constraint uses it.
        halves = {literal: _half(proof, encoded, literal) for literal in sorted(further)}
        for clause in used:
            _derive(proof, encoded, halves, clause)
        for lemma in lemmas:
            if not any(-literal in lemma for literal in outer):  # else it is true of every assignment
                proof.clause(tuple(dict.fromkeys((*lemma, *outer))))
        return list(range(begin, proof.constraints + 1))


def _negated(options: Sequence[int]) -> Clause:
    """Return the clause that not all options are chosen."""
    return tuple(-(option + 1) for option in dict.fromkeys(options))


def _read_steps(steps: Sequence[int]) -> tuple[list[Clause], list[int]]:
    """Return the non-empty lemmas of a clausal proof, and the numbers of the clauses and lemmas that they follow from."""
    lemmas: list[Clause] = []
    hints: list[int] = []
    place = 0
    while place < len(steps):
        middle = steps.index(0, place)
        end = steps.index(0, middle + 1)
        if middle > place:
            lemmas.append(tuple(steps[place:middle]))
        hints.extend(steps[middle + 1 : end])
        place = end + 1
    return lemmas, hints


def _half(proof: Proof, encoded: Clauses, literal: int) -> int:
    """Define one half of an extension variable: that the literal is true when it should be."""
    meaning, variable = encoded.meanings[abs(literal) - encoded.options - 1], abs(literal)
    options = meaning.literals[: meaning.among]
    if literal > 0:
        most_false = meaning.among - meaning.least
        too_few = [(most_false + 1, variable), *((1, -option) for option in options)]
        return proof.define(too_few, most_false + 1, variable, 1)
    enough = [(meaning.least, -variable), *((1, option) for option in options)]
    return proof.define(enough, meaning.least, variable, 0)


def _derive(proof: Proof, encoded: Clauses, halves: Mapping[int, int], clause: Clause) -> None:
    """Derive a clause of the encoding, given the halves of its extension literals.

    Two counts, or a count and its item, are compared by adding their constraints.

    A clause of options alone needs no step: propagation derives it from the constraints of its item.
    """
    further = [literal for literal in clause if abs(literal) > encoded.options]
    if not further:
        return
    used = [halves[literal] for literal in further]
    if len(clause) == 1:
        item = encoded.meanings[abs(further[0]) - encoded.options - 1].item
        used.append(proof.least(item) if further[0] > 0 else proof.most(item))
    if len(used) == 2:
        proof.polish(f"{used[0]} {used[1]} +")
    proof.clause(clause)

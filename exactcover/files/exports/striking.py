"""Dead options as clauses: each is refuted by unit propagation, and then left out of the items' constraints.

A dead option leaves an item with no option that it does not exclude, so taking it on trial propagates to a contradiction. What
remains is judged by an argument about the options that are left, or is an item that has too few of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from exactcover.files.exports.cutting_planes import Proof
from exactcover.judges.dead import dead, having, kept, rounds_of
from exactcover.judges.demands import Demands


class Struck(NamedTuple):
    """The dead options in the order in which they are struck, and the demands on the others."""

    options: list[int]
    left: Demands


def struck(needs: Demands, body: Mapping[str, Any]) -> Struck:
    """Strike the options of all rounds; body: of a refutation that its judge has accepted."""
    options: list[int] = []
    numbers = np.arange(needs.options)
    for each in rounds_of(needs, body):
        alive = np.ones(needs.options, dtype=np.bool_)
        for step in dead(needs, having(needs, each.items)):
            alive[step.options] = False
            options += numbers[step.options].tolist()
        needs, numbers = kept(needs, alive), numbers[alive]
    return Struck(options, needs)


def write_struck(proof: Proof, body: Mapping[str, Any]) -> Struck:
    """Write the clauses of the struck options, and constraints of the items without them; the proof then has these."""
    gone = struck(proof.needs, body)
    clauses = {option: proof.clause((-(option + 1),)) for option in gone.options}
    if "item" not in body:
        proof.restrict(_with_most_left(gone.left), clauses)
    return gone


def _with_most_left(left: Demands) -> Demands:
    """Return the demands with no item's most above the number of its options."""
    return replace(left, most=np.minimum(left.most, np.bincount(left.members, minlength=left.items)))

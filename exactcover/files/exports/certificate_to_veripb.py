"""From a refutation to OPB and a VeriPB proof.

A colouring modulo N becomes three lines: the weight of every option is a multiple of N, so the items' constraints times
their weights, taken in both directions and divided by N, bound the same sum from below and, one lower, from above;
their sum is the contradiction. A combination (farkas, or a colouring over the integers) is one line. Trees become
clauses derived by reverse unit propagation. Not here: clausal proofs (clausal_steps.py), frontiers (sweep.py), areas
(copies.py), dead options (striking.py), prices (prices.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd, lcm
from typing import Any

import numpy as np

from exactcover.files.exports.barrier_steps import write_barriers
from exactcover.files.exports.clausal_steps import write_clausal
from exactcover.files.exports.copies import write_area
from exactcover.files.exports.cutting_planes import Proof, Version
from exactcover.files.exports.prices import write_prices
from exactcover.files.exports.striking import write_struck
from exactcover.files.exports.sweep import write_frontier
from exactcover.files.exports.written import ARGUMENTS
from exactcover.judges.arithmetic import runs
from exactcover.judges.colouring import cell_weights, modulus_of
from exactcover.judges.dead import remainder
from exactcover.judges.demands import demands
from exactcover.judges.extent import refuse_large
from exactcover.judges.tree import combinations_of
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.refuted import refuted_model, without_colours
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers.tree_lemmas import of_tree

MOST_OPTIONS = 500_000
"""The most options of a problem: each occurs about twelve times, in about a hundred bytes."""
MOST_LITERALS = 100_000_000
"""The most literals in the clauses of a tree, all of which are held in memory: about a gigabyte."""
MOST_TRIED = 10_000_000
"""The most combinations of a colouring and the areas that are tried."""

Body = Mapping[str, Any]


def convert(model: Model, refutation: Refutation, version: Version = "3.0") -> tuple[bytes, bytes]:
    """Return the model as OPB and the proof; raises Unsuitable if the kind, or this refutation, has no such form.

    refutation: one that its judge has accepted; version: of the proof format.
    """
    if refutation.argument not in ARGUMENTS["veripb"]:
        raise Unsuitable(
            f"the argument {refutation.argument} cannot be written for VeriPB; expected {', '.join(ARGUMENTS['veripb'])}"
        )
    if refutation.argument == "barriers":
        return _of_barriers(model, refutation, version)
    if refutation.bound is not None and refutation.argument != "prices":
        raise Unsuitable("a bound on the moves of a plan cannot be written for VeriPB; expected LRAT")
    try:
        model = without_colours(model)
        refuse_large(model, MOST_OPTIONS, MOST_OPTIONS**2)
    except InvalidCertificate as fault:
        raise Unsuitable(str(fault)) from None
    if refutation.argument == "prices":
        return _of_prices(model, refutation, version)
    proof = Proof(demands(model), version)
    WRITERS[refutation.argument](model, refutation.body, proof)
    return proof.problem(), proof.finished()


def _of_barriers(model: Model, refutation: Refutation, version: Version) -> tuple[bytes, bytes]:
    """Return a pseudo-Boolean model of a growth, with its costs if a bound on them is proved, and the proof."""
    refuted = refuted_model(model, refutation)
    assert isinstance(refuted, Growth | Cheaper), "the judge has accepted barriers"
    return write_barriers(refuted, refutation.body, version)


def _of_prices(model: Model, refutation: Refutation, version: Version) -> tuple[bytes, bytes]:
    """Return a cover, with its costs if a bound on them is proved, and the proof."""
    assert isinstance(model, Cover)
    refuted = refuted_model(model, refutation)
    assert isinstance(refuted, Cover | CheaperCover)
    costs = None if refutation.bound is None or model.costs is None else model.costs.tolist()
    proof = Proof(demands(model), version, costs, refutation.bound)
    write_prices(refuted, refutation.body, proof)
    return proof.problem(), proof.finished()


def _write_tree(_: Model, body: Body, proof: Proof) -> None:
    for combination in combinations_of(proof.needs, body):
        _combine(proof, combination)
    literals = 0
    for lemma in of_tree(proof.needs, body):
        literals += len(lemma)
        if literals > MOST_LITERALS:
            raise Unsuitable(f"the tree's clauses have more than {MOST_LITERALS} literals; expected a smaller tree")
        if lemma:  # the root's lemma is the contradiction
            proof.clause(lemma)


def _write_clausal(_: Model, body: Body, proof: Proof) -> None:
    write_clausal(body, proof)


def _write_colouring(model: Model, body: Body, proof: Proof) -> None:
    modulus = modulus_of(body)
    if isinstance(model, Tiling):
        cells: list[int] = cell_weights(model, body)[model.region].tolist()
        weights = [*cells, *(-weight for weight in body["pieces"])]
        areas = _areas(model)
    else:
        weights, areas = list(body["weights"]), [0] * proof.needs.items
    written = _modular(proof, weights, areas, modulus) if modulus else _bound(proof, weights)
    if not written:
        raise Unsuitable("this colouring enumerates numbers of copies, which cannot be written for VeriPB")


def _write_arithmetic(model: Model, body: Body, proof: Proof) -> None:
    """Write the arguments that need more than unit propagation, which finds only cells, pieces and items with too few
    placements.
    """
    if body["argument"] == "area":
        assert isinstance(model, Tiling)
        areas = _areas(model)
        if not _bound(proof, areas) and not _modular(proof, [0] * len(areas), areas, 1):
            written = write_area(proof, [piece.size for piece in model.pieces])
            assert written, "the judge has accepted that the area is no sum"
    elif body["argument"] == "components":
        assert isinstance(model, Tiling)
        _write_components(model, body["components"], proof)


def _write_components(tiling: Tiling, components: list[Any], proof: Proof) -> None:
    """Write that pieces do not fill some component: its area is no multiple of a common divisor, or no sum, of their sizes."""
    numbers = {tuple(cell): number for number, cell in enumerate(np.argwhere(tiling.region).tolist())}
    sizes = [piece.size for piece in tiling.pieces]
    masks = []
    for component in components:
        inside = np.zeros(proof.needs.items, dtype=np.int64)
        for *cell, length in runs(component, "a component", tiling.dimension):
            first = numbers[tuple(cell)]
            inside[first : first + length] = 1  # cells of a run follow each other in lexicographic order
        divisor = gcd(*proof.needs.sums(inside).tolist())
        if divisor and int(inside.sum()) % divisor:
            _both_ways(proof, inside.tolist(), divisor)
            return
        masks.append(inside[: -len(sizes)] > 0)
    if not any(write_area(proof, sizes, mask) for mask in masks):
        raise Unsuitable("these components divide numbers of copies among them, which cannot be written for VeriPB")


def _write_farkas(_: Model, body: Body, proof: Proof) -> None:
    _combine(proof, dict(zip(body["items"], body["multipliers"], strict=True)))


def _combine(proof: Proof, combination: Mapping[int, int]) -> None:
    """Write a combination that bounds from above, as the judges use it, as one that bounds from below."""
    multipliers = [0] * proof.needs.items
    for item, multiplier in combination.items():
        multipliers[item] = -multiplier
    proof.combination(multipliers)


def _areas(tiling: Tiling) -> list[int]:
    """Return multipliers under which every option has weight 0: 1 for a cell, minus its size for a piece."""
    return [1] * int(tiling.region.sum()) + [-piece.size for piece in tiling.pieces]


def _bound(proof: Proof, weights: Sequence[int]) -> bool:
    """Write the combination, under which every option has weight 0, in the direction in which it exceeds 0; return
    whether there is one.
    """
    needs = proof.needs
    most = np.minimum(needs.most, np.bincount(needs.members, minlength=needs.items)).tolist()
    for way in (1, -1):
        multipliers = [way * weight for weight in weights]
        ranges = zip(multipliers, needs.least.tolist(), most, strict=True)
        if sum(each * (few if each > 0 else many) for each, few, many in ranges) > 0:
            proof.combination(multipliers)
            return True
    return False


def _modular(proof: Proof, weights: Sequence[int], areas: Sequence[int], modulus: int) -> bool:
    """Write a colouring modulo a number, with areas mixed in so that items of variable multiplicity have weight 0;
    return success.

    Under `weights` modulo the modulus, and under `areas`, every option has weight 0, and so it has under a * scale *
    weights + b * areas modulo scale * modulus. All a and b are tried, with the scale 1 or the least common multiple of
    the pieces' sizes.
    """
    needs = proof.needs
    exact = needs.least == needs.most
    numbers, sizes = np.array(weights, dtype=object), np.array(areas, dtype=object)
    total, area = (int((each[exact] * needs.least[exact]).sum()) for each in (numbers, sizes))
    tried = 0
    for scale in sorted({1, lcm(*(abs(size) for size in areas if size))}):
        large = scale * modulus
        factors = np.arange(large, dtype=np.int64)
        for times in [0] if modulus == 1 else range(1, modulus):
            tried += large
            if tried > MOST_TRIED:
                return False
            right = (times * scale * total % large + factors * (area % large)) % large != 0
            for item in np.flatnonzero(~exact).tolist():
                right &= (times * scale * weights[item] % large + factors * (areas[item] % large)) % large == 0
            for factor in np.flatnonzero(right)[:1].tolist():
                mixed = (times * scale * numbers + factor * sizes) % large
                _both_ways(proof, [int(each) for each in mixed], large)
                return True
    return False


def _both_ways(proof: Proof, multipliers: Sequence[int], divisor: int) -> None:
    """Add the sum with exact multiplicities, rounded up, to its negative, rounded up: 0 >= 1 if the total is not a multiple."""
    above = proof.combination(multipliers, divisor)
    below = proof.combination([-each for each in multipliers], divisor)
    proof.polish(f"{above} {below} +")


def _write_dead(model: Model, body: Body, proof: Proof) -> None:
    gone = write_struck(proof, body)
    if "item" not in body:
        WRITERS[body["argument"]](remainder(model, gone.left, body["of"]), body["body"], proof)


def _write_frontier(model: Model, body: Body, proof: Proof) -> None:
    assert isinstance(model, Tiling)
    write_frontier(model, body, proof)


WRITERS: dict[str, Callable[[Model, Body, Proof], None]] = {
    "arithmetic": _write_arithmetic,
    "colouring": _write_colouring,
    "farkas": _write_farkas,
    "dead": _write_dead,
    "frontier": _write_frontier,
    "tree": _write_tree,
    "clausal": _write_clausal,
}

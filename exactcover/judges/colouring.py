"""The judge of colourings: weights under which every placement has the weight of its piece, but the board does not add up.

Body: `modulus`, 0 for integers; `weights`; for a tiling `pieces`, a weight for each piece; and where the weights are periodic
`template`, a list of `{"steps": [a, b], "modulus": q}`. A cell (r, c) has the digits (a*r + b*c) mod q, a digit a form, and
`weights` one weight for each row of digits, in lexicographic order; without a template `weights` has one for each cell of the
region in lexicographic order. A cover has no template and no pieces: a weight for each item, and every option must weigh 0.
Modulo the modulus, each placement's cells must have the weight of its piece; then the region has the weight of all pieces, and
the certificate is valid if no numbers of pieces within their copies have that weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.copies import Supply, may_weigh
from exactcover.judges.demands import demands
from exactcover.judges.windows import lies, sums
from exactcover.model.arrays import Integers, Mask
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling

MOST_MODULUS = 10**4
MOST_WEIGHT = 10**6
"""Weights are small, so that sums over all cells of all options stay within 64 bits."""
MOST_CLASSES = 10**5
MOST_FORMS = 8
FEW_VALUES = 40  # weights of placements, tested one by one


def judge(model: Model, body: Mapping[str, Any]) -> None:
    """Raise InvalidCertificate if the colouring does not prove that the model has no solution."""
    if isinstance(model, Tiling):
        _judge_tiling(model, body)
    elif isinstance(model, Cover):
        _judge_cover(model, body)
    else:
        raise InvalidCertificate("a colouring applies to a tiling or a cover, not to a linear model")


def modulus_of(body: Mapping[str, Any]) -> int:
    """Return the modulus; raises InvalidCertificate."""
    return whole_number(entry(body, "modulus", "0 or more"), "the modulus", 0, MOST_MODULUS)


def cell_weights(tiling: Tiling, body: Mapping[str, Any]) -> Integers:
    """Return a weight for each position of the region's array, 0 outside the region; raises InvalidCertificate."""
    return _spread(tiling, *_classed(tiling, body))


def _classed(tiling: Tiling, body: Mapping[str, Any]) -> tuple[NDArray[np.int32], Integers]:
    """Return the class of each position, in the smaller of two types, because boards are large; and a weight for each class.

    Without a template each cell of the region is its own class.
    """
    value = entry(body, "weights", "whole numbers")
    spread = np.zeros(tiling.region.shape, dtype=np.int32)
    if "template" not in body:
        cells = int(tiling.region.sum())
        weights = _weights(value, "weights", cells)
        spread[tiling.region] = np.arange(cells, dtype=np.int32)
        return spread, weights
    forms = _forms(tiling, body["template"])
    weights = _weights(value, "weights", prod(modulus for _, modulus in forms))
    positions: tuple[Integers, ...] = np.indices(tiling.region.shape, dtype=np.int64, sparse=True)
    for steps, modulus in forms:
        terms = [(step * axis % modulus).astype(np.int32) for step, axis in zip(steps, positions, strict=True)]
        spread *= modulus
        spread += sum(terms, np.int32(0)) % modulus
    return spread, weights


def _spread(tiling: Tiling, classes: NDArray[np.int32], weights: NDArray[Any]) -> NDArray[Any]:
    """Return each position's weight, 0 outside the region."""
    if not len(weights):
        return np.zeros(tiling.region.shape, dtype=weights.dtype)
    spread = weights[classes]
    spread[~tiling.region] = 0
    return spread


def _weights(value: Any, name: str, count: int) -> Integers:
    return np.array(whole_numbers(value, name, count, -MOST_WEIGHT, MOST_WEIGHT), dtype=np.int64)


def _forms(tiling: Tiling, template: Any) -> list[tuple[list[int], int]]:
    if not isinstance(template, list) or not 1 <= len(template) <= MOST_FORMS:
        raise InvalidCertificate(f"the template is not a list; expected 1 to {MOST_FORMS} forms")
    forms = []
    for number, form in enumerate(template):
        if not isinstance(form, dict):
            raise InvalidCertificate(f"form {number} of the template is not an object; expected steps and modulus")
        refuse_unknown(form, ("steps", "modulus"))
        modulus = whole_number(
            entry(form, "modulus", "1 or more"), f"the modulus of form {number}", least=1, most=MOST_CLASSES
        )
        value = entry(form, "steps", "one whole number per axis")
        steps = whole_numbers(value, f"the steps of form {number}", tiling.dimension, 0, modulus - 1)
        forms.append((steps, modulus))
    if prod(modulus for _, modulus in forms) > MOST_CLASSES:
        raise InvalidCertificate(f"the template has over {MOST_CLASSES} classes of cells")
    return forms


def _judge_tiling(tiling: Tiling, body: Mapping[str, Any]) -> None:
    refuse_unknown(body, ("modulus", "template", "weights", "pieces"))
    modulus = modulus_of(body)
    classes, weights = _classed(tiling, body)
    piece_weights = whole_numbers(
        entry(body, "pieces", "a weight for each piece"), "pieces", len(tiling.pieces), -MOST_WEIGHT, MOST_WEIGHT
    )
    largest = max((piece.size for piece in tiling.pieces), default=1)
    narrow = _spread(tiling, classes, _narrow(weights % modulus if modulus else weights, largest))
    supplies = []
    for piece, weight in zip(tiling.pieces, piece_weights, strict=True):
        placements = 0
        for number, orientation in enumerate(piece.orientations if piece.most > 0 else ()):
            where = lies(tiling, piece, number)
            seen = _values(sums(narrow, orientation), where)
            _refuse_wrong(seen, weight, modulus, f"a placement of {piece.name!r}")
            placements += int(np.count_nonzero(where))
        supplies.append(Supply(piece.size, weight, piece.least, min(piece.most, placements)))
    cells_of = np.bincount(classes[tiling.region], minlength=len(weights)).tolist()
    total = sum(weight * number for weight, number in zip(weights.tolist(), cells_of, strict=True))
    if may_weigh(supplies, int(tiling.region.sum()), total, modulus):
        raise InvalidCertificate(f"the pieces may weigh what the board does, {total}{_modulo(modulus)}")


def _values(weighed: NDArray[Any], where: Mask) -> list[int]:
    """Return the different values at these positions; a few small ones are tested one by one, which avoids sorting."""
    if not weighed.size:
        return []
    low, high = int(weighed.min()), int(weighed.max())
    if high - low > FEW_VALUES:
        return [int(value) for value in np.unique(weighed[where])]
    return [value for value in range(low, high + 1) if ((weighed == value) & where).any()]


def _judge_cover(cover: Cover, body: Mapping[str, Any]) -> None:
    refuse_unknown(body, ("modulus", "weights"))
    modulus = modulus_of(body)
    weights = _weights(entry(body, "weights", "a weight an item"), "weights", len(cover.items))
    _refuse_wrong(np.unique(demands(cover).sums(weights)).tolist(), 0, modulus, "an option")
    ranges = zip(weights.tolist(), cover.least.tolist(), cover.most.tolist(), strict=True)
    if may_weigh([Supply(0, *each) for each in ranges], 0, 0, modulus):
        raise InvalidCertificate(f"the items' multiplicities may weigh what options do, 0{_modulo(modulus)}")


def _narrow(weights: Integers, terms: int) -> NDArray[Any]:
    """Return the weights in the smallest integer type in which sums of that many of them stay exact, for speed on large
    boards."""
    largest = max(int(weights.max(initial=0)), -int(weights.min(initial=0))) * terms
    return weights.astype(
        next(type_ for type_ in (np.int8, np.int16, np.int32, np.int64) if largest <= np.iinfo(type_).max)
    )


def _refuse_wrong(seen: list[int], expected: int, modulus: int, name: str) -> None:
    """Raise InvalidCertificate if something has an unexpected weight."""
    wrong = [weight for weight in seen if ((weight - expected) % modulus if modulus else weight != expected)]
    if wrong:
        raise InvalidCertificate(f"{name} weighs {wrong[0]}; expected {expected}{_modulo(modulus)}")


def _modulo(modulus: int) -> str:
    return f" modulo {modulus}" if modulus else ""

"""Explains colourings: the weights of the cells, of each piece, and why the board does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from exactcover.judges.arithmetic import supplies
from exactcover.judges.colouring import cell_weights
from exactcover.judges.copies import residues
from exactcover.judges.windows import lies, sums
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Piece, Tiling
from exactcover.proofs.explain.phrases import copies_phrase, joined, number_phrase

AXES = {1: ("x",), 2: ("r", "c"), 3: ("l", "r", "c")}
STRIPES = {1: ("cells",), 2: ("rows", "columns"), 3: ("layers", "rows", "columns")}
MOST_LISTED = 12  # weights, or pieces, listed one by one


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences."""
    if isinstance(model, Cover):
        return _of_cover(model, body)
    assert isinstance(model, Tiling)
    weights, modulus = cell_weights(model, body), int(body["modulus"])
    piece_weights = [weight % modulus if modulus else weight for weight in body["pieces"]]
    pieces = [piece for piece in model.pieces if piece.most]
    piece_weights = [weight for weight, piece in zip(piece_weights, model.pieces, strict=True) if piece.most]
    if is_parity(body):
        noun = _noun(body)
        return [
            *_marked(model, body),
            *_odd_and_even(pieces, piece_weights, noun),
            *_odd_against_even(pieces, piece_weights, noun, weights),
        ]
    return [
        *_weighed(model, body),
        *_patterns(model, body, pieces),
        *_alike(pieces, piece_weights, modulus),
        *_differing(model, pieces, piece_weights, weights, modulus, is_chessboard(body)),
    ]


def is_parity(body: Mapping[str, Any]) -> bool:
    """Return whether cells are only coloured or not, and their number counts modulo 2."""
    return body["modulus"] == 2 and set(body["weights"]) <= {0, 1}


def is_chessboard(body: Mapping[str, Any]) -> bool:
    """Return whether the weights are those of the two colours of a chessboard."""
    forms = body.get("template", [])
    return len(forms) == 1 and forms[0]["modulus"] == 2 and all(forms[0]["steps"])


def _stripes(tiling: Tiling, body: Mapping[str, Any]) -> str:
    """Return the name of stripes (rows, columns, layers), or nothing."""
    forms = body.get("template", [])
    names = STRIPES.get(tiling.dimension)
    if len(forms) != 1 or names is None or sum(map(bool, forms[0]["steps"])) != 1 or max(forms[0]["steps"]) != 1:
        return ""
    return str(names[forms[0]["steps"].index(1)])


def _digits(tiling: Tiling, body: Mapping[str, Any]) -> tuple[str, str]:
    """Return names for a cell and for the digits of its class, as in `(r, c)` and `(r + 2c) mod 5`."""
    names = _axes(tiling)
    forms = []
    for form in body["template"]:
        terms = [
            f"{step if step > 1 else ''}{name}" for step, name in zip(form["steps"], names, strict=True) if step
        ] or ["0"]
        forms.append(f"{terms[0] if len(terms) == 1 else '(' + ' + '.join(terms) + ')'} mod {form['modulus']}")
    return f"({', '.join(names)})", forms[0] if len(forms) == 1 else f"({', '.join(forms)})"


def _axes(tiling: Tiling) -> Sequence[str]:
    return AXES.get(tiling.dimension) or [f"x{axis}" for axis in range(tiling.dimension)]


def _classes(body: Mapping[str, Any]) -> list[str]:
    """Return the rows of digits in the order of the weights."""
    sizes = [form["modulus"] for form in body["template"]]
    rows = [tuple(map(int, row)) for row in np.ndindex(*sizes)]
    return [str(row[0]) if len(row) == 1 else str(row) for row in rows]


def _marked(tiling: Tiling, body: Mapping[str, Any]) -> list[str]:
    """Say which cells are coloured if only their parity counts."""
    weights = body["weights"]
    if "template" not in body:
        return [f"Colour {number_phrase(sum(weights), 'cell')} of the board as drawn."]
    if is_chessboard(body):
        return [f"Colour the board as a chessboard, {_dark(tiling, dark_parity(body))}."]
    coloured = joined(_having(body, 1), "or")
    stripes = _stripes(tiling, body)
    if stripes:
        return [f"Colour the {stripes} with numbers {coloured} modulo {len(weights)}."]
    cell, digits = _digits(tiling, body)
    return [f"Colour the cells {cell} in which {digits} is {coloured}."]


def dark_parity(body: Mapping[str, Any]) -> int:
    """Return the parity of the sum of coordinates of the cells of a chessboard that are called dark."""
    return 1 if is_parity(body) and not body["weights"][0] else 0


def _dark(tiling: Tiling, parity: int) -> str:
    return f"dark where {' + '.join(_axes(tiling))} is {'odd' if parity else 'even'}"


def _noun(body: Mapping[str, Any]) -> str:
    return "dark" if is_chessboard(body) else "coloured"


def _odd_and_even(pieces: Sequence[Piece], piece_weights: Sequence[int], noun: str) -> list[str]:
    explanation = []
    for parity, word in enumerate(("an even", "an odd")):
        names = [piece.name for piece, weight in zip(pieces, piece_weights, strict=True) if weight == parity]
        if names:
            explanation.append(f"Wherever it is placed, {_each(names)} covers {word} number of {noun} cells.")
    return explanation


def _each(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"each of {joined(names)}"


def _odd_against_even(pieces: Sequence[Piece], piece_weights: Sequence[int], noun: str, weights: Integers) -> list[str]:
    total = int(weights.sum())
    board = f"the board has {total} of them, an {_parity_word(total)} number"
    odd = [piece for piece, weight in zip(pieces, piece_weights, strict=True) if weight]
    if not odd:
        return [f"So all pieces together cover an even number of {noun} cells, but {board}."]
    number = sum(piece.least for piece in odd)
    if any(piece.least != piece.most for piece in odd):
        together = f"Numbers of pieces within their copies that fill the area cover an {_parity_word(total + 1)} number"
        return [f"{together} of {noun} cells; but {board}."]
    if number == 1:
        return [f"One such piece is placed, so all together cover an odd number; but {board}."]
    return [f"There are {number} such pieces, so all together cover an {_parity_word(number)} number; but {board}."]


def _parity_word(number: int) -> str:
    return "odd" if number % 2 else "even"


def _weighed(tiling: Tiling, body: Mapping[str, Any]) -> list[str]:
    """Say what the cells weigh."""
    weights = body["weights"]
    if "template" not in body:
        number = number_phrase(len(weights) - weights.count(0), "cell")
        return [f"Give the cells the weights that are drawn, other than 0 to {number}."]
    if is_chessboard(body):
        dark, light = weights
        return [f"Colour the board as a chessboard, {_dark(tiling, 0)}; dark cells weigh {dark}, light ones {light}."]
    stripes = _stripes(tiling, body)
    if stripes:
        return [f"Give the {stripes} the weights {', '.join(map(str, weights))} in turn."]
    cell, digits = _digits(tiling, body)
    usual = max(sorted(set(weights)), key=weights.count)
    explanation = [
        f"{weight} where that is {joined(_having(body, weight), 'or')}" for weight in sorted(set(weights) - {usual})
    ]
    return [f"Give the cell {cell} a weight by {digits}: {', '.join(explanation)}, and {usual} elsewhere."]


def _having(body: Mapping[str, Any], weight: int) -> list[str]:
    return [name for name, mine in zip(_classes(body), body["weights"], strict=True) if mine == weight]


def _patterns(tiling: Tiling, body: Mapping[str, Any], pieces: Sequence[Piece]) -> list[str]:
    """Say how many dark and light cells each piece covers on a chessboard."""
    if not is_chessboard(body) or len(pieces) > MOST_LISTED:
        return []
    dark = dark_cells(tiling.region)
    patterns = []
    for piece in pieces:
        seen = sorted(_covered(tiling, dark, piece), reverse=True)
        if seen:
            ways = [f"{n} dark and {piece.size - n} light" for n in seen]
            patterns.append(
                f"{piece.name} covers {joined(ways, 'or')}{' cell' if piece.size - seen[-1] == 1 else ' cells'}."
            )
    return patterns


def dark_cells(region: Mask) -> Mask:
    """Return which positions have an even sum of coordinates."""
    odd = np.zeros((1,) * region.ndim, dtype=np.bool_)
    positions: tuple[Integers, ...] = np.indices(region.shape, sparse=True)
    for axis in positions:
        odd = odd ^ (axis % 2 == 1)
    return ~odd


def _covered(tiling: Tiling, dark: Mask, piece: Piece) -> set[int]:
    """Return the numbers of dark cells under the placements of a piece."""
    numbers: set[int] = set()
    narrow = dark.astype(np.min_scalar_type(piece.size))
    for way, orientation in enumerate(piece.orientations):
        number, where = sums(narrow, orientation), lies(tiling, piece, way)
        numbers.update(dark_ones for dark_ones in range(piece.size + 1) if ((number == dark_ones) & where).any())
    return numbers


def _alike(pieces: Sequence[Piece], piece_weights: Sequence[int], modulus: int) -> list[str]:
    by_weight: dict[int, list[str]] = {}
    for piece, weight in zip(pieces, piece_weights, strict=True):
        by_weight.setdefault(weight, []).append(piece.name)
    explanation = []
    for weight, names in sorted(by_weight.items()):
        explanation.append(f"Wherever it is placed, {_each(names)} weighs {weight}{_modulo(modulus)}.")
    return explanation


def _modulo(modulus: int) -> str:
    return f" modulo {modulus}" if modulus else ""


def _differing(
    tiling: Tiling,
    pieces: Sequence[Piece],
    piece_weights: Sequence[int],
    weights: Integers,
    modulus: int,
    chessboard: bool,
) -> list[str]:
    total = int(weights.sum())
    board = f"the board weighs {total}"
    if chessboard:
        dark = int((tiling.region & dark_cells(tiling.region)).sum())
        board = f"the board, with {dark} dark and {int(tiling.region.sum()) - dark} light cells, weighs {total}"
    if modulus and total != total % modulus:
        board += f", which is {total % modulus}{_modulo(modulus)}"
    weighty = [(piece, weight) for piece, weight in zip(pieces, piece_weights, strict=True) if weight]
    if not weighty:
        return [f"So all pieces together weigh 0{_modulo(modulus)}, but {board}."]
    if all(piece.least == piece.most for piece, _ in weighty):
        sums_up = sum(piece.least * weight for piece, weight in weighty)
        placed = joined([f"{piece.name} {copies_phrase(piece.least)}" for piece, _ in weighty])
        left = f", which is {sums_up % modulus}{_modulo(modulus)}" if modulus and sums_up != sums_up % modulus else ""
        return [f"With {placed} the pieces weigh {sums_up} in total{left}; but {board}."]
    if not modulus:
        return [f"No numbers of pieces within their copies weigh that much in total: {board}."]
    area = int(tiling.region.sum())
    placeable = [each for each, piece in zip(supplies(tiling), tiling.pieces, strict=True) if piece.most]
    weighted = [each._replace(weight=weight) for each, weight in zip(placeable, piece_weights, strict=True)]
    reached = [str(residue) for residue in sorted(residues(weighted, area, modulus))]
    possible = f"only {joined(reached, 'or')}" if reached else "nothing"
    together = f"Numbers of pieces within their copies that fill the area can weigh {possible}{_modulo(modulus)}"
    return [f"{together}; but {board}."]


def _of_cover(cover: Cover, body: Mapping[str, Any]) -> list[str]:
    modulus = int(body["modulus"])
    weighty = [(name, weight) for name, weight in zip(cover.items, body["weights"], strict=True) if weight]
    listed = [f"{name} {weight}" for name, weight in weighty[:MOST_LISTED]]
    more = f" (and {len(weighty) - len(listed)} more)" if len(weighty) > len(listed) else ""
    explanation = [
        f"Give items these weights: {', '.join(listed)}{more}; all others weigh 0.",
        f"Every option then weighs 0{_modulo(modulus)}.",
    ]
    pairs = zip(body["weights"], cover.least.tolist(), cover.most.tolist(), strict=True)
    ranges = [(weight, least, most) for weight, least, most in pairs if weight]
    if all(least == most for _, least, most in ranges):
        total = sum(weight * least for weight, least, _ in ranges)
        left = f", which is {total % modulus}{_modulo(modulus)}" if modulus and total != total % modulus else ""
        explanation.append(
            f"But the chosen options must weigh {total}, each item counted as often as it must be covered{left}."
        )
    else:
        explanation.append(f"But items covered as often as they must be cannot weigh 0{_modulo(modulus)} together.")
    return explanation

"""A colouring in scenes: the colours, what a piece covers, the sums, and an attempt with the cells that stay bare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactcover.judges.colouring import cell_weights
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import colouring
from exactcover.proofs.explain.phrases import number_phrase
from exactcover.proofs.scenes.attempts import attempt
from exactcover.proofs.scenes.pictures import (
    Cell,
    Json,
    Plane,
    bars,
    board,
    chips,
    fixed_pieces,
    groups,
    heat_look,
    piece,
    plane_of,
    region_cells,
    scene,
    signed,
)
from exactcover.proofs.scenes.placements import few, samples

Look = Callable[[Cell], tuple[str, str]]


def scenes(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return the argument in scenes, from a body that the judge has accepted."""
    first, *middle, last = colouring.sentences(model, body)
    if isinstance(model, Cover):
        return _of_cover(model, body, first, middle, last)
    assert isinstance(model, Tiling)
    plane = plane_of(model)
    dark = _dark(model, body)
    look = _look(model, body, dark)
    coloured = None if plane is None else _board(model, plane, look, _name(model, dark))
    if colouring.is_chessboard(body):
        title = "Colour it like a chessboard"
        first = f"{first} That makes {len(dark)} dark and {int(model.region.sum()) - len(dark)} light cells."
    else:
        title = "Colour some cells" if colouring.is_parity(body) else "Give each cell a weight"
    told = [scene(title, [first], coloured)]
    covering = None
    if plane is not None and few(model):
        covering = _board(model, plane, look, "Some placements of the pieces, on the same colours", samples_of=plane)
    told.append(scene("See what a piece covers", middle, covering))
    told.append(scene("Add it up", [last], _sums(model, body, dark)))
    return told + attempted(model, plane, look, dark if colouring.is_chessboard(body) else None)


def _board(tiling: Tiling, plane: Plane, look: Look, name: str, samples_of: Plane | None = None) -> Json:
    """Return the coloured board, with some placements if they are wanted."""
    seen = [] if samples_of is None else [piece(plane, each, cells, "seen") for each, cells in samples(tiling)]
    return board(plane, region_cells(tiling.region), name, look=look, pieces=[*fixed_pieces(tiling, plane), *seen])


def _dark(tiling: Tiling, body: Mapping[str, Any]) -> frozenset[Cell]:
    """Return the cells that the sentences call dark, or coloured; none if the cells have weights only."""
    if colouring.is_chessboard(body):
        parity = colouring.dark_parity(body)
        mask = tiling.region & (colouring.dark_cells(tiling.region) ^ bool(parity))
    elif colouring.is_parity(body):
        mask = tiling.region & (cell_weights(tiling, body) == 1)
    else:
        return frozenset()
    return frozenset(map(tuple, region_cells(mask)))


def _look(tiling: Tiling, body: Mapping[str, Any], dark: frozenset[Cell]) -> Look:
    """Return the look of the cells: dark and light as in the sentences, else their weights."""
    if colouring.is_chessboard(body) or colouring.is_parity(body):
        return lambda cell: ("dark" if cell in dark else "light", "")
    modulus = int(body["modulus"])
    weights = cell_weights(tiling, body)
    listed = [(tuple(cell), int(weights[tuple(cell)])) for cell in region_cells(tiling.region)]
    return heat_look({cell: weight % modulus if modulus else weight for cell, weight in listed})


def _name(tiling: Tiling, dark: frozenset[Cell]) -> str:
    cells = number_phrase(int(tiling.region.sum()), "cell")
    return f"The board of {cells}, {len(dark)} of them dark" if dark else f"The board of {cells} with their weights"


def _sums(tiling: Tiling, body: Mapping[str, Any], dark: frozenset[Cell]) -> Json:
    """Return the numbers of cells of each colour, or the weight of the board against that of the pieces."""
    light = int(tiling.region.sum()) - len(dark)
    if colouring.is_chessboard(body) and not colouring.is_parity(body):
        weights = body["weights"]
        paired = int(body["modulus"]) == 0 and weights[0] == -weights[1] and not any(body["pieces"])
        over = abs(len(dark) - light) if paired else 0
        note = f"{'this one finds' if over == 1 else f'these {over} find'} no partner" if over else ""
        return groups(
            "Dark and light cells, counted",
            note,
            (f"{len(dark)} dark cells", len(dark), "dark", over if len(dark) > light else 0),
            (f"{light} light cells", light, "light", over if light > len(dark) else 0),
        )
    if colouring.is_parity(body):
        noun = "dark" if colouring.is_chessboard(body) else "coloured"
        return groups("Coloured cells, counted", "", (f"{len(dark)} {noun} cells", len(dark), "dark", 0))
    total, modulus = int(cell_weights(tiling, body).sum()), int(body["modulus"])
    entries = [("The board weighs", total, signed(total), "bad")]
    weighty = [(one, weight) for one, weight in zip(tiling.pieces, body["pieces"], strict=True) if one.most and weight]
    if all(one.least == one.most for one, _ in weighty):
        placed = sum(one.least * weight for one, weight in weighty)
        entries.append(("All pieces together", placed, signed(placed), "good"))
    if modulus:
        entries = [(label, n, f"{text}, which is {n % modulus} modulo {modulus}", tone) for label, n, text, tone in
                   ((label, value or 0, text, tone) for label, value, text, tone in entries)]  # fmt: skip
    return bars("The weight of the board and that of the pieces", *entries)


def attempted(tiling: Tiling, plane: Plane | None, look: Look | None, dark: frozenset[Cell] | None) -> list[Json]:
    """Return a scene with an attempt to pack the pieces, if it leaves cells bare; dark: the dark cells of a chessboard."""
    tried = attempt(tiling) if plane is not None and few(tiling) else None
    if plane is None or tried is None:
        return []
    bare = {tuple(cell) for cell in tried.bare}
    kinds = {cell in dark for cell in bare} if dark is not None else set()
    colour = ""
    if len(kinds) == 1:
        which = "dark" if True in kinds else "light"
        colour = f", {which}" if len(bare) == 1 else f", {'both' if len(bare) == 2 else 'all of them'} {which}"
    stay = f"{number_phrase(len(bare), 'cell')} {'stays' if len(bare) == 1 else 'stay'} bare{colour}"
    drawn = [piece(plane, name, cells) for name, cells in tried.placed]
    return [
        scene(
            "Try as you like",
            [f"In {'an attempt' if tried.attempts == 1 else f'the best of {tried.attempts} attempts'} {stay}."],
            board(
                plane,
                region_cells(tiling.region),
                f"An attempt in which {stay}",
                look=(lambda cell: look(cell) if cell in bare else ("", ""))
                if look is not None
                else lambda _: ("", ""),
                pieces=[*fixed_pieces(tiling, plane), *drawn],
                marks=tried.bare,
            ),
        )
    ]


def _of_cover(cover: Cover, body: Mapping[str, Any], first: str, middle: list[str], last: str) -> list[Json]:
    weighty = [(name, weight) for name, weight in zip(cover.items, body["weights"], strict=True) if weight]
    picture = chips("Items with a weight other than 0", weighty)
    pairs = zip(body["weights"], cover.least.tolist(), cover.most.tolist(), strict=True)
    ranges = [(weight, least, most) for weight, least, most in pairs if weight]
    sums = None
    if all(least == most for _, least, most in ranges):
        total = sum(weight * least for weight, least, _ in ranges)
        modulus = int(body["modulus"])
        reached = f"0 modulo {modulus}" if modulus else "0"
        demanded = f"{signed(total)}, which is {total % modulus} modulo {modulus}" if modulus else signed(total)
        sums = bars(
            "What options weigh, and what they must weigh",
            ("Chosen options weigh", 0, reached, "good"),
            ("They must weigh", total, demanded, "bad"),
        )
    return [scene("Give items weights", [first], picture), scene("Add it up", [*middle, last], sums)]

"""Arguments from sizes and numbers in scenes: the board, and what the pieces cover, as bars; or the cells that nothing covers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.arithmetic import runs
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import arithmetic
from exactcover.proofs.explain.briefly import cells_named
from exactcover.proofs.explain.phrases import number_phrase
from exactcover.proofs.scenes.colouring import attempted
from exactcover.proofs.scenes.pictures import (
    Json,
    Plane,
    bars,
    board,
    chips,
    fixed_pieces,
    piece,
    plane_of,
    region_cells,
    scene,
)

TITLES = {"cell": "Look at this cell", "piece": "Look at this piece", "components": "Look at the parts of the board"}


def scenes(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return the argument in scenes, from a body that the judge has accepted."""
    sentences = arithmetic.sentences(model, body)
    if isinstance(model, Cover):
        return [scene("Look at this item", sentences, chips("The item", [(str(body["item"]), None)]))]
    assert isinstance(model, Tiling)
    plane = plane_of(model)
    if body["argument"] == "area":
        return _of_area(model, plane, sentences)
    marks = cells_named(model, Refutation("arithmetic", body))
    pictured = None
    if plane is not None and body["argument"] == "piece":
        alone = Plane(model.pieces[body["piece"]].orientations[0].max(axis=0) + 1)
        own = model.pieces[body["piece"]]
        cells = own.orientations[0].tolist()
        pictured = board(alone, [], f"The piece {own.name}", pieces=[piece(alone, own.name, cells)])
    elif plane is not None:
        parts = _parts(model, body)
        name = f"The board, with {number_phrase(len(marks), 'cell')} marked"
        pictured = board(
            plane,
            region_cells(model.region),
            name,
            look=lambda cell: (parts.get(cell, ""), ""),
            pieces=fixed_pieces(model, plane),
            marks=marks,
        )
    told = [scene(TITLES[body["argument"]], sentences, pictured)]
    return told + attempted(model, plane, None, None)


def _parts(tiling: Tiling, body: Mapping[str, Any]) -> dict[tuple[int, ...], str]:
    """Return tones for the components that an argument names."""
    tones = ("p2", "m2", "p1", "m1")
    return {
        (*cell, column): tones[number % len(tones)]
        for number, component in enumerate(body.get("components", []))
        for *cell, first, length in runs(component, "a component", tiling.dimension)
        for column in range(first, first + length)
    }


def _of_area(tiling: Tiling, plane: Plane | None, sentences: list[str]) -> list[Json]:
    area = int(tiling.region.sum())
    first, *rest = sentences
    pictured = None
    if plane is not None:
        name = f"The board of {number_phrase(area, 'cell')}"
        pictured = board(plane, region_cells(tiling.region), name, pieces=fixed_pieces(tiling, plane))
    least = sum(one.size * one.least for one in tiling.pieces)
    most = sum(one.size * min(one.most, area // one.size + 1) for one in tiling.pieces)
    sizes = {one.size for one in tiling.pieces if one.most}
    entries: list[tuple[str, int | None, str, str]] = [("The board", area, f"{area:,} cells", "bad")]
    if least == most:
        entries.append(("The pieces", least, f"{least:,} cells", "good"))
    elif len(sizes) == 1 and area % max(sizes):
        size = max(sizes)
        below = area // size * size
        entries.append((number_phrase(below // size, "piece"), below, f"{below:,} cells", "good"))
        entries.append((number_phrase(below // size + 1, "piece"), below + size, f"{below + size:,} cells", "good"))
    elif least > area:
        entries.append(("Pieces that must be placed", least, f"{least:,} cells", "good"))
    elif most < area:
        entries.append(("All pieces that may be placed", most, f"{most:,} cells", "good"))
    told = [scene("Count the cells", [first], pictured)]
    told.append(scene("Count what the pieces cover", rest, bars("The cells of the board and of the pieces", *entries)))
    return told + attempted(tiling, plane, None, None)

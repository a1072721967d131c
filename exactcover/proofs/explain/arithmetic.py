"""Explains arguments from sizes and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.arithmetic import placements, runs, supplies
from exactcover.judges.copies import Supply, fill
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain.phrases import copies_phrase, joined, number_phrase


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences."""
    argument = body["argument"]
    if isinstance(model, Cover):
        item = model.items.index(body["item"])
        options = int((model.members == item).sum())
        needed = int(model.least[item])
        return [
            f"The item {body['item']} must be covered {copies_phrase(needed)}, but it is in {_few(options, 'option')}."
        ]
    assert isinstance(model, Tiling)
    if argument == "area":
        return _of_area(model)
    if argument == "cell":
        return [f"No placement of any piece covers the cell ({', '.join(map(str, body['cell']))})."]
    if argument == "piece":
        piece = model.pieces[body["piece"]]
        places = placements(model, piece)
        where = "it fits nowhere" if not places else f"it has {_few(places, 'placement')}"
        return [f"The piece {piece.name} must be placed {copies_phrase(piece.least)}, but {where}."]
    return _of_components(model, body["components"])


def _few(number: int, noun: str) -> str:
    return f"no {noun}" if number == 0 else f"only {number_phrase(number, noun)}"


def _of_area(tiling: Tiling) -> list[str]:
    area = int(tiling.region.sum())
    explanation = [f"The region has {number_phrase(area, 'cell')}."]
    plain = [Supply(piece.size, 0, piece.least, piece.most) for piece in tiling.pieces]
    if fill(plain, area):
        idle = [
            piece.name
            for piece, each in zip(tiling.pieces, supplies(tiling), strict=True)
            if each.most == 0 < piece.most
        ]
        if idle:
            explanation.append(f"There is no place on it for {joined(idle, 'or')}.")
        else:
            explanation.append("Some pieces have fewer placements than copies.")
        plain = supplies(tiling)
    fewest = sum(each.size * each.least for each in plain)
    largest = sum(each.size * each.most for each in plain)
    sizes = sorted({each.size for each in plain if each.most})
    if fewest == largest:
        explanation.append(f"The pieces have {number_phrase(fewest, 'cell')} in all.")
        explanation += _if_some_stay_out(tiling, area)
    elif len(sizes) == 1 and area % sizes[0]:
        explanation.append(
            f"Every piece has {number_phrase(sizes[0], 'cell')}, and {area} is no multiple of {sizes[0]}."
        )
    elif fewest > area:
        explanation.append(f"The pieces that must be placed have {number_phrase(fewest, 'cell')}.")
        explanation += _if_some_stay_out(tiling, area)
    elif largest < area:
        explanation.append(f"All pieces that may be placed have {number_phrase(largest, 'cell')}.")
    else:
        listed = joined([str(size) for size in sizes], "and")
        explanation.append(
            f"The pieces have sizes {listed}; no numbers of them within their copies cover {area} cells."
        )
    return explanation


def _if_some_stay_out(tiling: Tiling, area: int) -> list[str]:
    """Say which copies would let the area come out, if it does once not every piece has to be placed."""
    most = {piece.most for piece in tiling.pieces}
    if tiling.fixed or len(most) != 1 or not fill([Supply(p.size, 0, 0, p.most) for p in tiling.pieces], area):
        return []
    return [f"With copies=0..{max(most)} not every piece has to be placed, and the sizes would come out."]


def _of_components(tiling: Tiling, components: list[Any]) -> list[str]:
    explanation = []
    sizes = []
    for component in components:
        parts = runs(component, "a component", tiling.dimension)
        start = ", ".join(map(str, parts[0][:-1]))
        sizes.append(sum(part[-1] for part in parts))
        explanation.append(
            f"No placement joins the component of {number_phrase(sizes[-1], 'cell')} at ({start}) to other cells."
        )
    if len(components) == 1 and not fill((Supply(k.size, 0, 0, k.most) for k in tiling.pieces), sizes[0]):
        explanation.append(f"No numbers of pieces within their copies cover {number_phrase(sizes[0], 'cell')}.")
    else:
        whom = "it and the rest" if len(components) == 1 else "these components and the rest"
        explanation.append(f"The pieces cannot be divided so that {whom} each get as many cells as they have.")
    return explanation

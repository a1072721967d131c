"""The judge of arguments from sizes and numbers alone: `{"argument": ..., ...}`, each recomputed here.

- `area`: no numbers of pieces within their copies and their numbers of placements have the region's area;
- `components`, with `components`, each a list of cells or `{"runs": [[r, c, n], ...]}`, the n cells from (r, c) on along the
  last axis, for every run: every placement lies within one of these sets of cells or outside them all, and the copies cannot
  be divided so that each set, and the rest of the region, gets its area;
- `cell`, with `cell`: no placement covers that cell; `piece`, with `piece`, a piece's number (from 0, in the order of the
  tiling's pieces): it has fewer placements than copies that must be placed; `item`, with `item`, a name (of a cover): it is in
  fewer options than it must be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.copies import Supply, fill
from exactcover.judges.windows import lies, windows
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Piece, Tiling

OF_TILINGS = ("area", "components", "cell", "piece")
MOST_SHARES = 10**6  # ways to divide the copies that are tried
MOST_REST = 2**30  # such ways times cells left over


def judge(model: Model, body: Mapping[str, Any], most_shares: int = MOST_SHARES, most_rest: int = MOST_REST) -> None:
    """Raise InvalidCertificate unless the argument proves that the model has no solution.

    most_shares: ways to divide the copies that are tried; most_rest: of such ways times cells left over.
    """
    argument = entry(body, "argument", ", ".join((*OF_TILINGS, "item")))
    if not isinstance(argument, str) or argument not in (*OF_TILINGS, "item"):
        raise InvalidCertificate(f"the argument is {_name(argument)}; expected {', '.join((*OF_TILINGS, 'item'))}")
    refuse_unknown(body, ("argument",) if argument == "area" else ("argument", argument))
    expected = {"components": "lists of cells", "cell": "its coordinates", "piece": "its number", "item": "its name"}
    value = None if argument == "area" else entry(body, argument, expected[argument])
    if isinstance(model, Cover) and argument == "item":
        _judge_item(model, value)
    elif isinstance(model, Tiling) and argument == "components":
        _judge_components(model, value, most_shares, most_rest)
    elif isinstance(model, Tiling) and argument in OF_TILINGS:
        judges = {"area": _judge_area, "cell": _judge_cell, "piece": _judge_piece}
        judges[argument](model, value)
    else:
        raise InvalidCertificate(f"the argument {argument} does not apply to a {type(model).__name__.lower()}")


def _name(value: Any) -> str:
    return repr(value[:40]) if isinstance(value, str) else "not a text"


def _judge_item(cover: Cover, name: Any) -> None:
    if not isinstance(name, str) or name not in cover.items:
        raise InvalidCertificate(f"the item is {_name(name)}; expected an item of the cover")
    item = cover.items.index(name)
    options = int((cover.members == item).sum())
    if options >= cover.least[item]:
        raise InvalidCertificate(f"item {name[:40]!r} is in {options} options, which is enough for {cover.least[item]}")


def _judge_area(tiling: Tiling, _: Any) -> None:
    area = int(tiling.region.sum())
    if fill(supplies(tiling), area):
        raise InvalidCertificate(f"pieces within their copies may have the region's area of {area} cells")


def _judge_cell(tiling: Tiling, value: Any) -> None:
    cell = tuple(whole_numbers(value, "the cell", tiling.dimension))
    if not _inside(tiling, cell):
        raise InvalidCertificate(f"cell {shown(cell)} is not in the region")
    for piece in tiling.pieces:
        for number, orientation in enumerate(piece.orientations if piece.most > 0 else ()):
            for mine in orientation.tolist():
                offset = [x - y for x, y in zip(cell, mine, strict=True)]
                covered = (orientation + np.array(offset)).tolist()
                inside = all(_inside(tiling, tuple(each)) for each in covered)
                if inside and lies(tiling, piece, number)[tuple(offset)]:
                    raise InvalidCertificate(f"cell {shown(cell)} is covered by a placement of {piece.name!r}")


def _judge_piece(tiling: Tiling, value: Any) -> None:
    piece = tiling.pieces[whole_number(value, "the piece", 0, len(tiling.pieces) - 1)]
    places = placements(tiling, piece)
    if places >= piece.least:
        raise InvalidCertificate(
            f"piece {piece.name!r} has {places} placements, which is enough for {piece.least} copies"
        )


def supplies(tiling: Tiling) -> list[Supply]:
    """Return the pieces with their sizes and copies, at most as many of each as it has placements."""
    return [
        Supply(piece.size, 0, piece.least, min(piece.most, placements(tiling, piece)) if piece.most else 0)
        for piece in tiling.pieces
    ]


def placements(tiling: Tiling, piece: Piece) -> int:
    """Return the number of placements of a piece."""
    return sum(int(np.count_nonzero(lies(tiling, piece, number))) for number in range(len(piece.orientations)))


def shown(cell: tuple[int, ...]) -> str:
    """Return a cell for a message, truncated if the numbers of an untrusted body are long."""
    return "(" + ", ".join(str(x)[:20] if abs(x) < 10**19 else "a long number" for x in cell) + ")"


def _inside(tiling: Tiling, cell: tuple[int, ...]) -> bool:
    return all(0 <= x < n for x, n in zip(cell, tiling.region.shape, strict=True)) and bool(tiling.region[cell])


def _judge_components(tiling: Tiling, value: Any, most_shares: int, most_rest: int) -> None:
    labels, sizes = _labels(tiling, value)
    homes = [_homes(tiling, piece, labels) for piece in tiling.pieces]
    for number, size in enumerate(sizes, start=1):
        usable = (
            Supply(piece.size, 0, 0, piece.most)
            for piece, home in zip(tiling.pieces, homes, strict=True)
            if number in home
        )
        if not fill(usable, size):
            return
    if _shared_out(tiling, homes, sizes, most_shares, most_rest):
        raise InvalidCertificate("the copies may be divided so that every component gets its area")


def _labels(tiling: Tiling, value: Any) -> tuple[NDArray[np.int32], list[int]]:
    """Return the number of the component (from 1) that each cell is in, 0 for the rest, and the components' sizes."""
    if not isinstance(value, list) or not value:
        raise InvalidCertificate("the components are not a list; expected at least one list of cells")
    labels = np.zeros(tiling.region.shape, dtype=np.int32)
    sizes = []
    for number, component in enumerate(value, start=1):
        name = f"component {number - 1}"
        size = 0
        for *cell, length in runs(component, name, tiling.dimension):
            first, last = tuple(cell), (*cell[:-1], cell[-1] + length - 1)
            for end in (first, last):
                if not _inside(tiling, end):
                    raise InvalidCertificate(f"cell {shown(end)} of {name} is not in the region")
            along = slice(cell[-1], cell[-1] + length)
            line: NDArray[np.int32] = labels[first[:-1]][along]
            if not tiling.region[first[:-1]][along].all():
                raise InvalidCertificate(
                    f"a cell between {shown(first)} and {shown(last)} of {name} is not in the region"
                )
            if line.any():
                where = shown((*first[:-1], first[-1] + int(np.argmax(line > 0))))
                raise InvalidCertificate(f"cell {where} is in components {line.max() - 1} and {number - 1}")
            line[:] = number
            size += length
        sizes.append(size)
    return labels, sizes


def runs(component: Any, name: str, dimension: int) -> list[list[int]]:
    """Return the runs of a component in a body, each as its first cell and its number of cells; a listed cell is a run of 1.

    Raises InvalidCertificate if it is neither a list of cells nor runs.
    """
    if isinstance(component, dict):
        refuse_unknown(component, ("runs",))
        listed = entry(component, "runs", "lists of a cell and a number of cells")
        if not isinstance(listed, list) or not listed:
            raise InvalidCertificate(f"the runs of {name} are not a list; expected at least one run")
        read = [whole_numbers(run, f"a run of {name}", dimension + 1) for run in listed]
        for run in read:
            whole_number(run[-1], f"the length of a run of {name}", 1)
        return read
    if not isinstance(component, list) or not component:
        raise InvalidCertificate(f"{name} is not a list of cells; expected at least one cell")
    return [[*whole_numbers(cell, f"a cell of {name}", dimension), 1] for cell in component]


def _homes(tiling: Tiling, piece: Piece, labels: NDArray[np.int32]) -> frozenset[int]:
    """Return the components in which a piece has a placement (0: the rest); raises InvalidCertificate if one is in two."""
    numbers: set[int] = set()
    for number, orientation in enumerate(piece.orientations if piece.most > 0 else ()):
        where = lies(tiling, piece, number)
        first: NDArray[np.int32] | None = None
        for window in windows(labels, orientation):
            seen = window[where]
            first = seen if first is None else first
            if (seen != first).any():
                raise InvalidCertificate(f"a placement of {piece.name!r} joins two components")
        assert first is not None
        numbers.update(np.flatnonzero(np.bincount(first)).tolist())
    return frozenset(numbers)


def _shared_out(
    tiling: Tiling, homes: list[frozenset[int]], sizes: list[int], most_shares: int, most_rest: int
) -> bool:
    """Return whether the copies can be divided among the components and the rest so that each gets its area."""
    groups: dict[tuple[int, frozenset[int]], tuple[int, int]] = {}
    for piece, home in zip(tiling.pieces, homes, strict=True):
        few, many = groups.get((piece.size, home), (0, 0))
        groups[piece.size, home] = (few + piece.least, many + piece.most)
    shares = 0
    used = {(0,) * len(groups)}
    for number, area in enumerate(sizes, start=1):
        partly = {(state, 0) for state in used}
        for place, ((size, home), (_, many)) in enumerate(groups.items()):
            if number not in home:
                continue
            further = set()
            for state, filled in partly:
                for more in range(min(many - state[place], (area - filled) // size) + 1):
                    further.add(((*state[:place], state[place] + more, *state[place + 1 :]), filled + more * size))
                    shares += 1
                    if shares > most_shares:
                        raise InvalidCertificate(f"there are over {most_shares} ways to divide the copies")
            partly = further
        used = {state for state, filled in partly if filled == area}
    rest = int(tiling.region.sum()) - sum(sizes)
    if len(used) * (rest + 1) > most_rest:
        raise InvalidCertificate("there are too many ways to divide the copies with a rest that large")
    return any(_rest_filled(groups, state, rest) for state in sorted(used))


def _rest_filled(groups: dict[tuple[int, frozenset[int]], tuple[int, int]], state: tuple[int, ...], rest: int) -> bool:
    """Return whether the remaining copies may have the area of the rest of the region."""
    left = []
    for ((size, home), (few, many)), taken in zip(groups.items(), state, strict=True):
        still = many - taken if 0 in home else 0
        if max(0, few - taken) > still:
            return False
        left.append(Supply(size, 0, max(0, few - taken), still))
    return fill(left, rest)

"""Films of disassemblies: a cube that is nearer is drawn later, at every moment, and what is written has every move."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given

from encoders.draw import Area, Picture, disassembly_in_file
from encoders.draw.colours import colours
from encoders.draw.reels import CLEARANCE, MOST_CELLS
from encoders.draw.shots import Shot, shade, shots
from exactcover.backends.search.graphs.disassembly import come_apart
from exactcover.model.disassembly import Disassembly
from exactcover.model.errors import InvalidInput
from tests.api.test_disassembling import LINKED, RING, Cell, assemblies

SVG = "{http://www.w3.org/2000/svg}"
FRAME: list[Cell] = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (0, 3), (0, 2)]
CORNER: list[list[Cell]] = [FRAME, [(2, 2)]]
"""A square in a bent slot, which goes to the left, then up."""
RAYS = [(row, column) for row in range(-19, 20, 3) for column in range(-18, 20, 4)]


def taken(pieces: list[list[Cell]]) -> Disassembly:
    """How pieces come apart."""
    return Disassembly(tuple(f"P{number}" for number in range(len(pieces))), come_apart(pieces), exhausted=True)


def picture(pieces: list[list[Cell]]) -> Picture:
    """The picture of an assembly."""
    cells = {cell for piece in pieces for cell in piece}
    dims = tuple(max(axis) + 1 for axis in zip(*cells, strict=True))
    return Picture(dims, tuple(Area(f"P{n}", tuple(piece)) for n, piece in enumerate(pieces)), frozenset(cells))


def hit(cube: tuple[int, ...], ray: tuple[int, int]) -> int | None:
    """How near the viewer is where a ray of the view, through a point of the ground, leaves a cube; None if it misses it.

    All are in quarters of a cube's side.
    """
    through = (0, *ray)
    enters = max(low - at for low, at in zip(cube, through, strict=True))
    leaves = min(low + 4 - at for low, at in zip(cube, through, strict=True))
    return leaves if enters < leaves else None


def moments(shot: Shot) -> Iterator[list[tuple[int, ...]]]:
    """Where the cubes are at some moments of a shot, in quarters, in the order in which they are drawn."""
    for gone in range(0, 4 * shot.steps + 1, 3):
        yield [
            tuple(4 * at + gone * step * sprite.moves for at, step in zip(sprite.cube, shot.direction, strict=True))
            for sprite in shot.sprites
        ]


@given(assemblies())
def test_nearer_cubes_are_drawn_later(pieces: list[list[Cell]]) -> None:
    """Along every ray of the view, calculated independently."""
    if len(pieces) < 2 or (apart := taken(pieces)).first is None:
        return
    for shot in shots(picture(pieces), apart).shots[:2]:
        for cubes in moments(shot):
            for ray in RAYS:
                depths = [depth for cube in cubes if (depth := hit(cube, ray)) is not None]
                assert all(one <= other for one, other in pairwise(depths))


def test_each_move_is_a_shot() -> None:
    """What is freed goes on until it has passed the others; then the film rests."""
    film = shots(picture(CORNER), taken(CORNER))
    assert [(shot.caption, shot.direction, shot.steps) for shot in film.shots] == [
        ("move 1 of 2: P1", (0, 0, -1), 1),
        ("move 2 of 2: P1", (0, -1, 0), 3 + CLEARANCE),
    ]
    assert [sum(sprite.moves for sprite in shot.sprites) for shot in film.shots] == [1, 1]


def test_later_stages_show_their_own_pieces() -> None:
    """Those that were freed before are gone, and the caption names the stage."""
    pieces: list[list[Cell]] = [[(0, 0, 0)], [(0, 0, 1)], [(0, 0, 2)]]
    film = shots(picture(pieces), taken(pieces))
    assert [shot.caption.partition(",")[0] for shot in film.shots] == ["stage 1 of 2", "stage 2 of 2"]
    assert [len({sprite.piece for sprite in shot.sprites}) for shot in film.shots] == [3, 2]


def test_hidden_sides_are_left_out() -> None:
    """Of two cubes of one piece side by side, one side is between them; edges between them are none of the piece."""
    pieces: list[list[Cell]] = [[(0, 0, 0), (0, 0, 1)], [(1, 0, 0)]]
    still = next(s for s in shots(picture(pieces), taken(pieces)).shots[0].sprites if s.cube == (0, 0, 0))
    assert 2 not in still.sides
    assert len(still.edges) == 3 * len(still.sides)


def test_svg_has_a_group_for_each_move() -> None:
    """Only the first is seen without animation; every look of a cube that is used is defined; it is the same each time."""
    drawn = disassembly_in_file(picture(CORNER), taken(CORNER), ".svg")
    assert drawn == disassembly_in_file(picture(CORNER), taken(CORNER), ".svg")
    root = ElementTree.fromstring(drawn)
    groups = [
        each
        for each in root.findall(f"{SVG}g")
        if each.find(f"{SVG}text") is not None and each.find(f"{SVG}g") is not None
    ]
    assert [each.get("visibility") for each in groups] == [None, "hidden"]
    assert [len(each.findall(f"{SVG}g/{SVG}animateTransform")) for each in groups] == [1, 1]
    defined = {each.get("id") for each in root.iter(f"{SVG}g")} - {None}
    assert {str(each.get("href"))[1:] for each in root.iter(f"{SVG}use")} == defined
    for each in root.iter():
        times = [float(time) for time in each.get("keyTimes", "0").split(";")]
        assert times == sorted(times)
        assert len(times) == len(each.get("values", "").split(";"))
    assert re.findall(r">(P[01])</text>", drawn.decode()) == ["P0", "P1"]


def test_gif_has_frames_for_each_step() -> None:
    """Two a step, and the beginning; the pieces have the colours of a picture of the assembly."""
    image = pytest.importorskip("PIL.Image")
    shown = picture(CORNER)
    film = image.open(io.BytesIO(disassembly_in_file(shown, taken(CORNER), ".gif")))
    assert film.n_frames == 1 + 2 * (1 + 3 + CLEARANCE)
    for frame in (0, film.n_frames - 1):
        film.seek(frame)
        seen = {colour for _, colour in film.convert("RGB").getcolors(1 << 16)}
        assert {shade(ground, 0) for ground in colours(shown)} <= seen


def test_what_does_not_come_apart_has_no_film() -> None:
    """Nor have too many cubes."""
    linked: list[list[Cell]] = [list(RING), list(LINKED)]
    with pytest.raises(InvalidInput, match="the pieces do not come apart; expected"):
        shots(picture(linked), taken(linked))
    long: list[list[Cell]] = [[(0, x) for x in range(MOST_CELLS)], [(1, 0)]]
    with pytest.raises(InvalidInput, match="1,001 cells; expected at most 1,000"):
        shots(picture(long), taken(long))

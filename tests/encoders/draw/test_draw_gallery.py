"""Several pictures on one sheet: pieces below a board, solutions side by side; how they are laid out, named and coloured."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import exactcover
from encoders.draw import Area, Gallery, Panel, Picture, svg, text
from encoders.draw.colours import colours

SVG = "{http://www.w3.org/2000/svg}"


def captions(document: str) -> list[str]:
    """Return the words above the panels of an SVG."""
    (group,) = (each for each in ElementTree.fromstring(document).iter(f"{SVG}g") if each.get("class") == "captions")
    return [each.text or "" for each in group]


def test_an_image_of_a_puzzle_has_its_pieces() -> None:
    """An SVG of a puzzle alone has the board and each piece once, named; one with a solution, or without pieces, has none."""
    puzzle = exactcover.puzzle("pentominoes-6x10")
    drawn = exactcover.draw(puzzle, format="svg")
    assert sorted(captions(drawn)) == [f"{letter}5" for letter in "FILNPTUVWXYZ"]
    assert "captions" not in exactcover.draw(puzzle, exactcover.solve(puzzle), format="svg")
    assert "captions" not in exactcover.draw(puzzle, format="svg", pieces=False)


@pytest.mark.parametrize(
    ("copies", "caption"),
    [("1", "I2"), ("3", "I2 ×3"), ("1..3", "I2 ×1..3"), ("0..2", "I2 ×0..2")],
)
def test_a_piece_is_told_with_its_copies(copies: str, caption: str) -> None:
    """The words above a piece have its name, and its copies where these are not one."""
    (panel,) = exactcover.puzzle("packing", board="2x3", pieces="I2", copies=copies).pieces() or ()
    assert panel.caption == caption


def test_pieces_of_any_number_are_told_so() -> None:
    """A piece without a most says so in words, or its most is the one that the board has room for."""
    (panel,) = exactcover.puzzle("packing", board="2x3", pieces="I2", copies="any").pieces() or ()
    assert panel.caption in ("I2, any number", "I2 ×0..3")


def test_text_has_pieces_where_they_are_asked_for() -> None:
    """Text has the pieces below the board only with `pieces`; each piece has as many cells as it has."""
    puzzle = exactcover.puzzle("soma")
    board, with_pieces = exactcover.draw(puzzle), exactcover.draw(puzzle, pieces=True)
    assert with_pieces.startswith(board)
    assert all(name in with_pieces.removeprefix(board) for name in ("V3", "L4", "T4", "S4", "A4", "B4", "P4"))
    panels = puzzle.pieces() or ()
    assert [len(panel.picture.areas[0].cells) for panel in panels] == [4, 4, 3, 4, 4, 4, 4]


def test_a_piece_has_one_colour_in_the_tray_and_in_a_solution() -> None:
    """Colours go by name: in the tray and in solutions a piece has the same one."""
    puzzle = exactcover.puzzle("pentominoes-6x10")
    solved = puzzle.picture(exactcover.solve(puzzle).solution)
    in_solution = dict(zip((area.name for area in solved.areas), colours(solved), strict=True))
    in_tray = {panel.caption: colours(panel.picture)[0] for panel in puzzle.pieces() or ()}
    assert in_tray == in_solution


def test_blokus_has_pieces_and_others_refuse_them() -> None:
    """Blokus lays out its pieces; a puzzle without pieces refuses them in one sentence."""
    assert "U5" in exactcover.draw("blokus-fill-4x7", pieces=True)
    with pytest.raises(exactcover.InvalidInput, match="has no pieces to draw; expected a puzzle with pieces"):
        exactcover.draw("queens n=4", pieces=True)


def square(name: str) -> Picture:
    """Return a square."""
    return Picture((1, 1), (Area(name, ((0, 0),)),), frozenset({(0, 0)}))


def test_text_panels_keep_within_the_columns() -> None:
    """As many panels stand side by side as the columns allow, in order, the note below."""
    gallery = Gallery(tuple(Panel(str(number), square("A")) for number in range(1, 8)), "seven squares")
    lines = text(gallery, columns=30).splitlines()
    assert max(map(len, lines)) <= 30
    assert re.findall(r"\d", " ".join(lines)) == list("1234567")
    assert lines[0].split() == ["1", "2", "3", "4"]
    assert lines[-1] == "seven squares"


def test_svg_panels_lie_within_the_sheet_and_apart() -> None:
    """Every panel of an SVG has a place of its own within the document."""
    root = ElementTree.fromstring(svg(Gallery(tuple(Panel(str(n), square("A")) for n in range(30)), "thirty")))
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    moved = [each.attrib["transform"] for each in root.iter(f"{SVG}g") if each.get("class") == "panel"]
    corners = [tuple(map(int, re.findall(r"-?\d+", each))) for each in moved]
    assert len(set(corners)) == 30
    assert all(0 <= x <= width - 30 and 0 <= y <= height - 30 for x, y in corners)

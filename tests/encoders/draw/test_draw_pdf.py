"""Pictures as PDF, read by pypdf, which has other authors: pages, their size, and what is written and drawn on them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from pypdf import PdfReader

import exactcover
from encoders.draw import Area, Gallery, Panel, Picture, in_file
from encoders.draw.mosaic import Mosaic, pdf
from exactcover.model.errors import InvalidInput

A4 = (595, 842)


def read(content: bytes) -> PdfReader:
    """Return a PDF, read in strict mode."""
    return PdfReader(io.BytesIO(content), strict=True)


def sizes(document: PdfReader) -> set[tuple[int, int]]:
    """Return the sizes of the pages in points."""
    return {(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in document.pages}


def board(rows: int, columns: int, name: str = "X5") -> Picture:
    """Return a board covered by one piece."""
    cells = tuple((row, column) for row in range(rows) for column in range(columns))
    return Picture((rows, columns), (Area(name, cells),), frozenset(cells))


@pytest.mark.parametrize(("picture", "size"), [(board(6, 3), A4), (board(3, 6), A4[::-1])])
def test_a_picture_is_one_page_of_a4(picture: Picture, size: tuple[int, int]) -> None:
    """A picture is a page, across if it is wider than high, with its label as text and no image on it."""
    document = read(in_file(picture, ".pdf"))
    assert sizes(document) == {size}
    (page,) = document.pages
    assert "X5" in page.extract_text()
    assert not page.images


def test_a_long_sheet_spans_pages() -> None:
    """Panels that do not fit on a page go on on the next, in order, each once, pages numbered, the note on the first."""
    panels = tuple(Panel(f"no {number}.", board(6, 10)) for number in range(1, 101))
    document = read(in_file(Gallery(panels, "a hundred boards"), ".pdf"))
    texts = [page.extract_text() for page in document.pages]
    assert len(texts) > 1
    assert sizes(document) == {A4}
    assert [number for number in range(1, 101) if "".join(texts).count(f"no {number}.") != 1] == []
    assert ["a hundred boards" in text for text in texts] == [True] + [False] * (len(texts) - 1)
    assert all(f"{number} / {len(texts)}" in text for number, text in enumerate(texts, start=1))


def test_a_plan_is_drawn_board_by_board() -> None:
    """Each board of a plan stands under its caption."""
    puzzle = exactcover.puzzle("tiles board=2x2 start=1,2,b,3 goal=1,2,3,b")
    document = read(exactcover.draw(puzzle, exactcover.solve(puzzle), format="pdf"))
    text = document.pages[0].extract_text()
    assert "start" in text
    assert "1 3" in text


def test_the_same_picture_is_the_same_pdf() -> None:
    """Nothing in the file depends on when it was written."""
    assert in_file(board(2, 2), ".pdf") == in_file(board(2, 2), ".pdf")


def test_a_large_board_is_a_page_of_rectangles_and_lines() -> None:
    """A mosaic is one page without images: a rectangle for each run of a colour, and lines between pieces."""
    owners = np.array([[0, 0, 1], [0, 1, 1]])
    document = read(pdf(Mosaic(owners, np.array([0, 1]), ("L3", "J3"))))
    (page,) = document.pages
    contents = page.get_contents()
    assert contents is not None
    drawn = contents.get_data().decode().split("\n")
    assert sizes(document) == {A4[::-1]}
    assert {line for line in drawn if line.endswith(" re")} == {"0 0 2 1 re", "0 1 1 1 re", "2 0 1 1 re", "1 1 2 1 re"}
    assert sum(line.endswith(" l") for line in drawn) == 7  # 3 across and 4 down


def test_a_gallery_in_the_plane_has_no_view_iso() -> None:
    """A board in the plane is refused in the view iso, in a gallery too."""
    with pytest.raises(InvalidInput, match="lies in the plane"):
        in_file(Gallery((Panel("1", board(2, 2)),)), ".pdf", "iso")

"""Solutions in separate files: arrays, and the files that answers refer to if a solution has too many pieces to be inlined."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from exactcover.files.judging import reading
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout
from exactcover.model.layout_file import LayoutFile
from exactcover.model.puzzle_protocol import Puzzle

LARGEST = 2_000_000_000
"""The largest file that an answer may refer to, in bytes."""
AT_ONCE = 1 << 14


def is_reference(value: Any) -> bool:
    """Return whether a JSON value is a reference to a solution in a file."""
    return isinstance(value, dict) and set(value) == {"file", "sha256", "pieces"}


def layout_in(puzzle: Puzzle, path: Path) -> Layout:
    """Return the layout in a .npz file, not yet judged; raises InvalidInput."""
    return puzzle.layout_of(*LayoutFile(str(path), path).read(puzzle.most_pieces()))


def referenced(puzzle: Puzzle, reference: dict[str, Any], folder: Path | None) -> Any:
    """Return the solution in the file that an answer refers to, not yet judged; raises InvalidInput.

    folder: that of the answer's file, searched after the working directory; None if the answer comes from no file, and
    may refer to none. The file must match the answer's digest and number of pieces.
    """
    name, pieces = reference["file"], reference["pieces"]
    if not isinstance(name, str) or not name or "\0" in name or folder is None:
        raise InvalidInput("the answer's solution is in another file, which is not available; expected that file")
    content = _content(name, folder)
    if hashlib.sha256(content).hexdigest() != reference["sha256"]:
        raise InvalidInput(f"the file {name} is not the one that the answer refers to: its sha256 differs")
    if name.lower().endswith(".npz"):
        solution = puzzle.layout_of(*LayoutFile(name, content).read(puzzle.most_pieces()))
    else:
        solution = _written_in(puzzle, content.decode("utf-8", "replace"))
    if type(pieces) is not int or len(solution) != pieces:
        raise InvalidInput(f"the file {name} has {len(solution)} pieces, which is not the number in the answer")
    return solution


def _written_in(puzzle: Puzzle, text: str) -> Layout:
    """Return the layout of placements, one per line, or of one JSON value; raises InvalidInput."""
    lines = PlacementLines(puzzle)
    for value in reading.objects(text):
        if not reading.is_placement(value):
            return puzzle.layout(value)
        lines.add(value)
    return lines.layout()


class PlacementLines:
    """Collects placements as they are read, converting them to compact layouts in batches."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.waiting: list[Any] = []
        self.parts: list[Layout] = []

    def add(self, placement: Any) -> None:
        """Add a placement; raises InvalidInput at the end of a batch if one of them is invalid."""
        self.waiting.append(placement)
        if len(self.waiting) == AT_ONCE:
            self._turn()

    def layout(self) -> Layout:
        """Return the layout of all placements; raises InvalidInput if one is invalid."""
        self._turn()
        kinds, shapes = self.parts[0].kinds, self.parts[0].shapes
        piece, orientation, offset = (
            np.concatenate([getattr(part, name) for part in self.parts]) for name in ("piece", "orientation", "offset")
        )
        return Layout(kinds, shapes, piece, orientation, offset)

    def _turn(self) -> None:
        self.parts.append(self.puzzle.layout({"placements": self.waiting}))
        self.waiting = []


def _content(name: str, folder: Path) -> bytes:
    path = next((path for path in (Path(name), folder / name) if path.is_file()), None)
    if path is None:
        raise InvalidInput(f"the answer's solution is in the file {name[:100]}, which does not exist")
    try:
        if path.stat().st_size > LARGEST:
            raise InvalidInput(f"the file {name[:100]} is too large; expected at most {LARGEST} bytes")
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"the file {name[:100]} cannot be read ({(error.strerror or 'error').lower()})") from error

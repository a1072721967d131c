"""Pattern databases of a tile puzzle: the partition of the tiles, the mirror image, and the cache on disk.

A database is stored under the digest of its inputs. A file has the costs of all states, which the kernel verifies when a
process reads them (see `right` in kernel/graphs/pattern_database.py): a database that is forged, damaged, truncated or
unreadable is rebuilt. A process that has read a file does not read it again until the file changes. The folder is
`exactcover/patterns` in the user's cache (XDG_CACHE_HOME, or ~/.cache).

Source of the partitions 5-5-5 and 6-6-3: the shapes of R. E. Korf and A. Felner, Disjoint pattern database heuristics, AIJ 134
(2002), and variants. *Historical note.* Of eight 6-6-3 partitions, measured on every second one of Korf's boards, this one
needs 8.6 million moves, the next 14 million, and others up to 46 million.

*Historical note.* Formerly only tables were stored, with their sha256, and a forged one could not be detected: a table is the
minimum over the blank's positions, and correct ones jump between neighbours if tiles cut off the blank (35,899 of 2,882,880
pairs of neighbours in a table of five, by up to 5). By state, the costs of six tiles take 12 MB, 0.18 CPU seconds to verify,
and 0.37 more to turn into a table; building them takes 2.0 (4.5 before states were processed in blocks), those of five 0.13.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.cache_folder import is_writable_by_others, make_private, user_folder
from exactcover.kernel.graphs import pattern_database, tile_deepening
from exactcover.kernel.graphs.estimates import Pattern
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.space import Sliding
from exactcover.process.lru_cache import LRUCache

PICTURES = {
    "5-5-5": ("-aaa", "bbaa", "bbcc", "bccc"),
    "6-6-3": ("-abb", "aabb", "aabb", "accc"),
    "4-4-4-4-4-4": ("-aabb", "caabb", "cddee", "cddee", "cffff"),
    "5-5-5-5-4": ("-aabb", "aaabb", "ccddb", "ccdde", "cdeee"),
}
"""The partition of a 4x4 or 5x5 board with the blank's goal in the first corner."""
MOST_ENTRY_BITS = 26
KEPT_FROM_STATES = 5_000_000
"""Databases of that many states are cached on disk; smaller ones are built in less time than anyone notices."""
MOST_READ = 4
"""The number of files cached in memory once read: the large databases of one board, 32 MB on 4x4, 128 MB on 5x5."""
STATE_SECONDS, SMALL_STATE_SECONDS = 1.2e-8, 1.5e-7
"""Of building a database: the approximate time per state and step, of a small one per state."""
SMALL_STATES, MOST_SMALL = 600_000, 16
"""Databases of fewer states, of which the last that were built are cached in memory, in at most 16 MB."""


@dataclass(frozen=True)
class Home:
    """The goal: `cells[t]` is the goal cell of tile t + 1; and the blank's goal cell."""

    cells: tuple[int, ...]
    blank: int

    def blank_of(self, puzzle: Sliding) -> int:
        """Return the blank's cell at a puzzle's start."""
        return int(np.flatnonzero(puzzle.floor.ravel() & (puzzle.start == 0))[0])


class Wanted(NamedTuple):
    """The inputs of a database: the floor and its shape, the goal cells of its tiles, the blank's."""

    floor: bytes
    shape: tuple[int, ...]
    cells: tuple[int, ...]
    blank: int

    def database(self) -> pattern_database.Database:
        """Return the database, its costs not yet known."""
        floor = np.frombuffer(self.floor, dtype=np.bool_).reshape(self.shape)
        return pattern_database.Database(floor, self.cells, self.blank)


def home_of(puzzle: Sliding) -> Home | None:
    """Return the goal cells of a puzzle's tiles, None if it is no tile puzzle with one blank and one goal for all tiles."""
    blocks = puzzle.start_blocks
    single = all(len(shape) == 1 for shape in puzzle.shapes)
    if not single or len({shape for shape, _ in blocks}) != len(blocks) or len(blocks) != len(puzzle.shapes):
        return None
    floor = set(np.flatnonzero(puzzle.floor.ravel()).tolist())
    if len(floor) != len(blocks) + 1 or len(puzzle.goals) != 1 or len(puzzle.goals[0]) != len(blocks):
        return None
    cells = dict(puzzle.goals[0])
    left = floor - set(cells.values())
    return Home(tuple(cells[shape] for shape in range(len(cells))), left.pop()) if len(left) == 1 else None


def groups(puzzle: Sliding, home: Home, sizes_asked: str) -> list[list[int]]:
    """Return the goal cells of the tiles of each database; sizes_asked: like 5-5-5, or empty for the default.

    Raises InvalidInput if the sizes do not fit the board, or a table would be too large.
    """
    bits = pattern_database.bits_of(puzzle.cells)
    tiles = len(home.cells)
    most = MOST_ENTRY_BITS // bits
    if puzzle.cells > pattern_database.MOST_CELLS:
        raise Unsuitable(
            f"the board has {puzzle.cells} cells; expected at most {pattern_database.MOST_CELLS} for pattern databases"
        )
    square = puzzle.floor.shape == (4, 4) and bool(puzzle.floor.all()) and home.blank in (0, 3, 12, 15)
    name = sizes_asked or ("6-6-3" if square else "-".join(map(str, _usual(tiles, min(most, 5)))))
    sizes = [int(part) if part.isdigit() else 0 for part in name.split("-")]
    if sum(sizes) != tiles or not all(1 <= size <= most for size in sizes):
        raise InvalidInput(
            f"pdb is {sizes_asked!r}; expected sizes of databases like {'-'.join(map(str, _usual(tiles, min(most, 5))))}:"
            f" {tiles} tiles in all, at most {most} in one"
        )
    if (picture := _picture(puzzle, home, name)) is not None:
        return [np.flatnonzero(picture.ravel() == letter).tolist() for letter in "abcdef"[: len(sizes)]]
    cells = sorted(home.cells)
    ends = np.cumsum(sizes).tolist()
    return [cells[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _picture(puzzle: Sliding, home: Home, name: str) -> Array | None:
    """Return the letter of each cell's database for a blank in any corner of a full board; None without such a picture."""
    picture = np.array([list(line) for line in PICTURES.get(name, ())])
    rows, columns = puzzle.floor.shape
    down, right = divmod(home.blank, columns)
    if (
        picture.shape != puzzle.floor.shape
        or not puzzle.floor.all()
        or {down % (rows - 1), right % (columns - 1)} != {0}
    ):
        return None
    return picture[:: -1 if down else 1, :: -1 if right else 1]


def sizes_of_at_most(home: Home, size: int) -> str:
    """Return sizes of as few databases as possible of at most that many tiles, like 5-5-5."""
    return "-".join(map(str, _usual(len(home.cells), size)))


def _usual(tiles: int, size: int) -> list[int]:
    number = -(-tiles // size)
    return [tiles // number + (place < tiles % number) for place in range(number)]


def mirror_of(puzzle: Sliding, home: Home) -> Integers | None:
    """Return the image of each cell under a symmetry of the floor that fixes the blank's goal, None if there is none."""
    rows, columns = puzzle.floor.shape
    cells = np.arange(puzzle.cells).reshape(rows, columns)
    for image in (cells.T, cells[::-1, ::-1].T, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]):
        to = np.ascontiguousarray(image).ravel()
        keeps = image.shape == cells.shape and to[home.blank] == home.blank
        if keeps and (puzzle.floor.ravel()[to] == puzzle.floor.ravel()).all():
            return to.astype(np.int64)
    return None


def tables(
    puzzle: Sliding, home: Home, cut: list[list[int]], folder: Path | None, made: list[Array]
) -> Iterator[tuple[int, int, float]]:
    """Append the database of each group to `made`, read from the cache if it is there; yield now and then (done, of,
    approximate seconds)."""
    floor = puzzle.floor.tobytes(), puzzle.floor.shape
    for number, cells in enumerate(cut):
        file, states = None, math.perm(int(puzzle.floor.sum()), len(cells))
        if folder is not None and states >= KEPT_FROM_STATES:
            file = folder / f"{_digest(puzzle, home, cells)}.pdb"
        wanted = Wanted(*floor, tuple(cells), home.blank)
        table = None if file is None else kept(file, wanted)
        took = 0.0
        if table is None and states < SMALL_STATES and file is None:
            table, took = _small(wanted), states * SMALL_STATE_SECONDS
        if table is None:
            database = wanted.database()
            for _ in database.build():
                yield number, len(cut), database.step_states * STATE_SECONDS
            if file is not None:
                keep(file, database.costs)
            table = database.table
        made.append(table)
        yield number + 1, len(cut), took


@lru_cache(maxsize=MOST_SMALL)
def _small(wanted: Wanted) -> Array:
    """Return the table of a small database."""
    database = wanted.database()
    for _ in database.build():
        """It is done in a moment."""
    return database.table


def folder_of(folder: str | None) -> Path | None:
    """Return the cache folder: the requested one, the user's cache, or None for `none` and without a home directory."""
    if folder == "none":
        return None
    if folder:
        return Path(folder)
    cache = user_folder()
    return None if cache is None else cache / "patterns"


def distrust_of(folder: Path | None) -> str:
    """Return why a folder is not used as the cache, in a sentence; empty if it may be.

    What others can write, others can forge: a table with costs that are too high would make a false optimum.
    """
    if folder is None or not is_writable_by_others(folder):
        return ""
    return f"pattern databases are not kept: others can write to the folder {folder}"


def _digest(puzzle: Sliding, home: Home, cells: list[int]) -> str:
    made_from = ["states-1", puzzle.floor.astype(int).tolist(), home.blank, cells]
    return hashlib.sha256(json.dumps(made_from).encode()).hexdigest()[:32]


def kept(file: Path, wanted: Wanted) -> Array | None:
    """Return the table of the database in a file, or None if the file has no correct one."""
    try:
        status = file.stat()
        return _read(file.absolute(), wanted, (status.st_ino, status.st_size, status.st_mtime_ns))
    except OSError:
        return None


@lru_cache(maxsize=MOST_READ)
def _read(file: Path, wanted: Wanted, version: tuple[int, int, int]) -> Array | None:
    """Return the table in this version (inode, size, time) of a file, None if its costs are wrong; raises OSError."""
    database = wanted.database()
    with file.open("rb") as content:
        right = database.judged(content.read(len(database.costs) + 1))
    return database.table if right else None


def keep(file: Path, costs: Array) -> None:
    """Write costs to a file, atomically; ignores a folder that is not writable."""
    with suppress(OSError):
        make_private(file.parent)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            part.write(costs.tobytes())
        os.replace(part.name, file)


def lookups(puzzle: Sliding, home: Home, cut: list[list[int]], made: list[Array]) -> tile_deepening.Lookups:
    """Return the databases as the compiled loop reads them, followed by the mirror image if there is one.

    The latest ones are cached: joining large ones takes longer than many searches.
    """
    return _arranged(puzzle, home, cut, made, _joined(tuple(_digest(puzzle, home, cells) for cells in cut), made))


def small_lookups(puzzle: Sliding, home: Home, cut: list[list[int]], made: list[Array]) -> tile_deepening.Lookups:
    """Return small databases as the compiled loop reads them, without replacing large ones in the cache."""
    return _arranged(puzzle, home, cut, made, np.concatenate(made))


def _arranged(
    puzzle: Sliding, home: Home, cut: list[list[int]], made: list[Array], costs: Array
) -> tile_deepening.Lookups:
    images = _images(puzzle, home)
    bits = pattern_database.bits_of(puzzle.cells)
    tile_at = {cell: tile for tile, cell in enumerate(home.cells, start=1)}
    group = np.zeros((len(images), len(home.cells) + 1), dtype=np.int64)
    shift = np.zeros_like(group)
    for each, image in enumerate(images):
        for number, cells in enumerate(cut):
            for place, cell in enumerate(cells):
                tile = tile_at[int(np.flatnonzero(image == cell)[0])]
                group[each, tile], shift[each, tile] = number, bits * place
    offsets = np.cumsum([0, *map(len, made)])[:-1]
    return tile_deepening.Lookups(
        costs,
        np.tile(offsets, (len(images), 1)),
        group,
        shift,
        np.stack(images),
    )


_joined_tables: LRUCache[tuple[str, ...], Array] = LRUCache(1)


def _joined(names: tuple[str, ...], made: list[Array]) -> Array:
    """Return databases, identified by their digests, concatenated.

    The latest are cached: copying them takes longer than many searches.
    """
    if names not in _joined_tables:
        _joined_tables.clear()  # before there are two large tables
    return _joined_tables.get_or_make(names, lambda: np.concatenate(made))


def estimates(puzzle: Sliding, home: Home, cut: list[list[int]], made: list[Array]) -> list[list[Pattern]]:
    """Return the databases as sums of estimates for searches of any state graph."""
    bits = pattern_database.bits_of(puzzle.cells)
    shape_at = {cell: shape for shape, cell in enumerate(home.cells)}
    return [
        [
            Pattern(
                costs, bits, tuple(shape_at[int(np.flatnonzero(image == cell)[0])] for cell in cells), image
            )  # the tile whose image is the database's
            for cells, costs in zip(cut, made, strict=True)
        ]
        for image in _images(puzzle, home)
    ]


def _images(puzzle: Sliding, home: Home) -> list[Integers]:
    mirror = mirror_of(puzzle, home)
    same: Integers = np.arange(puzzle.cells)
    return [same] if mirror is None else [same, mirror]

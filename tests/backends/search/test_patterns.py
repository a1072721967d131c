"""Pattern databases on disk: read back, and built anew where they are spoiled."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import numpy as np
import pytest

from exactcover.backends import idastar
from exactcover.backends.search.graphs import patterns, state_graphs
from exactcover.kernel.arrays import Array
from exactcover.kernel.graphs import pattern_database
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Progress
from exactcover.model.space import Sliding
from tests.sliding_models import EIGHT_GOAL, numbers, tiles, two_ls


def wanted() -> patterns.Wanted:
    """What the first database of the 8-puzzle cut in two is made from."""
    puzzle = tiles(EIGHT_GOAL)
    home = patterns.home_of(puzzle)
    assert home is not None
    cells = patterns.groups(puzzle, home, "4-4")[0]
    return patterns.Wanted(puzzle.floor.tobytes(), puzzle.floor.shape, tuple(cells), home.blank)


def made(puzzle: Sliding, sizes: str, folder: Path | None) -> list[Array]:
    """The databases of a puzzle."""
    home = patterns.home_of(puzzle)
    assert home is not None
    found: list[Array] = []
    list(patterns.tables(puzzle, home, patterns.groups(puzzle, home, sizes), folder, found))
    return found


@pytest.fixture
def small_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small databases are kept too, so that no test builds a large one."""
    monkeypatch.setattr(patterns, "KEPT_FROM_STATES", 0)


@pytest.mark.usefixtures("small_are_kept")
def test_spoiled_files_are_built_anew(tmp_path: Path) -> None:
    """A file that is cut short, changed by a bit, empty or a folder gives the same costs as none, and is whole afterwards."""
    puzzle = tiles(EIGHT_GOAL)
    right = made(puzzle, "4-4", None)
    for spoil in (lambda b: b[:-1], lambda b: bytes([b[0] ^ 1]) + b[1:], lambda _: b"", lambda b: b):
        again = made(puzzle, "4-4", tmp_path)
        assert all((one == other).all() for one, other in zip(right, again, strict=True))
        files = sorted(tmp_path.glob("*.pdb"))
        assert len(files) == 2
        assert all(len(file.read_bytes()) == len(wanted().database().costs) for file in files)
        files[0].write_bytes(spoil(files[0].read_bytes()))


@pytest.mark.usefixtures("small_are_kept")
def test_kept_tables_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is not built again, and another goal has other files."""
    made(tiles(EIGHT_GOAL), "4-4", tmp_path)
    made(tiles(EIGHT_GOAL, numbers("1234b5678")), "4-4", tmp_path)
    assert len(list(tmp_path.glob("*.pdb"))) == 4
    monkeypatch.setattr(pattern_database.Database, "build", lambda *_: pytest.fail("built again"))
    made(tiles(EIGHT_GOAL), "4-4", tmp_path)


@pytest.mark.usefixtures("small_are_kept")
def test_files_are_judged_again_only_when_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process judges a file once; another file in its place is judged, and found spoiled."""
    made(tiles(EIGHT_GOAL), "4-4", tmp_path)
    file = next(file for file in tmp_path.glob("*.pdb") if patterns.kept(file, wanted()) is not None)
    table = patterns.kept(file, wanted())
    with monkeypatch.context() as patched:
        patched.setattr(pattern_database, "right", lambda *_: pytest.fail("judged again"))
        assert patterns.kept(file, wanted()) is table
    file.with_suffix(".new").write_bytes(bytes(file.stat().st_size))
    file.with_suffix(".new").replace(file)
    assert patterns.kept(file, wanted()) is None


@pytest.mark.usefixtures("small_are_kept")
def test_forged_databases_make_no_false_optimum(tmp_path: Path) -> None:
    """Databases whose costs were doubled, every file as long as it was, are built anew: the optimum is the right one."""
    puzzle = tiles(EIGHT_GOAL, numbers("806547231"))
    options = EngineOptions(own={"pdb": "4-4", "cache": str(tmp_path)})
    list(state_graphs.pattern_tables(puzzle, options))
    files = sorted(tmp_path.glob("*.pdb"))
    whole = [file.read_bytes() for file in files]
    assert len(files) == 2
    for file, content in zip(files, whole, strict=True):
        file.write_bytes(bytes(cost if cost == pattern_database.UNKNOWN else 2 * cost for cost in content))
    *_, end = idastar.run("solve", puzzle, options, Limits())
    assert isinstance(end, End)
    assert (end.exhausted, end.bound) == (True, 31)
    assert [file.read_bytes() for file in files] == whole


@pytest.mark.usefixtures("small_are_kept")
def test_folders_that_cannot_be_written_to_keep_nothing(tmp_path: Path) -> None:
    """Where the folder's place is taken by a file the costs are the same."""
    taken = tmp_path / "taken"
    taken.write_text("")
    assert (made(tiles(EIGHT_GOAL), "4-4", taken)[0] == made(tiles(EIGHT_GOAL), "4-4", None)[0]).all()


@pytest.mark.usefixtures("small_are_kept")
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770, 0o702])
def test_folders_that_others_can_write_to_are_refused(public_folder: Path, mode: int) -> None:
    """A folder that others can write to is neither read nor written, and the answer says so in a sentence."""
    public_folder.chmod(mode)
    options = EngineOptions(own={"pdb": "4-4", "cache": str(public_folder)})
    steps = state_graphs.pattern_tables(tiles(EIGHT_GOAL), options)
    first = next(steps)
    assert isinstance(first, Progress)
    assert first.plan == f"pattern databases are not kept: others can write to the folder {public_folder}"
    assert len(list(steps)) > 1
    assert list(public_folder.iterdir()) == []


@pytest.mark.usefixtures("small_are_kept")
def test_new_folders_are_the_users_own(tmp_path: Path) -> None:
    """The folder that tables are kept in is made so that nobody else can write to it, whatever the umask allows."""
    folder, before = tmp_path / "kept", os.umask(0)
    try:
        made(tiles(EIGHT_GOAL), "4-4", folder)
    finally:
        os.umask(before)
    assert patterns.distrust_of(folder) == ""
    assert len(list(folder.iterdir())) == 2


def test_folder_follows_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_CACHE_HOME is obeyed where it is absolute; an option goes before it, and `none` keeps nothing."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert patterns.folder_of(None) == Path("/somewhere/exactcover/patterns")
    assert patterns.folder_of("here") == Path("here")
    assert patterns.folder_of("none") is None
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert patterns.folder_of(None) == Path.home() / ".cache" / "exactcover" / "patterns"


def test_tiles_are_shared_out_whole() -> None:
    """Every tile is in one database, on any board, wherever the blank belongs; corners turn the pictures round."""
    fifteen = [tiles(range(16), np.roll(np.arange(16), shift).tolist(), 4) for shift in (0, 3, 12, 15, 5)]
    for puzzle in (*fifteen, tiles(EIGHT_GOAL), tiles(range(12), range(12), 3), tiles(range(24 + 1), range(25), 5)):
        home = patterns.home_of(puzzle)
        assert home is not None
        cut = patterns.groups(puzzle, home, "")
        assert sorted(cell for cells in cut for cell in cells) == sorted(home.cells)
        assert puzzle not in fifteen[:4] or [len(cells) for cells in cut] == [6, 6, 3]
    corners = (0, 4, 20, 24)
    for shift, sizes in itertools.product((*corners, 12), ("4-4-4-4-4-4", "5-5-5-5-4")):
        puzzle = tiles(range(25), np.roll(np.arange(25), shift).tolist(), 5)
        home = patterns.home_of(puzzle)
        assert home is not None
        cut = patterns.groups(puzzle, home, sizes)
        assert "-".join(str(len(cells)) for cells in cut) == sizes
        assert sorted(cell for cells in cut for cell in cells) == sorted(home.cells)
        assert any(max(cells) - min(cells) > 6 for cells in cut) == (shift in corners)  # a picture's, or row by row


@pytest.mark.parametrize("sizes", ["5-5", "9-6", "4-4-4-3-0", "x", "15", "-15"])
def test_sizes_that_do_not_fit_are_refused(sizes: str) -> None:
    """Sizes that do not add up, or make a table too large, get a sentence."""
    puzzle = tiles(range(16), range(16), 4)
    home = patterns.home_of(puzzle)
    assert home is not None
    with pytest.raises(
        InvalidInput, match=r"expected sizes of databases like 5-5-5: 15 tiles in all, at most 6 in one"
    ):
        patterns.groups(puzzle, home, sizes)


def test_blocks_are_no_tiles() -> None:
    """Blocks of several cells, and goals that leave a tile out, have no pattern databases."""
    assert patterns.home_of(two_ls()) is None
    puzzle = tiles(EIGHT_GOAL)
    open_ = Sliding(puzzle.floor, puzzle.shapes, puzzle.start, (puzzle.goals[0][1:],))
    assert patterns.home_of(open_) is None

"""The library of kernels compiled ahead: when it is used, what it takes and returns, and what replaces it."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from exactcover import api
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel import jit, library, signatures
from exactcover.kernel.cover import bucket_tables, option_sets, orders
from exactcover.kernel.graphs import depth_first
from exactcover.kernel.instance import Instance
from exactcover.kernel.layers import layers
from exactcover.kernel.library import KERNELS
from exactcover.model.cover import Cover
from exactcover.transform.reductions import chain
from tests.commands import environment
from tests.source_files import ROOT

ahead = pytest.mark.skipif(not jit.AHEAD, reason="needs the library of kernels: python -m exactcover.kernel.build")
WITH_COPIES = tuple(f"packing board={board} pieces=hexominoes copies=1..3" for board in ("6x10", "8x8"))
LISTED = list(signatures.listed(KERNELS))


def test_every_signature_is_of_a_kernel() -> None:
    """Each line of the lists names a function that is compiled, and no signature is listed twice."""
    assert len(LISTED) == len(set(LISTED)) > 150
    for name in {kernel for kernel, _ in LISTED}:
        module, _, function = name.partition(":")
        kernel = getattr(__import__(module, fromlist=[function]), function)
        assert callable(kernel), name
        assert jit.PLAIN or hasattr(kernel, "py_func"), name


@pytest.mark.parametrize(
    ("pattern", "types"),
    [
        ("ll", ["ll"]),
        ("(lx{2,3})d", ["(ll)d", "(lll)d"]),
        ("(lx{w:1,2})(Al1Cx{w:1,2})", ["(l)(Al1C)", "(ll)(Al1CAl1C)"]),
        ("lx{0,1}?x{1,2}", ["?", "??", "l?", "l??"]),
    ],
)
def test_patterns_stand_for_several_signatures(pattern: str, types: list[str]) -> None:
    """Repetitions multiply, and those with one letter vary together."""
    assert list(signatures.expanded(pattern)) == types


def test_a_name_stands_for_the_fields_of_a_tuple(tmp_path: Path) -> None:
    """A line with = defines what (Name) stands for below it; a line without types is refused."""
    path = tmp_path / signatures.LIST
    path.write_text("# two\nPair = lAd2C\none:two (Pair)l\n")
    assert list(signatures.listed(tmp_path)) == [("exactcover.kernel.one:two", "(Pair:lAd2C)l")]
    path.write_text("one:two\n")
    with pytest.raises(ValueError, match="line 1: expected a kernel"):
        list(signatures.listed(tmp_path))


@pytest.mark.parametrize("types", ["l", "?", "Al1C", "AL2A", "Ab3Cr", "(ld)", "(l(Ad1Cn))"])
def test_types_are_read_as_they_are_written(types: str) -> None:
    """The notation of a type, read as numba's type and written again, is the same."""
    [numba_type] = signatures.numba_types(types, {})
    assert signatures.letters_of(numba_type) == types


@pytest.mark.parametrize(("types", "fault"), [("(l", "expected"), ("l)", r"\)"), ("x", "x")])
def test_malformed_types_are_refused(types: str, fault: str) -> None:
    """What is not in the notation raises an exception that names it."""
    with pytest.raises((ValueError, KeyError), match=fault):
        signatures.numba_types(types, {})


@ahead
def test_kernels_of_the_library_return_what_python_computes() -> None:
    """A kernel and its plain function return the same arrays, of the same types."""
    starts, items = np.array([0, 2, 3, 5]), np.array([0, 1, 1, 0, 2])
    for compiled, plain in zip(orders.holders(3, starts, items), orders.holders.py_func(3, starts, items), strict=True):
        assert compiled.dtype == plain.dtype
        assert compiled.tolist() == plain.tolist()


@ahead
def test_arrays_outlive_the_kernel_that_made_them() -> None:
    """An array that a kernel allocates belongs to Python: it can be written to, and is freed once."""
    starts, items = np.array([0, 2, 3, 5]), np.array([0, 1, 1, 0, 2])
    for array in (starts, items):
        array.flags.writeable = False
    results = [orders.holders(3, starts, items) for _ in range(100)]
    gc.collect()
    for first, numbers in results:
        assert first.tolist() == [0, 2, 4, 5]
        assert numbers.tolist() == [0, 2, 0, 1, 2]
        numbers[:] = -1
    del results
    gc.collect()


@ahead
def test_an_array_that_is_only_read_may_be_writable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A signature for a read-only array takes writable arrays; the other way round it does not."""
    monkeypatch.setenv(jit.MISSES, str(tmp_path / "misses"))
    orders.holders(1, np.array([0, 1]), np.array([0]))
    assert not (tmp_path / "misses").exists()
    slots, states = np.zeros(4, dtype=np.uint64), np.zeros((1, 1), dtype=np.int64)
    slots.flags.writeable = False
    with pytest.raises(Exception):  # noqa: B017, PT011  # what numba raises, which has no common class
        depth_first.find_slots(slots, states, 1, np.zeros(1, dtype=np.int64))
    assert "find_slots" in (tmp_path / "misses").read_text()


@ahead
def test_types_that_the_library_lacks_are_compiled(tmp_path: Path) -> None:
    """Numba compiles a kernel for other types, a notice says so once, and the miss is written down."""
    program = tmp_path / "program.py"  # numba reads the source of a function from its file
    program.write_text(
        "from exactcover.kernel import jit, notices\n"
        "notices.hear(print)\n"
        "@jit.njit()\n"
        "def doubled(number):\n"
        "    return 2 * number\n"
        "assert (doubled(21), doubled(1.5), doubled(number=4)) == (42, 3.0, 8)\n"
    )
    changed = environment(**{jit.MISSES: str(tmp_path / "misses"), "PYTHONPATH": str(ROOT)})
    ended = subprocess.run([sys.executable, program], env=changed, capture_output=True, text=True, check=True)
    (notice,) = ended.stdout.splitlines()
    assert "doubled was not compiled ahead" in notice
    assert [line.split()[-1] for line in (tmp_path / "misses").read_text().splitlines()][:2] == ["l", "d"]


def test_a_library_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel was edited since the library was built: the library is left alone, and the reason is given."""
    monkeypatch.setattr(library, "digest_of_sources", lambda _folder: "0123")
    module, reason = library.load()
    assert module is None
    assert reason == ("the library of compiled kernels was built from other sources" if jit.AHEAD else reason)


@ahead
@pytest.mark.parametrize(
    ("setting", "imported"),
    [
        ({}, False),
        ({"EXACTCOVER_JIT": "1"}, True),
        ({"NUMBA_BOUNDSCHECK": "1"}, True),
        ({"EXACTCOVER_JIT": "0"}, False),
    ],
)
def test_numba_is_imported_only_on_request(setting: dict[str, str], imported: bool) -> None:
    """A search uses the library, and neither numba nor its compiler is loaded, unless the environment asks for it."""
    program = (
        "import sys; from exactcover.backends.search.cover import strategy; from exactcover.kernel import jit;"
        "print(jit.AHEAD, 'numba' in sys.modules, 'llvmlite' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment(**setting), capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [str(not imported), str(imported), str(imported)]


@ahead
def test_masks_of_every_width_are_in_the_library() -> None:
    """The widths for which searches specialise their code are those of the list."""
    text = (KERNELS / "cover" / signatures.LIST).read_text()
    listed = {tuple(map(int, numbers.split(","))) for numbers in re.findall(r"x\{([\d,]+)\}", text)}
    assert {(0, *option_sets.WIDTHS), bucket_tables.WIDTHS} <= listed


def test_keys_of_usual_puzzles_are_in_the_library() -> None:
    """Keys of layers have at most 512 bits: without global words, every length is listed, and so are those of many puzzles."""
    lists = {name: set[str]() for name in ("taken_through", "merged", "advance")}
    for kernel, types in signatures.listed(KERNELS):
        if kernel.startswith("exactcover.kernel.layers.cells:") and kernel.rpartition(":")[2] in lists:
            lists[kernel.rpartition(":")[2]].add(types)
    keys = {(words, 0) for words in range(1, orders.LONGEST_WINDOW // 64 + 1)}
    for name in (*(f"latin n={n}" for n in range(6, 14)), "queens n=30", "pentominoes-6x10", "conway-5", *WITH_COPIES):
        cover = chain.reduce(api.puzzle(name).encode().model, ("cover",), tighten=True).model
        assert isinstance(cover, Cover)
        instance = bare(cover)
        tables = layers.prepare(instance, *orders.layer_order(Instance(*instance.plain)))
        keys.add((tables.near, tables.far))
    for near, far in keys:
        for wide in (1, 2, 4):
            key, count = f"({'l' * near})({'l' * far})", f"({'l' * wide})"
            for kernel in ("taken_through", "advance"):
                assert any(types.startswith(key + count) for types in lists[kernel]), (kernel, near, far, wide)
            assert any(types.startswith(f"({'l' * (near + far)})" + count) for types in lists["merged"]), (
                near,
                far,
                wide,
            )
    assert {far for _, far in keys} == {0, 1, 2, 3}

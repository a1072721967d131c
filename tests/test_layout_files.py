"""Files of solutions as arrays: written, judged and drawn; hostile ones are refused in a sentence before they are inflated."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover import api
from exactcover.cli import rendering
from exactcover.cli.looks import Look
from exactcover.model import layout_file
from exactcover.model.answer import Answer, EngineReport
from exactcover.model.best_attempt import BestAttempt
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import MOST_WRITTEN, as_json
from exactcover.model.layout_file import LayoutFile
from exactcover.model.puzzle_protocol import digest_of
from tests.laid_blocks import layout_of, repeated, tetrominoes
from tests.schemas import validate

PUZZLE, PLACED = tetrominoes(40, 40)
LAYOUT = layout_of(PUZZLE, PLACED)
LARGE, LARGE_PLACED = tetrominoes(640, 640)
LARGE_LAYOUT = layout_of(LARGE, LARGE_PLACED)
ARRAYS = {
    "kinds": np.array(LAYOUT.kinds),
    "piece": LAYOUT.piece,
    "orientation": LAYOUT.orientation,
    "offset": LAYOUT.offset,
}


def saved(**arrays: Any) -> bytes:
    """The bytes of a file with these arrays in place of the right ones; None leaves one out."""
    stream = io.BytesIO()
    np.savez_compressed(stream, **{name: value for name, value in {**ARRAYS, **arrays}.items() if value is not None})
    return stream.getvalue()


def test_a_file_has_what_was_written(tmp_path: Path) -> None:
    """What is written is judged right, is the same for the same layout, and numpy reads it without pickles."""
    content = layout_file.content(LAYOUT)
    assert content == layout_file.content(LAYOUT)
    path = tmp_path / "x.npz"
    path.write_bytes(content)
    told = api.check_file(PUZZLE, path)
    assert (told["accepted"], told["kind"], told["verified"]) == (True, "solution", ["solution"])
    with np.load(path, allow_pickle=False) as arrays:
        assert set(arrays) == {"kinds", "piece", "orientation", "offset"}
        assert arrays["offset"].shape == (400, 2)


@pytest.mark.parametrize("dtype", ["<i8", ">i4", "<u8", "u1"])
def test_integers_of_any_size_are_read(dtype: str) -> None:
    """Arrays of other integers, and by columns, are the same solution."""
    piece = LAYOUT.piece.astype(dtype)
    content = saved(piece=piece, offset=np.asfortranarray(LAYOUT.offset))
    assert PUZZLE.faults(PUZZLE.layout_of(*LayoutFile("x", content).read(1600))) == []


def header(shape: tuple[int, ...], dtype: str = "<i8") -> bytes:
    """The beginning of an array's file."""
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": dtype, "fortran_order": False, "shape": shape})
    return stream.getvalue()


def zipped(change: Callable[[dict[str, bytes]], Any], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The bytes of a right file with something done to its members."""
    with zipfile.ZipFile(io.BytesIO(saved())) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not a readable .npz file"),
        (b"PK\x03\x04" + bytes(100), "not a readable .npz file"),
        (saved()[:-200], "not a readable .npz file"),
        (saved(offset=None), "expected the arrays kinds, piece, orientation, offset"),
        (saved(more=np.zeros(3)), "expected the arrays kinds"),
        (saved(kinds=np.array(["I4", {}], dtype=object)), "has kinds of object; expected text"),
        (saved(piece=np.zeros(400)), "has piece of float64; expected integers"),
        (saved(piece=np.zeros((20, 20), dtype=int)), "has piece of shape"),
        (saved(offset=np.zeros((400, 4), dtype=int)), "has offset of shape"),
        (saved(piece=np.zeros(399, dtype=int)), "has 399 pieces, 400 orientations and 400 offsets"),
        (saved(piece=np.zeros(1601, dtype=int)), "has 1601 lines of piece; expected at most 1600"),
        (saved(kinds=np.array(["x" * 1001])), "has kinds of <U1001"),
        (saved(piece=np.full(400, 2**64 - 1, dtype=np.uint64)), "expected integers of 64 bits"),
        (
            zipped(lambda m: m.update({"piece.npy": header((10**12,)) + bytes(10**6)})),
            "lines of piece; expected at most",
        ),
        (zipped(lambda m: m.update({"piece.npy": header((400,)) + bytes(10**7)})), "its header says 3200"),
        (zipped(lambda m: m.update({"piece.npy": header((400,)) + bytes(10)})), "its header says 3200"),
        (zipped(lambda m: m.update({"piece.npy": pickle.dumps([1])})), "not a readable .npz file"),
        (
            zipped(lambda m: m.update({"piece.npy": b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535})),
            "not a readable .npz file",
        ),
        (zipped(lambda m: m.update({"piece.npy": header((-1,))})), "has -1 lines of piece"),
        (zipped(lambda m: None, zipfile.ZIP_LZMA), "packed in a way that numpy does not write"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",  # a zip file has the time in it
)
def test_hostile_files_are_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    """A file that is none, is cut, has other arrays or sizes, or would inflate to more than it may, is input at fault."""
    path = tmp_path / "x.npz"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=r"^the file ") as refused:
        api.check_file(PUZZLE, path)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def large_answer(tmp_path: Path, ending: str) -> dict[str, Any]:
    """The answer object about a large board, its solution written to a file of that ending."""
    puzzle = LARGE.canonical()
    solved = Answer("solve", puzzle, digest_of(puzzle), EngineReport("exact", {}, "why"), solution=LARGE_LAYOUT)
    path = tmp_path / f"x{ending}"
    look = Look(as_json=True, ending=ending, file=path.name)
    *parts, end = rendering.in_parts(LARGE, solved, look)
    path.write_bytes(b"".join(part.content or b"" for part in parts))
    assert isinstance(end, rendering.Finished)
    assert (end.content, end.status) == (b"", 0)
    told: dict[str, Any] = json.loads(end.text)
    validate("answer", told)
    assert told["solution"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert told["solution"]["pieces"] == len(LARGE_LAYOUT) > MOST_WRITTEN
    return told


@pytest.mark.parametrize(
    "ending", [".npz", pytest.param(".jsonl", marks=pytest.mark.deep("writes and reads more than 10^5 lines"))]
)
def test_an_answer_refers_to_the_file_of_its_solution(ending: str, tmp_path: Path) -> None:
    """Above 10^5 pieces the answer has file, sha256 and pieces; check reads the file and finds another one out."""
    told = large_answer(tmp_path, ending)
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(told))
    judged = api.check_file(LARGE, path)
    assert (judged["accepted"], judged["faults"]) == (True, [])
    assert "solution" in judged["verified"]
    if ending == ".jsonl":
        assert api.check_file(LARGE, tmp_path / "x.jsonl")["accepted"]
    path.write_text(json.dumps({**told, "solution": {**told["solution"], "pieces": 5}}))
    with pytest.raises(InvalidInput, match="not the number in the answer"):
        api.check_file(LARGE, path)
    (tmp_path / f"x{ending}").write_bytes(b"x")
    path.write_text(json.dumps(told))
    with pytest.raises(InvalidInput, match="its sha256 differs"):
        api.check_file(LARGE, path)
    (tmp_path / f"x{ending}").unlink()
    with pytest.raises(InvalidInput, match="which does not exist"):
        api.check_file(LARGE, path)
    with pytest.raises(InvalidInput, match="is not available"):
        api.check_text(LARGE, path.read_text())


def test_a_solution_that_was_not_written_is_null() -> None:
    """Without a file the answer is FEASIBLE and has no solution; check does not verify its status."""
    puzzle = LARGE.canonical()
    solved = Answer("solve", puzzle, digest_of(puzzle), EngineReport("exact", {}, "why"), solution=LARGE_LAYOUT)
    told = solved.to_json()
    assert (told["status"], told["solution"]) == ("FEASIBLE", None)
    judged = api.check_text(LARGE, json.dumps(told))
    assert (judged["accepted"], judged["faults"], judged["unverified"]) == (False, [], ["status"])


def attempted(faults: int, **others: Any) -> str:
    """An answer that found nothing but an attempt without its last five pieces."""
    puzzle = PUZZLE.canonical()
    attempt = BestAttempt(as_json(layout_of(PUZZLE, PLACED[:-5])), faults)
    engine = EngineReport("exact", {}, "why")
    told = Answer("solve", puzzle, digest_of(puzzle), engine, stop_reason="time", best_attempt=attempt).to_json()
    validate("answer", told)
    return json.dumps({**told, **others})


def test_the_faults_of_an_attempt_are_counted_again() -> None:
    """Check accepts an attempt whose faults are as many as it says, and refuses one with others, or beside a solution."""
    faults = len(PUZZLE.faults(layout_of(PUZZLE, PLACED[:-5])))
    told = api.check_text(PUZZLE, attempted(faults))
    assert (told["accepted"], told["verified"]) == (True, ["puzzle", "best_attempt"])
    told = api.check_text(PUZZLE, attempted(faults + 1))
    assert told["faults"] == [f"the answer's attempt says {faults + 1} faults; it has {faults}"]
    told = api.check_text(PUZZLE, attempted(faults, solution=as_json(LAYOUT), status="FEASIBLE", stop_reason=None))
    assert "the answer has an attempt, which only an UNKNOWN can have" in told["faults"]


def test_an_attempt_is_drawn_and_is_no_solution(tmp_path: Path) -> None:
    """`draw` of an answer draws its attempt, and knows that it is none."""
    path = tmp_path / "answer.json"
    path.write_text(attempted(5))
    shown = api.drawables(["packing", "board=40x40", "pieces=tetrominoes", "copies=80", str(path)], 1)
    assert isinstance(shown, api.Drawable)
    assert shown.attempt
    assert "·" in api.draw_text(shown, window="36,30/40,40")
    assert api.draw_file(shown, ".svg").startswith(b"<svg")


def test_windows_show_a_part_of_a_board() -> None:
    """A window has the cells between its corners; corners that are none are refused, and so is text of a large board."""
    shown = api.Drawable(LARGE, LARGE_LAYOUT)
    text = api.draw_text(shown, window="0,0/4,10")
    assert len(text.split("\n")) == 9
    assert text == api.draw_text(shown, window="636,630/640,640")
    for window, sentence in (
        ("0,0", "expected two corners"),
        ("0,0/4,-1", "expected two corners"),
        ("0,0/4", "expected 2 each"),
        ("4,4/4,5", "a second beyond it"),
        ("0,0/4,641", "within 640x640"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            api.draw_text(shown, window=window)
    with pytest.raises(InvalidInput, match="too large for text"):
        api.draw_text(shown)
    with pytest.raises(InvalidInput, match="too large for text"):
        api.draw(LARGE, LARGE_LAYOUT)
    assert api.draw(LARGE, LARGE_LAYOUT, format="png") == api.draw_file(shown, ".png")
    with pytest.raises(InvalidInput, match="too many to be drawn one by one"):
        api.picture(shown)
    assert "I3" in api.draw_text(
        api.drawables(["packing board=3x9 pieces=I3 copies=any fixed=I3:0,0/0,1/0,2"], 1), window="0,0/1,3"
    )


def test_large_boards_are_drawn_cell_by_cell() -> None:
    """The PNG of a large board has a line between pieces, the hues of the kinds, and the size of whole cells; the SVG too."""
    from matplotlib.image import imread

    dominoes = api.puzzle("packing board=100x100 holes=99,98/99,99 pieces=dominoes copies=any")
    rows = repeated(np.array([[0, 0, 0, 0]]), 1, 2, 100, 50)[:-1]
    shown = api.Drawable(dominoes, layout_of(dominoes, rows))
    pixels = (imread(io.BytesIO(api.draw_file(shown, ".png")))[:, :, :3] * 255).round().astype(int)
    assert pixels.shape == (100 * 12 + 1, 100 * 12 + 1, 3)
    line, hue, hole = (0x22, 0x22, 0x22), (0x67, 0x9A, 0xF9), (255, 255, 255)
    assert {tuple(pixels[y, x]) for y, x in ((0, 0), (6, 0), (6, 24), (1200, 5), (12, 6))} == {line}
    assert {tuple(pixels[y, x]) for y, x in ((6, 6), (6, 12), (6, 18))} == {hue}
    assert tuple(pixels[1195, 1195]) == hole
    svg = api.draw_file(shown, ".svg").decode()
    assert svg.count("M0 0h100v1h-100z") == 1
    assert 'fill="#679af9"' in svg


def test_windows_of_a_board_that_wraps_show_its_cells() -> None:
    """A piece across joined edges is drawn on both sides; a window of the whole board is the board."""
    line = "packing board=3x4 pieces=dominoes copies=any wrap=columns fixed=I2:1,0/1,3"
    shown = api.drawables([line], 1)
    text = api.draw_text(shown, window="0,0/3,4")
    assert text == api.draw_text(shown).replace("░", " ")  # fixed pieces are hatched in a picture of the whole
    assert text.count("I2") == 2
    assert api.draw_text(shown, window="0,1/1,3").count("I2") == 0
    answer = api.solve(line)
    assert answer.solution is not None
    assert api.draw_text(api.Drawable(api.puzzle(line), answer.solution), window="0,0/3,4").count("I2") >= 6

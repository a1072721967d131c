"""BurrTools files, written here by hand from the format: what is read, what is counted, and what is refused with its line."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from encoders import catalogue
from encoders.imports import xmpuzzle
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.errors import InvalidInput
from tests import random_models
from tests.random_models import counted

SOMA = """<?xml version="1.0"?>
<puzzle version="2">
  <gridType type="0"/>
  <colors/>
  <shapes>
    <voxel x="2" y="2" z="1" type="0">##
                                      #_</voxel>
    <voxel x="3" y="2" z="1" name="the L" type="0">####__</voxel>
    <voxel x="3" y="2" z="1" type="0">###_#_</voxel>
    <voxel x="3" y="2" z="1" weight="2" type="0">##__##</voxel>
    <voxel x="2" y="2" z="2" hx="1" type="0">###_#___</voxel>
    <voxel x="2" y="2" z="2" type="0">###__#__</voxel>
    <voxel x="2" y="2" z="2" type="0">###___#_</voxel>
    <voxel x="3" y="3" z="3" name="cube" type="0">###########################</voxel>
  </shapes>
  <problems>
    <problem name="Soma &amp; all" state="2" assemblies="240" solutions="240" time="1">
      <shapes>
        <shape id="0" count="1"/><shape id="1" count="1"/><shape id="2" count="1" group="1"/>
        <shape id="3" min="1" max="1"/><shape id="4" count="1"/><shape id="5" count="1"/><shape id="6" count="1"/>
      </shapes>
      <result id="7"/>
      <bitmap/>
      <solutions><solution asmNum="0"><assembly>0 0 0 0</assembly></solution></solutions>
    </problem>
  </problems>
  <comment popup="">By hand.</comment>
</puzzle>
"""


def voxels(cells: Any, mark: str = "#", optional: Any = ()) -> str:
    """A shape of cells (z, y, x), those of `optional` marked with a plus."""
    z, y, x = (max(axis) + 1 for axis in zip(*cells, strict=True))
    inside, may = set(map(tuple, cells)), set(map(tuple, optional))
    text = "".join(
        ("+" if (a, b, c) in may else mark) if (a, b, c) in inside else "_"
        for a in range(z)
        for b in range(y)
        for c in range(x)
    )
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0">{text}</voxel>'


def file_of(shapes: list[str], *problems: str, grid: int = 0) -> str:
    """A file of shapes, and of problems as the XML that stands in them; a problem with blanks before it has attributes."""
    inside = "".join(f"<problem{each.partition('>')[0]}>{each.partition('>')[2]}</problem>" for each in problems)
    head = f'<puzzle version="2"><gridType type="{grid}"/><shapes>{"".join(shapes)}</shapes>'
    return f"{head}<problems>{inside}</problems></puzzle>"


def problem(copies: str, result: int, rest: str = "", attributes: str = "") -> str:
    """A problem: copies by shape as `0:1 1:0-2`."""
    parts = []
    for each in copies.split():
        shape, _, number = each.partition(":")
        least, dash, most = number.partition("-")
        parts.append(
            f'<shape id="{shape}" min="{least}" max="{most}"/>' if dash else f'<shape id="{shape}" count="{least}"/>'
        )
    return f'{attributes}><shapes>{"".join(parts)}</shapes><result id="{result}"/>{rest}'


def read(text: str, number: int | None = None) -> Puzzle:
    """The puzzle of a text."""
    return puzzle_of("packing", xmpuzzle.keys(text, number))


def classes(puzzle: Puzzle) -> int | None:
    """How many packings there are up to symmetry."""
    return random_models.classes(puzzle.encode().model)


def number(puzzle: Puzzle, name: str = "exact") -> int | None:
    """How many packings there are."""
    return counted(name, puzzle.encode().model)


def test_soma_is_the_catalogue_s(tmp_path: Path) -> None:
    """A file by hand, plain, gzipped and with the ending .gz, is the puzzle `soma`: 240 assemblies."""
    own = catalogue.puzzle("soma").canonical()
    plain, packed, ending = tmp_path / "soma.xmpuzzle", tmp_path / "packed.xmpuzzle", tmp_path / "soma.xmpuzzle.gz"
    plain.write_text(SOMA)
    packed.write_bytes(gzip.compress(SOMA.encode()))
    ending.write_bytes(gzip.compress(SOMA.encode()))
    for name in (
        str(plain),
        str(packed),
        str(ending),
        f"{plain}@1",
        f"packing file={packed}",
        f"packing file={packed}@1",
    ):
        made = catalogue.puzzle(name)
        assert made.canonical() == own, name
        assert made.title == "Soma & all"
    assert catalogue.puzzle(str(plain)).value.piece("the-L") is not None
    assert classes(catalogue.puzzle(str(packed))) == 240


@pytest.mark.slow
def test_bedlam_has_its_assemblies() -> None:
    """The Bedlam cube, its pieces written as voxels: 19,186 assemblies."""
    bedlam = catalogue.puzzle("bedlam").value
    shapes = [voxels(piece.cells) for piece in bedlam.pieces]
    cube = voxels([(z, y, x) for z in range(4) for y in range(4) for x in range(4)])
    text = file_of([*shapes, cube], problem(" ".join(f"{n}:1" for n in range(len(shapes))), len(shapes)))
    made = read(text)
    assert made.canonical() == catalogue.puzzle("bedlam").canonical()
    assert classes(made) == 19_186


def burr() -> tuple[set[tuple[int, int, int]], list[set[tuple[int, int, int]]]]:
    """The cells of six sticks of 2x2x6 that cross, and the sticks."""
    sticks = []
    for axis in range(3):
        for side in (0, 2):
            low = [2, 2, 2]
            low[axis], low[(axis + 1) % 3] = 0, 1 + side
            spans = [range(low[k], low[k] + (6 if k == axis else 2)) for k in range(3)]
            sticks.append({(z, y, x) for z in spans[0] for y in spans[1] for x in spans[2]})
    every = set().union(*sticks)
    return every, sticks


def test_a_six_piece_burr_with_cells_that_may_stay_empty() -> None:
    """Six notched sticks whose inside may stay empty: two engines count the same, and no packing leaves fewer cells empty."""
    whole, sticks = burr()
    times = {cell: sum(cell in stick for stick in sticks) for cell in whole}
    inside = {cell for cell, number in times.items() if number > 1}
    assert inside
    taken: set[tuple[int, int, int]] = set()
    pieces = []
    for n, stick in enumerate(sticks):
        own = stick - taken
        own -= {max(own & inside)} if n < 2 else set()
        sticks[n + 1 :] = [other - {max((stick - taken) & inside)} if n < 2 else other for other in sticks[n + 1 :]]
        taken |= own
        corner = [min(axis) for axis in zip(*own, strict=True)]
        pieces.append(voxels([tuple(x - y for x, y in zip(cell, corner, strict=True)) for cell in own]))
    corner = [min(axis) for axis in zip(*whole, strict=True)]
    cells, empty = (
        [tuple(x - y for x, y in zip(cell, corner, strict=True)) for cell in sorted(each)] for each in (whole, inside)
    )
    copies = " ".join(f"{n}:1" for n in range(6))
    made = read(file_of([*pieces, voxels(cells, optional=empty)], problem(copies, 6)))
    total = number(made)
    assert total
    assert total == number(made, "sat")
    form = made.canonical()
    assert len(form["optional"]) == len(inside)
    left = len(whole) - len(taken)
    bounded = [
        number(
            read(file_of([*pieces, voxels(cells, optional=empty)], problem(copies, 6, attributes=f' maxHoles="{n}"')))
        )
        for n in (left - 1, left)
    ]
    assert bounded == [0, total]


def test_several_problems_are_told_apart_by_number(tmp_path: Path) -> None:
    """The second problem of a file is FILE@2; without a number the first is meant; a number beyond is refused."""
    shapes = [voxels([(0, 0, 0), (0, 0, 1)]), voxels([(0, y, x) for y in range(2) for x in range(3)])]
    text = file_of(
        [*shapes, voxels([(0, y, x) for y in range(2) for x in range(4)])], problem("0:3", 1), problem("0:4", 2)
    )
    path = tmp_path / "two.xmpuzzle"
    path.write_text(text)
    first, second = catalogue.puzzle(f"{path}@1"), catalogue.puzzle(f"{path}@2")
    assert number(first) == 3
    assert number(second) == 5
    assert catalogue.puzzle(str(path)).canonical() == first.canonical()
    assert second.source == "problem 2 of 2 in the file"
    for name, sentence in (
        (f"{path}@3", "problem 3 was named; the file has problems 1 to 2"),
        (f"{path}@0", "problem 0 was named"),
        ("soma.toml@2", "expected @2 after a file of several problems: .xmpuzzle"),
        ("soma@2", "unknown puzzle 'soma@2'"),
    ):
        with pytest.raises(InvalidInput) as refusal:
            catalogue.puzzle(name)
        assert sentence in str(refusal.value)


def test_congruent_shapes_are_told_apart_where_asked(tmp_path: Path) -> None:
    """Two shapes that are congruent are merged; with labelled=yes they are not; no other key stands beside the file."""
    domino, stick = voxels([(0, 0, 0), (0, 0, 1)]), voxels([(0, 0, 0), (0, 1, 0)])
    path = tmp_path / "two.xmpuzzle"
    path.write_text(
        file_of([domino, stick, voxels([(0, y, x) for y in range(2) for x in range(2)])], problem("0:1 1:1", 2))
    )
    assert number(catalogue.puzzle(str(path))) == 2
    assert number(catalogue.puzzle(f"packing file={path} labelled=yes")) == 4
    with pytest.raises(InvalidInput, match="expected the name of a file, and no other key"):
        catalogue.puzzle(f"packing file={path} copies=2")
    with pytest.raises(InvalidInput, match="expected the name of a file, and no other key"):
        catalogue.puzzle("cover file=some.txt labelled=yes")
    with pytest.raises(InvalidInput, match="has a packing; expected a cover"):
        catalogue.puzzle(f"cover file={path}")


def test_colours_meet_where_pairs_say() -> None:
    """Voxels of one colour cover those of the colours that they are paired with, counted from 0, and those of none."""
    domino = '<voxel x="2" y="1" z="1" type="0">#1#2</voxel>'
    board = '<voxel x="4" y="1" z="1" type="0">#1#2+0#</voxel>'
    both = '<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>'
    crossed = '<bitmap><pair piece="0" result="1"/><pair piece="1" result="0"/></bitmap>'
    for pairs, expected in (
        (both, 1),
        (crossed, 1),
        ("<bitmap/>", 0),
        ('<bitmap><pair piece="1" result="1"/></bitmap>', 0),
    ):
        made = read(file_of([domino, board], problem("0:2", 1, pairs)))
        assert number(made) == expected, pairs
    made = read(file_of([domino, board], problem("0:1-2", 1, both, ' maxHoles="1"')))
    assert number(made) == 1
    free = '<bitmap><pair piece="0" result="0"/><pair piece="0" result="1"/></bitmap>'
    plain = read(file_of(['<voxel x="2" y="1" z="1" type="0">#1#</voxel>', board], problem("0:2", 1, free)))
    assert "grounds" not in plain.canonical()


SHAPES = [voxels([(0, 0, 0)]), voxels([(0, 0, 0), (0, 0, 1)])]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: no element found"),
        ("junk", "line 1: syntax error; expected the XML of a BurrTools file"),
        ("\x00\x01\x02", "line 1: not well-formed"),
        ("<svg/>", "line 1: the file begins with <svg>; expected <puzzle>"),
        ('<puzzle version="3"/>', "<puzzle> has version='3'; expected a whole number from 1 to 2"),
        (SOMA[:600], "no element found"),
        (SOMA.replace("</shapes>", "</shape>", 1), "line 15: mismatched tag"),
        ("<puzzle/>", "the file has no problem; expected at least one"),
        (
            file_of(SHAPES, problem("0:2", 1), grid=2),
            "line 1: shape 1 has # at x,y,z = 1,0,0, which is no cell of grid 2 (spheres); expected _",
        ),
        (
            file_of([SHAPES[0], '<voxel x="3" y="1" z="1" type="0">__+</voxel>'], problem("0:1", 1), grid=3),
            "has + at x,y,z = 2,0,0, which is no cell of grid 3 (rhombic tetrahedra)",
        ),
        (file_of(SHAPES, problem("0:2", 1), grid=4), "no cell of grid 4 (tetrahedra and octahedra)"),
        (
            file_of(
                [SHAPES[0], f'<voxel x="2000" y="1" z="1" type="0">{"#" * 2000}</voxel>'], problem("0:2", 1), grid=1
            ),
            "line 1: the result is in a board of 1x1001x2000 points; expected at most 1000000",
        ),
        (file_of(SHAPES, problem("0:2", 1), grid=9), "the grid is of type 9; expected type 0 to 4"),
        (file_of(SHAPES, problem("0:2", 5)), "line 1: the problem names shape 5; the file has 2 shapes"),
        (file_of(SHAPES, problem("7:2", 1)), "the problem names shape 7"),
        (file_of(SHAPES, '><shapes><shape id="0" count="1"/></shapes>'), "the problem has no result"),
        (
            file_of(SHAPES, '><shapes><shape id="0"/></shapes><result id="1"/>'),
            "<shape> has no min; expected min=NUMBER",
        ),
        (file_of(SHAPES, problem("0:3-1", 1)), "shape 0 has 3 to 1 copies; expected min up to max"),
        (file_of(SHAPES, problem("0:0", 1)), "the problem has no piece"),
        (file_of(SHAPES, problem("0:-1", 1)), "<shape> has min=''; expected a whole number"),
        (file_of(SHAPES, problem("0:2", 1, attributes=' maxHoles="-2"')), "<problem> has maxHoles='-2'"),
        (file_of(SHAPES, problem("0:2", 1, '<bitmap><pair piece="70" result="0"/></bitmap>')), "<pair> has piece='70'"),
        (
            file_of(['<voxel x="2" y="1" z="1" type="0">#</voxel>'], problem("0:1", 0)),
            "shape 0 has 1 voxels; expected 2x1x1 = 2",
        ),
        (
            file_of(['<voxel x="1" y="1" z="1" type="0">#64</voxel>'], problem("0:1", 0)),
            "shape 0 has colour 64; expected 0 to 63",
        ),
        (
            file_of(['<voxel x="1" y="1" z="1" type="0">?</voxel>'], problem("0:1", 0)),
            "shape 0 has '?' at 0; expected _, # and +",
        ),
        (file_of(['<voxel x="1" y="1" z="1" type="0">7#</voxel>'], problem("0:1", 0)), "shape 0 has '7' at 0"),
        (file_of(['<voxel x="1" y="1" z="1" type="0">_</voxel>'], problem("0:1", 0)), "the result has no voxel"),
        (
            file_of(['<voxel x="1" y="1" z="1" type="1">#</voxel>'], problem("0:1", 0)),
            "voxels are of type 1; expected type 0",
        ),
        (file_of(['<voxel x="1" y="1" type="0">#</voxel>'], problem("0:1", 0)), "<voxel> has no z; expected z=NUMBER"),
        (file_of(['<voxel x="1" y="0" z="1" type="0">#</voxel>'], problem("0:1", 0)), "<voxel> has y='0'"),
        (
            file_of(['<voxel x="9999" y="9999" z="1" type="0">#</voxel>'], problem("0:1", 0)),
            "a shape has 9999x9999x1 voxels",
        ),
        (file_of([voxels([(0, 0, 0)], mark="+"), SHAPES[1]], problem("0:2", 1)), "shape 0 is a piece and has +"),
        (
            file_of([voxels([(0, 0, 0), (0, 0, 1)]), '<voxel x="1" y="1" z="1" type="0">_</voxel>'], problem("1:1", 0)),
            "shape 1 is a",
        ),
    ],
)
def test_faults_are_told_by_line(text: str, sentence: str) -> None:
    """Each fault of a file has one sentence, with its line."""
    with pytest.raises(InvalidInput) as refusal:
        read(text)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_bombs_of_xml_are_refused_before_they_go_off() -> None:
    """Entities, a document type, deep nesting: refused where they begin, in little memory."""
    laughs = '<!DOCTYPE puzzle [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(20)
    )
    tracemalloc.start()
    for text, sentence in (
        (laughs + "]><puzzle>&u;</puzzle>", "declares a document type or entities"),
        ('<!DOCTYPE puzzle SYSTEM "file:///etc/passwd"><puzzle/>', "declares a document type or entities"),
        ("<puzzle>&a;</puzzle>", "undefined entity"),
        ("<puzzle>" + "<a>" * 10**5, "elements nest over 100 deep"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            xmpuzzle.keys(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


def test_a_gzip_bomb_is_refused_and_so_is_a_file_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What unpacks to more than the limit is not unpacked beyond it; half a file and junk behind it are told."""
    monkeypatch.setattr(catalogue, "LARGEST_IMPORT", 1_000_000)
    path = tmp_path / "bomb.xmpuzzle"
    packed = gzip.compress(SOMA.encode())
    for content, sentence in (
        (gzip.compress(b" " * 10**8), "has over 1000000 bytes"),
        (packed[:-20], "is truncated"),
        (packed + b"junk", "continues after its gzip content"),
        (b"\x1f\x8bjunk", "is not a gzip file"),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b"", "no element found"),
    ):
        path.write_bytes(content)
        with pytest.raises(InvalidInput, match=sentence):
            catalogue.puzzle(str(path))


def test_files_in_other_encodings_are_read(tmp_path: Path) -> None:
    """BurrTools wrote Latin-1 without saying so (its example Prisgon); another encoding must be declared, and be the file's."""
    path = tmp_path / "named.xmpuzzle"
    named = SOMA.replace("<problems>", "<comment>Markus Götz</comment><problems>")
    puzzle = xmpuzzle.keys(named)
    for encoding, declaration in (("latin-1", ""), ("cp437", '<?xml version="1.0" encoding="cp437"?>')):
        body = named[named.index("<puzzle") :]
        path.write_bytes((declaration + body).encode(encoding))
        assert catalogue.puzzle(str(path)) == puzzle_of("packing", puzzle)
    for declared in ("ascii", "no-such-encoding", "rot13"):
        path.write_bytes(f'<?xml version="1.0" encoding="{declared}"?>{body}'.encode("latin-1"))
        with pytest.raises(InvalidInput, match=f"neither UTF-8 text nor text in the encoding {declared}"):
            catalogue.puzzle(str(path))


def test_names_of_shapes_become_names_of_pieces() -> None:
    """Marks that keys have become dashes; without a name, or where it is taken, a piece is S and its number."""
    named = [
        f'<voxel x="{n}" y="1" z="1" name="{name}" type="0">{"#" * n}</voxel>'
        for n, name in enumerate(("a b,c", "", "a/b c"), 1)
    ]
    keys = xmpuzzle.keys(file_of([*named, voxels([(0, 0, x) for x in range(6)])], problem("0:1 1:1 2:1", 3)))
    assert [piece["name"] for piece in keys["pieces"]] == ["a-b-c", "S2", "S3"]

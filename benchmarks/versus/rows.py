"""The rows: what is asked, the CPU seconds that are wanted, and who is measured beside ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks import searches
from benchmarks.covers import langford, queens
from benchmarks.priced import planted
from benchmarks.versus import instances
from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover.model.answer import Task
from exactcover.model.encoding import Model

REACH = Path(__file__).parent.parent / "reach"
AIRLINES = Path(__file__).parent.parent / "set_partitioning"
RUSH_HOUR, FARTHEST, LARGER = (REACH / name for name in ("rush-hour.txt", "15-puzzle-80.txt", "24-puzzle.txt"))
ORDERED = ",".join(map(str, [*range(1, 16), 0]))
COVERS = ("dlx2", "ssxcc", "xcover")
GENERAL = (*COVERS, "exact-cover", "dxz", "plain-cpsat", "plain-pysat", "kissat")
COLOURED = ("ssxcc", "dlx2", "kissat")
CLAUSES = ("kissat", "plain-cpsat", "ssxcc")
PRICED = ("highs", "scip", "cpsat-model")
PROVED = PRICED[:2]
SEEDS = range(1, 11)
CALENDAR = "++++++#/++++++#/+++++++/+++++++/+++++++/+++++++/+++####"
CALENDAR_PIECES = ("###/###", "#.#/###", "#../#../###", "##./.#./.##", "##./###", "####/#...", "####/.#..", "###./..##")
BOXES = ("###/##./##.", "###/##./.##", ".##/###/##.", "##./###/##.", "###/#../###", "###/.#./###")
TETRIS_CUBE = (
    *("###/#../#..//..#/.../...", "###/#../#..//.#./.../...", "###./..##", ".##/##.//..#/..."),
    *("##./.##/.#.//#../.../...", "###/#../#..", "####/.#..", "##/##//#./.."),
    *("###/...//#../#..", "###/.#.//.../.#.", "##./...//.#./.##", ".../.#.//###/.#.//.#./..."),
)  # blue, red and yellow pieces, as A. Langen's solver lists them; with 9839 packings up to rotations
MUTILATED = "/".join(["#" + 7 * ".", *(["........"] * 6), 7 * "." + "#"])


class Row(NamedTuple):
    """A question about a model, or several; must: wanted CPU seconds, None for a first measurement; beside: other programs.

    answer: the known count, or sum of costs; program: the arguments of a C program of this folder; most: solutions listed;
    first: whether any solution answers it; each: seconds for each of several models, if less than the limit; seed: that of
    the programs' random numbers; family: rows by seed that are summed up in one line, empty for a line of the main table.
    """

    name: str
    task: Task
    models: Callable[[], Sequence[Model]]
    must: float | None
    beside: tuple[str, ...] = ()
    limit: float = 20.0
    answer: int | None = None
    program: tuple[str, ...] = ()
    most: int | None = None
    first: bool = False
    each: float | None = None
    seed: int = 0
    family: str = ""


def of_packing(board: str, pieces: tuple[str, ...], copies: list[int]) -> Model:
    """Return the model of a packing of drawn pieces; cells marked + may stay empty."""
    listed = [
        {"name": f"p{n}", "picture": cells, "copies": number}
        for n, (cells, number) in enumerate(zip(pieces, copies, strict=True))
    ]
    return puzzle("packing", board=board, pieces=listed).encode().model


def slack(percent: int) -> Row:
    """Return a board of 40x45 whose pieces, of seven cells each, cover so much of it."""
    number = 1800 * percent // 100 // 7
    copies = [number // 6 + (place < number % 6) for place in range(6)]
    must = {85: 0.1, 88: 0.1, 90: 0.1, 92: 0.5, 94: 4.0, 95: 20.0}[percent]
    board = "/".join(["+" * 45] * 40)
    name = f"40x45, {number} pieces of 7 cells, {percent} %"
    return Row(name, "solve", lambda: [of_packing(board, BOXES, copies)], must, ("plain-cpsat",))


def stated(words: str, task: Task, must: float | None, beside: tuple[str, ...] = GENERAL, **own: float) -> Row:
    """Return a row of a puzzle in words."""
    limit, answer = float(own.get("limit", 20.0)), own.get("answer")
    return Row(
        words,
        task,
        lambda: [puzzle(words).encode().model],
        must,
        beside,
        limit,
        None if answer is None else int(answer),
    )


def one(made: Callable[..., Model], *values: int) -> Callable[[], Sequence[Model]]:
    """Return what makes a single model."""
    return lambda: [made(*values)]


def several(words: list[str]) -> Callable[[], Sequence[Model]]:
    """Return what makes the models of puzzles in words."""
    return lambda: [puzzle(each).encode().model for each in words]


def of_puzzle(name: str, made: Callable[[], Puzzle], beside: tuple[str, ...] = GENERAL, limit: float = 12.0) -> Row:
    """Return a row that asks for a solution of a puzzle of a generator."""
    return Row(name, "solve", lambda: [made().encode().model], None, beside, limit)


def priced(name: str, must: float | None, limit: float = 20.0, folder: Path = REACH) -> Row:
    """Return a cover with costs from a file."""
    return Row(name, "solve", lambda: [puzzle(str(folder / f"{name}.txt.gz")).encode().model], must, PRICED, limit)


def rows() -> Iterator[Row]:
    """Yield every row, in the order of the table."""
    yield Row(
        "calendar, any two cells open",
        "count",
        lambda: [of_packing(CALENDAR, CALENDAR_PIECES, [1] * 8)],
        0.3,
        answer=59787,
    )
    yield from map(slack, (85, 88, 90, 92, 94, 95))
    yield from (priced(name, None) for name in ("p60_600_11", "p60_600_12", "p100_2000_11"))
    yield from (priced(f"bus-{name}", None) for name in ("c1", "c2", "t2", "r5"))
    yield from (priced(name, None, 25.0) for name in ("d120_6000_1", "d200_20000_2", "d300_12000_3"))
    yield priced("sppaa04", 20.0, 60.0, AIRLINES)._replace(name="aa04")
    yield from counted()
    yield from small()
    yield from plans()
    yield from first_measured()
    yield from by_seed()


def by_seed() -> Iterator[Row]:
    """Yield random covers with costs by their seed, and published ones by the seed of the programs."""
    for items, options in ((60, 600), (100, 2000)):
        family = f"planted with costs, {items} items, {options} options"
        for seed in SEEDS:
            made = one(planted, items, options, seed)
            yield Row(f"{family}, seed {seed}", "solve", made, None, PROVED, seed=seed, family=family)
    for name in ("bus-c1", "bus-t2", "bus-c2"):
        for seed in SEEDS:
            row = priced(name, None)
            yield row._replace(name=f"{name}, seed {seed}", beside=PROVED, seed=seed, family=name)


def counted() -> Iterator[Row]:
    """Yield counts of covers and packings."""
    for n, answer in ((12, 14200), (13, 73712), (14, 365596), (15, 2279184)):
        program = ("queens", str(n))
        yield Row(f"queens {n}", "count", one(queens, n), None, ("bitmask", *COVERS), 20.0, answer, program)
    for n, answer in ((11, 35584), (12, 216288)):
        program = ("langford", str(n))
        beside = ("bitmask", *COVERS, "dxz")
        yield Row(f"Langford {n}", "count", one(langford, n), None, beside, 20.0, answer, program)
    yield stated("packing board=10x10 pieces=tetrominoes copies=any", "count", 1.2, (), limit=60.0)
    yield stated("packing board=12x12 pieces=tetrominoes copies=any", "count", 25.0, (), limit=150.0)
    yield stated("packing board=15x15 pieces=Y5 copies=any", "count", 60.0, (), limit=150.0)
    copies = [1] * len(TETRIS_CUBE)
    yield Row("Tetris cube", "count", lambda: [of_packing("4x4x4", TETRIS_CUBE, copies)], 40.0, (), 300.0, 24 * 9839)


def small() -> Iterator[Row]:
    """Yield first solutions of small covers, and small boards without any."""
    for items, options in ((60, 600), (100, 2000)):
        name = f"planted, {items} items, {options} options"
        yield Row(name, "solve", one(instances.unpriced, items, options, 11), None, GENERAL)
    yield of_puzzle("Latin 30x30, 380 open", partial(instances.latin, 30, 380, 1))
    yield stated(f"packing board={MUTILATED} pieces=dominoes copies=any", "solve", 0.01)._replace(
        name="mutilated chessboard"
    )
    yield stated("packing board=4x5 pieces=tetrominoes", "solve", 0.01)
    yield stated("packing board=8x8 pieces=pentominoes copies=0..1 optional=all", "solve", None)


def data(path: Path) -> list[str]:
    """Return the lines of a file of instances, without its remarks."""
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def plans() -> Iterator[Row]:
    """Yield sliding puzzles."""
    boards = [line.split() for line in data(RUSH_HOUR)]
    moves, program = sum(int(each) for each, _, _ in boards), (str(RUSH_HOUR),)
    models = several([f"blocks rush-hour={cells}" for _, cells, _ in boards])
    yield Row(f"Rush Hour, {len(boards):,} boards", "solve", models, 0.8, ("rush_hour",), 60.0, moves, program)
    hundred = searches.korf()
    lengths = sum(each.length for each in hundred)
    models = several([each.words for each in hundred])
    yield Row("15-puzzle, Korf's hundred", "solve", models, 1.0, (), 60.0, lengths)
    eighty = several([f"tiles board=4x4 start={line} goal={ORDERED}" for line in data(FARTHEST)])
    yield Row("15-puzzle, ten boards of 80 moves", "solve", eighty, 10.0, (), 1500.0, 800, each=150.0)
    known = [line.split() for line in data(LARGER)]
    larger = several([f"tiles board=5x5 start={start}" for _, start in known])
    shortest = sum(int(moves) for moves, _ in known)
    yield Row("24-puzzle, Korf and Taylor's ten, any plans", "solve", larger, 1.0, first=True)
    yield Row(f"24-puzzle, the ten, 10 s each; shortest: {shortest:,}", "solve", larger, None, (), 110.0, each=10.0)


def first_measured() -> Iterator[Row]:
    """Yield puzzles of families that others are known to be good at."""
    for seed in (1, 2):
        yield of_puzzle(f"sudoku 16x16, 150 open, seed {seed}", partial(instances.sudoku, 4, 150, seed), CLAUSES)
        yield of_puzzle(f"sudoku 25x25, 350 open, seed {seed}", partial(instances.sudoku, 5, 350, seed), CLAUSES)
        yield of_puzzle(f"Latin 33x33, 457 open, seed {seed}", partial(instances.latin, 33, 457, seed), CLAUSES)
        yield of_puzzle(f"Latin 35x35, 515 open, seed {seed}", partial(instances.latin, 35, 515, seed), CLAUSES)
        yield of_puzzle(f"nonogram 30x30, half black, seed {seed}", partial(instances.nonogram, 30, 0.5, seed), CLAUSES)
    yield of_puzzle("dominosa, 0 to 12", partial(instances.dominosa, 12, 1), CLAUSES)
    yield of_puzzle("dominosa, 0 to 20", partial(instances.dominosa, 20, 1), CLAUSES)
    for size, colours in ((6, 5), (7, 6), (8, 7)):
        own = partial(instances.edges, size, colours, 1)
        yield of_puzzle(f"edge matching {size}x{size}, {colours} colours inside", own, COLOURED)
    for words in ("groups=5 size=3 weeks=6", "groups=8 size=3 weeks=5"):
        yield stated(f"golfers {words}", "solve", None, CLAUSES)
    yield stated("block-design v=15 k=3 resolvable=yes", "solve", None, CLAUSES)
    for which, answer in enumerate((144, 200)):
        name = f"Kirkman's 15 schoolgirls, days 3 to 7 after second day {which + 1}"
        yield Row(name, "count", one(instances.kirkman, which), None, COVERS, answer=answer)
    yield stated("edge-matching board=4x6 tiles=macmahon-3 border=same", "solve", None, COLOURED)
    million = one(instances.unpriced, 100_000, 1_000_000, 1)
    yield Row("planted, 100,000 items, a million options", "solve", million, None, ("dlx2", "ssxcc", "kissat"), 60.0)
    listed = stated("packing board=20x20 pieces=pentominoes copies=any", "list", None, ("dlx2", "ssxcc"))
    yield listed._replace(name="20x20 by free pentominoes, 10,000 tilings", most=10_000)

"""The JSON objects that public functions return, with the types of their keys; exactcover/files/schemas has their schemas."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

JsonObject: TypeAlias = dict[str, Any]
"""An object of JSON whose keys depend on the kind of puzzle or on what was submitted, as `json.loads` returns it."""


class Verdict(TypedDict):
    """What `check` says of an answer: which of its claims are verified, and what is wrong with them.

    accepted: nothing is wrong, and status and bound are among what is verified; argument: that of the certificate, in sentences;
    faults: the first sentences of `fault_count`.
    """

    schema: int
    task: Literal["check"]
    puzzle_sha256: str
    accepted: bool
    kind: Literal["answer", "certificate", "solution"]
    verified: list[str]
    unverified: list[str]
    argument: list[str] | None
    faults: list[str]
    fault_count: int


class EngineDescription(TypedDict):
    """What `engines` says of an engine: the models that it accepts, the tasks that it can do, its own options.

    node: what its node limit counts.
    """

    name: str
    about: str
    accepts: list[str]
    can: list[str]
    options: list[str]
    node: str


class Remaining(TypedDict):
    """What `remaining` says of a puzzle after a moment: how many solutions it has, or its best plan or cost, or why none.

    count: the number of all solutions, as digits, if it is known; at_least: how many were counted otherwise; classes: how many
    differ by more than a symmetry; dead: the cells that the certificate of `evidence` is about; solution: one of them, if
    one was wanted; sentence: all this for people.
    """

    schema: int
    task: Literal["remaining"]
    puzzle_sha256: str
    status: Literal["FEASIBLE", "OPTIMAL", "INFEASIBLE", "UNKNOWN"]
    count: str | None
    at_least: str | None
    classes: str | None
    cost: int | float | str | None
    bound: int | float | str | None
    evidence: str | None
    argument: list[str] | None
    dead: list[list[int]]
    solution: JsonObject | None
    stop_reason: str | None
    sentence: str


class PlacementMarginal(TypedDict):
    """A placement, and the number of solutions that have it, as digits; piece: None for a cell that stays empty.

    share, error: of an estimate, instead of `solutions`: the share of all solutions, and the half-width of its 95 % interval.
    """

    piece: str | None
    cells: list[list[int]]
    solutions: NotRequired[str]
    share: NotRequired[float]
    error: NotRequired[float]


class OptionMarginal(TypedDict):
    """An option of a cover, by its items, and the number of solutions that have it, as digits; share, error: of an estimate."""

    items: list[str]
    solutions: NotRequired[str]
    share: NotRequired[float]
    error: NotRequired[float]


class Marginals(TypedDict):
    """What `marginals` says of a puzzle: in how many of its solutions each placement is, or each option of another cover.

    solutions: the number of all solutions, as digits; None if the time limit was over, and of an estimate; sentence: all this
    for people. Of an estimate alone, samples: the random descents that were made; reached: the solutions that they reached, all
    judged; effective_samples: how many independent uniform solutions would be as good; effective_groups: the number of
    groups of descents, if their weights were equal. If one of these is below 10, the errors are not reliable.
    """

    schema: int
    task: Literal["marginals"]
    puzzle_sha256: str
    status: Literal["FEASIBLE", "INFEASIBLE", "UNKNOWN"]
    solutions: str | None
    placements: list[PlacementMarginal] | None
    options: list[OptionMarginal] | None
    stop_reason: Literal["time"] | None
    sentence: str
    samples: NotRequired[int]
    reached: NotRequired[int]
    effective_samples: NotRequired[float]
    effective_groups: NotRequired[float]


class HintedPlacement(TypedDict):
    """What to do next: a placement, an option of another cover by its items, or a move of a plan.

    solutions: how many solutions have it, of all there are, as digits; None if they were not counted.
    """

    piece: str | None
    cells: list[list[int]] | None
    option: list[str] | None
    move: list[Any] | None
    solutions: str | None
    of: str | None


class WrongMove(TypedDict):
    """The move since which there is no solution, counted from 1, of how many, and what it placed."""

    number: int
    of: int
    piece: str
    cells: list[list[int]]


class Hint(TypedDict):
    """What `hint` says of a partly filled board: what to place next, or since which move there is no solution.

    placement: None if nothing is left to place, or there is no solution; wrong: None if there is one, if there is none before
    the first move, and if the moves have no order; evidence, argument, dead: why there is none, as in `Remaining`; sentence:
    all this for people.
    """

    schema: int
    task: Literal["hint"]
    puzzle_sha256: str
    status: Literal["FEASIBLE", "INFEASIBLE", "UNKNOWN"]
    placement: HintedPlacement | None
    wrong: WrongMove | None
    evidence: str | None
    argument: list[str] | None
    dead: list[list[int]]
    stop_reason: str | None
    sentence: str


class Choice(TypedDict):
    """What some solutions choose, and how many there are, as digits."""

    choice: list[Any]
    solutions: str


class Choices(TypedDict):
    """What `choices` says of a puzzle: how many solutions there are for each choice that has one.

    over: what is chosen: `empty`, then `choice` has the cells that stay empty; `pieces`, their names, one for each copy; or
    names, then it has the placements of these pieces, or the options with these items. solutions: in all, as digits; a part, if
    the status is UNKNOWN; sentence: all this for people.
    """

    schema: int
    task: Literal["choices"]
    puzzle_sha256: str
    status: Literal["FEASIBLE", "INFEASIBLE", "UNKNOWN"]
    over: str
    choices: list[Choice]
    solutions: str
    stop_reason: str | None
    sentence: str


class DesignDifficulty(TypedDict):
    """The tree of a search as people do it: forced steps and guesses; level: 1 to 5; complete: whether that search ended."""

    level: int
    guesses: int
    steps: int
    complete: bool


class Design(TypedDict):
    """A puzzle with exactly one solution up to symmetry; number: in the order of finding; words: what varies in it."""

    number: int
    words: str
    puzzle: JsonObject
    puzzle_sha256: str
    difficulty: DesignDifficulty
    solution: JsonObject


class DesignSummary(TypedDict):
    """How a search for designs ended: their number, whether there are no others, and their numbers from easiest to hardest.

    stop_reason: the limit that ended it, "interrupted", or None; status: UNKNOWN if none was found and others may exist.
    """

    schema: int
    task: Literal["design"]
    puzzle_sha256: str
    vary: str
    status: Literal["FEASIBLE", "INFEASIBLE", "UNKNOWN"]
    count: int
    exhausted: bool
    stop_reason: str | None
    ranking: list[int]


class PieceDescription(TypedDict):
    """What `info` says of a piece; copies: how many at least and at most; placements: where one of them fits."""

    name: str
    size: int
    orientations: int
    copies: list[int]
    placements: int


class EngineChoice(TypedDict):
    """The engine that `auto` is for a puzzle, and why."""

    name: str
    why: str


class PuzzleInfo(TypedDict):
    """What `info` says of a puzzle without a search; None where it has no meaning for the kind of puzzle.

    area_of_pieces: cells that the pieces cover, at least and at most; optional: the number of `cells` that may stay empty, and
    how many do (`empty`, at least and at most); uncoverable: `count` and the first `cells` that no placement covers; symmetry:
    `order` of the group and its `rotations`; size: `items` and `options`; estimates: of `solve` and of `count`, what they run
    and how long that takes; suits: for each engine null if it can look for a solution, or a sentence that says why it cannot.
    """

    schema: int
    task: Literal["info"]
    kind: str
    title: str
    notices: list[str]
    source: str
    published: JsonObject
    puzzle: JsonObject
    puzzle_sha256: str
    cells: int | None
    area_of_pieces: list[int] | None
    pieces: list[PieceDescription]
    fixed: int | None
    optional: JsonObject | None
    uncoverable: JsonObject | None
    symmetry: dict[str, int] | None
    size: dict[str, int] | None
    engine: EngineChoice
    suits: dict[str, str | None]
    estimates: dict[str, JsonObject | None]

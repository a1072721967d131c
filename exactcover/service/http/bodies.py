"""Request bodies: how they are parsed, and their strict models: no coercion, no unknown keys, and an example of each that works.

The options have the names of the command line; each task accepts the options of its command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import parse_qs

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SkipValidation,
    TypeAdapter,
    ValidationError,
)

from exactcover.files.exports.written import CERTIFICATES, CHECKS, MODELS, PUZZLE, PUZZLES
from exactcover.model import defaults
from exactcover.model.answer import MOST_COUNTED, MOST_SEED
from exactcover.service.http import packed, strict_json
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json

PuzzleSent: TypeAlias = Annotated[
    Annotated[str, Field(min_length=1)] | dict[str, SkipValidation[JsonValue]],  # what was parsed is JSON
    Field(
        description=(
            "A name from the catalogue; a line KIND key=value ...; an object with the same keys and kind; or the text of a file"
            ' as {"format": "toml", "text": "..."}; or, for solve and count, a batch: {"batch": [puzzle, ...]}, or one puzzle per'
            ' line: {"batch": {"kind": "sudoku", "text": "..."}}. Paths are not accepted.'
        ),
        examples=["pentominoes-6x10", "packing board=6x10 pieces=pentominoes"],
    ),
]
MOST_FIELDS = 20
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]
Megabytes: TypeAlias = Annotated[float, Field(ge=1, le=1e7, allow_inf_nan=False)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=MOST_COUNTED)]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=MOST_SEED)]
Backend: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Certificate: TypeAlias = Annotated[
    bool, Field(description="Go on, within the limits, until there is a certificate of the answer.")
]
Title: TypeAlias = Annotated[str, Field(max_length=200)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Job(_Body):
    """What every job has: a puzzle and limits."""

    puzzle: PuzzleSent
    time_limit: Seconds | None = None
    memory_limit: Megabytes | None = None
    title: Title = ""

    def options(self) -> Json:
        """Return the options that were sent."""
        own = self.model_dump(exclude={"puzzle", "task", "title"}, exclude_none=True, exclude_unset=True)
        return dict(own)


class SolveBody(_Job):
    """`exactcover solve`."""

    task: Literal["solve"]
    backend: Backend = defaults.ENGINE
    node_limit: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None
    seed: Seed = defaults.SEED
    workers: Annotated[int, Field(ge=0, le=1000)] = defaults.WORKERS
    break_symmetry: bool = True
    gap: Annotated[
        float | None, Field(ge=0, lt=1, description="End when the best cost is that near to the bound, relative to it.")
    ] = None
    certificate: Certificate = False


class _ByCubes(_Job):
    """The option of tasks that can be cut into cubes (TASKS of cluster/settings.py)."""

    executor: Annotated[
        Literal["local", "ray"] | None,
        Field(description="Search by cubes, with this executor; it must be the one that the server was started with."),
    ] = None


class _Many(_ByCubes):
    """The further options of tasks with many solutions."""

    backend: Backend = defaults.ENGINE
    limit: Count | None = None
    node_limit: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None
    seed: Seed = defaults.SEED
    workers: Annotated[int, Field(ge=0, le=1000)] = defaults.WORKERS
    up_to_symmetry: bool = False
    rotations_only: bool = False


class CountBody(_Many):
    """`exactcover count`."""

    task: Literal["count"]


class ListBody(_Many):
    """`exactcover list`."""

    task: Literal["list"]
    optimal: bool = False
    certificate: Certificate = False
    disassemble: Annotated[
        bool,
        Field(
            description=(
                "Tell of each solution whether its pieces come apart: its key `disassembly` has"
                " `comes_apart`, `levels`, the moves of each `stage`, and the pieces that stay `together` as a group."
            )
        ),
    ] = False


class SampleBody(_Job):
    """`exactcover sample`."""

    task: Literal["sample"]
    limit: Count = 1
    seed: Seed = defaults.SEED
    workers: Annotated[int, Field(ge=0, le=1000)] = defaults.WORKERS

    def options(self) -> Json:
        """Return the options that were sent, and the number of solutions to draw."""
        return {**super().options(), "limit": self.limit}


class ProveBody(_ByCubes):
    """`exactcover prove`."""

    task: Literal["prove"]
    argument: Annotated[str, Field(max_length=100)] = ""
    workers: Annotated[int, Field(ge=0, le=1000, description="Workers of an executor; 1 is used without one.")] = (
        defaults.WORKERS
    )
    node_limit: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None


class CompareBody(_Job):
    """`exactcover compare`: engines run one after the other, each under the limits; `solutions` has their answers."""

    task: Literal["compare"]
    backends: Annotated[list[Backend], Field(min_length=1, max_length=20)]
    node_limit: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None
    seed: Seed = defaults.SEED


JOBS: tuple[type[BaseModel], ...] = (SolveBody, CountBody, ListBody, SampleBody, ProveBody, CompareBody)
JobBody: TypeAlias = Annotated[
    SolveBody | CountBody | ListBody | SampleBody | ProveBody | CompareBody, Field(discriminator="task")
]


class InfoBody(_Body):
    """`exactcover info`."""

    puzzle: PuzzleSent
    time_limit: Seconds | None = None
    memory_limit: Megabytes | None = None


class RemainingBody(InfoBody):
    """`exactcover remaining`; seconds: for its searches; solution: return one too."""

    seconds: Annotated[float, Field(gt=0, le=defaults.LOOKUP_TIME_LIMIT)] = defaults.REMAINING_SECONDS
    solution: bool = False


class ChoicesBody(InfoBody):
    """`exactcover count --over`; over: `empty`, `pieces`, or names of pieces or items."""

    over: str = "empty"


class CertifyBody(InfoBody):
    """`exactcover count --certificate`."""


class HintBody(InfoBody):
    """`exactcover hint`; begun: a partly filled board, whose placements are moves in their order; seconds: for the searches."""

    begun: str | dict[str, SkipValidation[JsonValue]] | list[SkipValidation[JsonValue]] | None = None
    seconds: Annotated[float, Field(gt=0, le=defaults.LOOKUP_TIME_LIMIT)] = defaults.HINT_SECONDS


class DesignBody(InfoBody):
    """`exactcover design`; limit: how many designs at most; time_limit: for the search, which then keeps what it has."""

    vary: Annotated[str, Field(max_length=100)]
    pick: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None
    seed: Annotated[str, Field(max_length=100)] | Seed = str(defaults.SEED)
    level: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None
    limit: Count | None = None


class MarginalsBody(InfoBody):
    """`exactcover marginals`; samples: estimate shares from so many random descents, the same for the same seed."""

    samples: Count | None = None
    seed: Seed = defaults.SEED


class CheckBody(InfoBody):
    """`exactcover check`: `text` is an answer, a solution or a certificate, or several as JSON lines; `value` is the
    same as JSON.
    """

    text: str | None = None
    value: dict[str, SkipValidation[JsonValue]] | None = None
    recount: bool = False


def _no_boolean(value: Any) -> Any:
    """Refuse false, which Python takes for 0."""
    if isinstance(value, bool):
        raise ValueError("expected a number of colours, not a boolean")
    return value


class DrawBody(InfoBody):
    """`exactcover draw`: `text` is an answer, a certificate, a solution, or several (the first `most` are drawn);
    without it the puzzle is drawn.

    ending: that of a file; empty for terminal text with this number of colours and columns.
    """

    text: str | None = None
    ending: Literal["", ".svg", ".png", ".pdf", ".gif", ".txt", ".stl", ".obj"] = ".svg"
    most: Annotated[int, Field(ge=1, le=10_000)] = defaults.SOLUTIONS_PICTURED
    film: bool = False
    view: Literal["layers", "iso", "solid", "cut"] = "layers"
    window: Annotated[str, Field(max_length=100)] = ""
    pieces: bool = False
    measures: dict[Literal["cell", "height", "clearance", "kerf"], float] | None = None
    colours: Annotated[Literal[0, 16, 256, 16777216], BeforeValidator(_no_boolean)] = 0
    columns: Annotated[int, Field(ge=10, le=10_000)] = 100


class ExportBody(InfoBody):
    """`exactcover export`; certificate: the text of one, for certificate formats."""

    to: Annotated[
        str, Field(max_length=100, json_schema_extra={"enum": [*MODELS, *PUZZLES, *CERTIFICATES, *CHECKS, PUZZLE]})
    ]
    certificate: str | None = None


class MovesBody(InfoBody):
    """`exactcover moves`."""


ADAPTERS: dict[str, TypeAdapter[Any]] = {
    "job": TypeAdapter(JobBody),
    "info": TypeAdapter(InfoBody),
    "remaining": TypeAdapter(RemainingBody),
    "choices": TypeAdapter(ChoicesBody),
    "certify": TypeAdapter(CertifyBody),
    "hint": TypeAdapter(HintBody),
    "design": TypeAdapter(DesignBody),
    "marginals": TypeAdapter(MarginalsBody),
    "check": TypeAdapter(CheckBody),
    "draw": TypeAdapter(DrawBody),
    "export": TypeAdapter(ExportBody),
    "moves": TypeAdapter(MovesBody),
}
LOOKUPS: tuple[type[BaseModel], ...] = (
    InfoBody,
    RemainingBody,
    ChoicesBody,
    CertifyBody,
    HintBody,
    DesignBody,
    MarginalsBody,
    CheckBody,
    DrawBody,
    ExportBody,
    MovesBody,
)

EXAMPLES: dict[str, Json] = {
    "job": {"task": "solve", "puzzle": "pentominoes-6x10", "time_limit": 60},
    "info": {"puzzle": "packing board=6x10 pieces=pentominoes"},
    "remaining": {"puzzle": "pentominoes-6x10", "solution": True},
    "choices": {"puzzle": "packing board=3x3 pieces=dominoes copies=any optional=all holes_free=1"},
    "certify": {"puzzle": "packing board=8x8 pieces=dominoes copies=any"},
    "hint": {
        "puzzle": "packing board=2x4 pieces=dominoes copies=any",
        "begun": {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]},
    },
    "design": {"puzzle": "packing board=5x5 pieces=pentominoes", "vary": "pieces", "pick": 5, "limit": 2},
    "marginals": {"puzzle": "packing board=4x4 pieces=dominoes copies=any"},
    "draw": {"puzzle": "pentominoes-6x10", "ending": ".svg"},
    "export": {"puzzle": "packing board=2x2 pieces=dominoes copies=any", "to": "dlx"},
    "moves": {"puzzle": "8-puzzle"},
    "check": {
        "puzzle": "packing board=1x2 pieces=dominoes copies=any",
        "value": {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]},
    },
}


def parsed(content: bytes, name: str) -> Any:
    """Parse a body, and validate it by the adapter of a name; raises Problem."""
    try:
        return ADAPTERS[name].validate_python(value_in(content))
    except ValidationError as fault:
        errors = fault.errors(include_url=False, include_context=False, include_input=False)
        raise Problem(422, "; ".join(_sentence(each) for each in errors[:5]), "body") from None


def sealed(content: bytes, name: str) -> Any:
    """Parse and validate a body as `parsed` does, and seal its large values; raises Problem."""
    body = parsed(content, name)
    return body.model_copy(update={key: packed.sealed(value) for key, value in body if key in ("puzzle", "value")})


def value_in(content: bytes) -> Any:
    """Parse JSON; raises Problem."""
    try:
        return strict_json.loads(content)
    except strict_json.NotStrict as fault:
        raise Problem(400, str(fault), "json") from None


def object_in(content: bytes) -> dict[str, Any]:
    """Parse a JSON object; raises Problem."""
    value = value_in(content)
    if not isinstance(value, dict):
        raise Problem(400, "the body is not a JSON object", "json")
    return value


def sealed_object(content: bytes) -> dict[str, Any]:
    """Parse a JSON object as `object_in` does, and seal its large values; raises Problem."""
    return {key: packed.sealed(value) for key, value in object_in(content).items()}


def fields_in(content: bytes) -> dict[str, str]:
    """Return the fields of a form; raises Problem if there are too many."""
    try:
        sent = parse_qs(content.decode(errors="replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Problem(400, f"the form has over {MOST_FIELDS} fields; expected fewer", "form") from None
    return {name: values[0] for name, values in sent.items()}


def _sentence(error: Mapping[str, Any]) -> str:
    """Describe a validation error and its location, without quoting the input."""
    place = ".".join(str(part)[:40] for part in error["loc"]) or "the body"
    return f"{place!r}: {error['msg'][:1].lower()}{error['msg'][1:]}"

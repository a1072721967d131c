"""What comes in, as strict models: nothing is coerced, no key is unknown, and each has an example that works.

The options are those of the command line, under the same names; each task has those that its command takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from exactcover.files.exports.written import CERTIFICATES, MODELS, PUZZLES
from exactcover.model import defaults
from exactcover.model.answer import MOST_COUNTED, MOST_SEED
from exactcover.service.job import Json
from exactcover.service.problems import Problem

PuzzleSent: TypeAlias = Annotated[
    Annotated[str, Field(min_length=1)] | dict[str, JsonValue],
    Field(
        description=(
            "A name of the catalogue; a line KIND key=value ...; an object of the same keys with kind; or the text of a file"
            ' as {"format": "toml", "text": "..."}; or, for solve and count, many: {"batch": [puzzle, ...]}, or a puzzle on each'
            ' line as {"batch": {"kind": "sudoku", "text": "..."}}. Never a path.'
        ),
        examples=["pentominoes-6x10", "packing board=6x10 pieces=pentominoes"],
    ),
]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]
Megabytes: TypeAlias = Annotated[float, Field(ge=1, le=1e7, allow_inf_nan=False)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=MOST_COUNTED)]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=MOST_SEED)]
Backend: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Title: TypeAlias = Annotated[str, Field(max_length=200)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Job(_Body):
    """What every job has: a puzzle, and the limits of its run."""

    puzzle: PuzzleSent
    time_limit: Seconds | None = None
    memory_limit: Megabytes | None = None
    title: Title = ""

    def options(self) -> Json:
        """Return the options of the request: those that were sent."""
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


class _ByCubes(_Job):
    """What tasks have that are cut into cubes (TASKS of cluster/settings.py)."""

    executor: Annotated[
        Literal["local", "ray"] | None,
        Field(description="To search by cubes: the one that the server was started with."),
    ] = None


class _Many(_ByCubes):
    """What tasks of many solutions have besides."""

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


class SampleBody(_Job):
    """`exactcover sample`."""

    task: Literal["sample"]
    limit: Count = 1
    seed: Seed = defaults.SEED
    workers: Annotated[int, Field(ge=0, le=1000)] = defaults.WORKERS

    def options(self) -> Json:
        """Return the options of the request: those that were sent, and how many solutions are to be drawn."""
        return {**super().options(), "limit": self.limit}


class ProveBody(_ByCubes):
    """`exactcover prove`."""

    task: Literal["prove"]
    argument: Annotated[str, Field(max_length=100)] = ""
    workers: Annotated[int, Field(ge=0, le=1000, description="Of an executor; without one, 1 is used.")] = (
        defaults.WORKERS
    )
    node_limit: Annotated[int, Field(ge=0, le=MOST_COUNTED)] | None = None


class CompareBody(_Job):
    """`exactcover compare`: engines that run one after the other, each under the limits; `solutions` has their answers."""

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


class CheckBody(InfoBody):
    """`exactcover check`: text is an answer, a solution or a certificate, or several as JSON lines; value the same as JSON."""

    text: str | None = None
    value: dict[str, JsonValue] | None = None
    recount: bool = False


class DrawBody(InfoBody):
    """`exactcover draw`: text is an answer, a certificate, a solution or several (the first `most`); none: the puzzle alone.

    ending: of a file, or nothing for text as a terminal shows it, in so many colours and columns.
    """

    text: str | None = None
    ending: Literal["", ".svg", ".png", ".pdf", ".gif", ".txt"] = ".svg"
    most: Annotated[int, Field(ge=1, le=10_000)] = defaults.SOLUTIONS_PICTURED
    film: bool = False
    view: Literal["layers", "iso"] = "layers"
    window: Annotated[str, Field(max_length=100)] = ""
    pieces: bool = False
    colours: Literal[0, 16, 256, 16777216] = 0
    columns: Annotated[int, Field(ge=10, le=10_000)] = 100


class ExportBody(InfoBody):
    """`exactcover export`: certificate is the text of one, for formats of certificates."""

    to: Annotated[str, Field(max_length=100, json_schema_extra={"enum": [*MODELS, *PUZZLES, *CERTIFICATES]})]
    certificate: str | None = None


class MovesBody(InfoBody):
    """`exactcover moves`."""


JOB: TypeAdapter[Any] = TypeAdapter(JobBody)
INFO: TypeAdapter[Any] = TypeAdapter(InfoBody)
CHECK: TypeAdapter[Any] = TypeAdapter(CheckBody)
DRAW: TypeAdapter[Any] = TypeAdapter(DrawBody)
EXPORT: TypeAdapter[Any] = TypeAdapter(ExportBody)
MOVES: TypeAdapter[Any] = TypeAdapter(MovesBody)
LOOKUPS: tuple[type[BaseModel], ...] = (InfoBody, CheckBody, DrawBody, ExportBody, MovesBody)

EXAMPLES: dict[str, Json] = {
    "job": {"task": "solve", "puzzle": "pentominoes-6x10", "time_limit": 60},
    "info": {"puzzle": "packing board=6x10 pieces=pentominoes"},
    "draw": {"puzzle": "pentominoes-6x10", "ending": ".svg"},
    "export": {"puzzle": "packing board=2x2 pieces=dominoes copies=any", "to": "dlx"},
    "moves": {"puzzle": "8-puzzle"},
    "check": {
        "puzzle": "packing board=1x2 pieces=dominoes copies=any",
        "value": {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]},
    },
}


def read(adapter: TypeAdapter[Any], value: Any) -> Any:
    """Return the body that a JSON value is; raises Problem."""
    try:
        return adapter.validate_python(value)
    except ValidationError as fault:
        errors = fault.errors(include_url=False, include_context=False, include_input=False)
        raise Problem(422, "; ".join(_sentence(each) for each in errors[:5]), "body") from None


def _sentence(error: Mapping[str, Any]) -> str:
    """Return what is wrong with a body, and where, without what was sent."""
    place = ".".join(str(part)[:40] for part in error["loc"]) or "the body"
    return f"{place!r}: {error['msg'][:1].lower()}{error['msg'][1:]}"

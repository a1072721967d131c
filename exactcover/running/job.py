"""A job: what an engine's process is told to do, as plain data that can be written as JSON and read back.

Seven shapes: search with an engine; the same for many covers; search with several side by side for the first solution; or for
the best one and the best bound; prove that there is nothing; search, then bound the cost of what was found; find the least cost,
then list all that have it. Another machine can run a job: nothing in it is a name of this one's. Not here: how a job is done
(performing.py).
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

import numpy as np

from exactcover.answer import Checkpoint, EngineOptions, Limits, Task
from exactcover.errors import InvalidInput
from exactcover.model import connectivity, cover, growth, horizon, linear, space, tiling
from exactcover.model.encoding import Model

SCHEMA = 1


@dataclass(frozen=True)
class Share:
    """A prover and its share: at most so many seconds, and at most that part of the time that is left to the run."""

    prover: str
    seconds: float | None = None
    part: float = 1.0


Stage: TypeAlias = tuple[Share, ...]


@dataclass(frozen=True)
class Search:
    """Search a puzzle's own model with an engine.

    ahead: provers that try to refute it before the engine begins; beside: those that do where the engine finds nothing.
    """

    engine: str
    task: Task
    model: Model
    options: EngineOptions
    limits: Limits
    break_symmetry: bool = False
    beside: tuple[Stage, ...] = ()
    ahead: tuple[Stage, ...] = ()


@dataclass(frozen=True)
class SearchMany:
    """Search many covers, one after the other: solve or count each; limits.time is for all, the others are for each."""

    engine: str
    task: Task
    model: tuple[cover.Cover, ...]
    options: EngineOptions
    limits: Limits


@dataclass(frozen=True)
class Entrant:
    """An engine of a race: the seconds that a node of it takes, about, its share of the work, and where its clock starts.

    own: options of its own; wait: what the clock of another shows when it begins.
    """

    engine: str
    node_seconds: float
    weight: float = 1.0
    start: float = 0.0
    own: Mapping[str, str] = field(default_factory=dict)
    wait: float = 0.0


@dataclass(frozen=True)
class Race:
    """Look for one solution with several engines side by side; provers that try to refute the model are one entrant more.

    provers_start: where the clock of the provers starts, in the same nominal seconds as those of engines; task: solve, or list,
    where the engine that has the first solution goes on alone.
    """

    entrants: tuple[Entrant, ...]
    model: Model
    options: EngineOptions
    limits: Limits
    break_symmetry: bool = False
    beside: tuple[Stage, ...] = ()
    provers_start: float = 0.0
    task: Task = "solve"


@dataclass(frozen=True)
class BestAndBound:
    """Look for a cheapest solution with engines side by side, and for the best bound with them and with provers.

    provers: entrants as well, by the name of the argument; reasons: provers that are tried where an engine has found that there
    is nothing, for an argument is better evidence than its word; patient: for the same reason provers go on when an engine has
    found the optimum.
    """

    entrants: tuple[Entrant, ...]
    provers: tuple[Entrant, ...]
    model: Model
    options: EngineOptions
    limits: Limits
    break_symmetry: bool = False
    reasons: tuple[Stage, ...] = ()
    patient: bool = False


@dataclass(frozen=True)
class Prove:
    """Have provers refute a puzzle's own model; by_cubes: and where they do not, an executor, by a tree."""

    model: Model
    stages: tuple[Stage, ...]
    limits: Limits
    by_cubes: EngineOptions | None = None


@dataclass(frozen=True)
class SearchThenBound:
    """Find a cheapest solution with an engine, then have provers show that none costs less."""

    engine: str
    model: Model
    options: EngineOptions
    limits: Limits
    below: tuple[Stage, ...]


@dataclass(frozen=True)
class Optima:
    """Find a cheapest solution and prove it, with engines and provers as in BestAndBound; then list all that cost as much.

    lister: the engine that lists them.
    """

    entrants: tuple[Entrant, ...]
    provers: tuple[Entrant, ...]
    lister: str
    model: Model
    options: EngineOptions
    limits: Limits


Job: TypeAlias = Search | SearchMany | Race | BestAndBound | Prove | SearchThenBound | Optima

_ARRAYS = {"<i8": np.dtype("<i8"), "|b1": np.dtype("|b1")}
_TYPES: dict[str, type[Any]] = {
    each.__name__: each
    for each in (
        *(
            Search,
            SearchMany,
            Race,
            BestAndBound,
            Optima,
            Entrant,
            Prove,
            SearchThenBound,
            Share,
            EngineOptions,
            Limits,
            Checkpoint,
        ),
        *(
            value
            for module in (connectivity, cover, growth, horizon, linear, space, tiling)
            for value in vars(module).values()
            if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__
        ),
    )
}


def parts(job: Job) -> tuple[type[Any], Model | tuple[cover.Cover, ...], dict[str, Any]]:
    """Return the shape of a job, its model, and all else that its shape is made of: `shape(model=model, **rest)` is the job."""
    rest = {field.name: getattr(job, field.name) for field in fields(job) if field.name != "model"}
    return type(job), job.model, rest


def to_json(job: Job) -> dict[str, Any]:
    """Return a job ready for json.dumps; `from_json` gives an equal one back."""
    return {"schema": SCHEMA, "job": _written(job)}


def from_json(value: Any) -> Job:
    """Return the job that a JSON value is; raises InvalidInput for one that `to_json` did not write."""
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise InvalidInput(f"the job has no schema {SCHEMA}; expected a job that this program wrote")
    try:
        job = _read(value.get("job"))
    except InvalidInput:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, zlib.error) as fault:
        raise InvalidInput(f"the job is damaged ({fault}); expected a job that this program wrote") from fault
    if not isinstance(job, Job):
        raise InvalidInput("the value is no job; expected a search, a race, a proof, or a search and a bound")
    return job


def _written(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        own = {field.name: _written(getattr(value, field.name)) for field in fields(value) if field.init}
        return {"type": type(value).__name__, **own}
    if isinstance(value, np.ndarray):
        text = np.dtype(value.dtype).newbyteorder("<").str
        content = zlib.compress(np.ascontiguousarray(value, dtype=_ARRAYS[text]).tobytes(), 1)
        return {"array": text, "shape": list(value.shape), "zlib": base64.b64encode(content).decode()}
    if isinstance(value, Mapping):
        return {"map": [[_written(key), _written(each)] for key, each in value.items()]}
    if isinstance(value, tuple | list):
        return [_written(each) for each in value]
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    return value.item() if isinstance(value, np.generic) else value


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_read, value))
    if not isinstance(value, dict):
        return value
    if "array" in value:
        return _array(value)
    if "fraction" in value:
        return Fraction(value["fraction"])
    if "map" in value:
        return {_read(key): _read(each) for key, each in value["map"]}
    own = {key: _read(each) for key, each in value.items() if key != "type"}
    return _TYPES[value["type"]](**own)


def _array(value: dict[str, Any]) -> Any:
    """Return an array; nothing larger than its shape says is inflated."""
    dtype, shape = _ARRAYS[value["array"]], tuple(map(int, value["shape"]))
    size = prod(shape) * dtype.itemsize
    inflating = zlib.decompressobj()
    content = inflating.decompress(base64.b64decode(value["zlib"], validate=True), max(size, 1))
    if len(content) != size or inflating.unconsumed_tail or not (inflating.eof or inflating.decompress(b"", 1) == b""):
        raise ValueError(f"an array of shape {shape} has not {size} bytes")
    return np.frombuffer(content, dtype=dtype).reshape(shape).astype(dtype.newbyteorder("="))

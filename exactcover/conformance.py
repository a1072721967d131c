"""Conformance test of a plugin: `python -m exactcover.conformance PACKAGE` checks all that a package provides.

A kind must bring `examples`, small puzzles as keys; they are read, encoded, solved, counted, drawn, edited and pickled, and its
referee is given solutions that it must refuse. An engine is compared with the oracle on random covers. An importer must read the
texts that its module has as `EXAMPLES`, and read or refuse every other text. Exit status 0 if all is well, 4 with one sentence
for each fault, 2 for a package that provides nothing.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import pickle
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from encoders.importers import IMPORTS
from encoders.kind import Kind
from encoders.kinds import KINDS
from exactcover import api, plugins
from exactcover.backends import ENGINES
from exactcover.model import defaults
from exactcover.model.answer import Limits
from exactcover.model.cover import Cover
from exactcover.model.encoding import MODELS, name_of
from exactcover.model.errors import ANSWERED, INPUT_FAULT, REFUSED, InvalidInput, PluginBroke

MOST_OPTIONS = 24
"""Of a cover whose solutions the oracle counts."""
COVERS = 40
SPOILED: tuple[Any, ...] = (None, 0, "", [], {}, {"": None}, {"placements": 3}, [[]], {"options": [None]})
"""Values that are a solution of no puzzle."""
TEXTS = ("", "\n", "\0", "x" * 1000, "{", "[[[[", "1 2 3", "éü", "<a>", "a\n" * 100)
"""Texts that an importer reads or refuses, and does not break on."""


def faults(package: str) -> Iterator[str]:
    """Yield what is wrong with a package's plugins, one sentence a fault; raises InvalidInput where it has none."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        points = distribution(package).entry_points
    except PackageNotFoundError:
        raise InvalidInput(f"no package {package!r} is installed; expected the name of a distribution") from None
    checks: dict[str, Callable[[str], Iterator[str]]] = {
        plugins.KINDS: kind_faults,
        plugins.ENGINES: engine_faults,
        plugins.IMPORTERS: importer_faults,
    }
    own = [point for point in points if point.group in checks]
    if not own:
        raise InvalidInput(f"the package {package} has no entry point in {', '.join(checks)}; expected some")
    built_in: dict[str, Mapping[str, Any]] = {
        plugins.KINDS: KINDS.built_in,
        plugins.ENGINES: ENGINES.built_in,
        plugins.IMPORTERS: IMPORTS.built_in,
    }
    for point in own:
        if point.name in built_in[point.group]:
            yield f"{point.group} {point.name}: the name is built in; expected another one"
            continue
        try:
            for fault in checks[point.group](point.name):
                yield f"{point.group} {point.name}: {fault}"
        except PluginBroke as broken:
            yield str(broken)


def kind_faults(name: str) -> Iterator[str]:
    """Yield what is wrong with a kind; raises PluginBroke for one that cannot be used at all."""
    kind = KINDS[name]
    if not kind.examples:
        yield "it has no examples; expected the keys of some small puzzles"
    try:
        api.puzzle(name, **{"no such key": 1})
        yield "it takes an unknown key; expected InvalidInput"
    except InvalidInput:
        pass
    for number, keys in enumerate(kind.examples):
        try:
            for fault in _example_faults(kind, keys):
                yield f"example {number}: {fault}"
        except Exception as error:  # whatever a stranger's code raises is what is reported
            yield f"example {number}: {type(error).__name__}: {error}"


def _example_faults(kind: Kind[Any], keys: Mapping[str, Any]) -> Iterator[str]:
    puzzle = api.puzzle(kind.name, **keys)
    canonical = puzzle.canonical()
    if canonical.get("kind") != kind.name:
        yield f"the canonical form has kind {canonical.get('kind')!r}; expected {kind.name!r}"
        return
    if json.loads(json.dumps(canonical)) != canonical:
        yield "the canonical form is not the same after JSON; expected texts, numbers, lists and tables with texts as keys"
    again = api.puzzle(kind.name, **{key: value for key, value in canonical.items() if key != "kind"})
    if again.canonical() != canonical:
        yield "the canonical form is read as another puzzle; expected the same"
    if pickle.loads(pickle.dumps(puzzle)) != puzzle:
        yield "the puzzle is another one after pickling"
    model = puzzle.encode().model
    if not isinstance(model, tuple(MODELS.values())):
        yield f"it encodes itself as a {type(model).__name__}; expected one of {', '.join(MODELS)}"
        return
    yield from (f"the referee refuses the encoding: {fault}" for fault in puzzle.encoding_faults(model))
    for value in SPOILED:
        if not list(puzzle.each_fault(value)):
            yield f"the referee accepts {value!r} as a solution"
    if api.draw(puzzle).strip() == "":
        yield "its drawing is empty"
    yield from _answer_faults(kind, puzzle)


def _answer_faults(kind: Kind[Any], puzzle: api.Puzzle) -> Iterator[str]:
    """Yield what is wrong with answers about an example: with a solution, its drawings, its schema, a count."""
    limits = Limits(time=defaults.TIME_LIMIT)
    answer = api.solve(puzzle, limits=limits)
    if answer.status == "UNKNOWN":
        yield f"it was not solved within {defaults.TIME_LIMIT:g} s; expected a small puzzle"
    yield from _schema_faults(kind, answer.to_json())
    if answer.solution is not None:
        for fault in api.faults(puzzle, answer.solution):
            yield f"the referee refuses a solution after JSON: {fault}"
        for picture_format in ("text", "svg"):
            if not api.draw(puzzle, answer.solution, format=picture_format):
                yield f"its solution has no drawing as {picture_format}"
        checked = api.check_text(puzzle, json.dumps(answer.to_json()))
        yield from (f"check refuses its own answer: {fault}" for fault in checked["faults"])
    model = puzzle.encode().model
    if name_of(model) == "cover" and isinstance(model, Cover) and model.options <= MOST_OPTIONS and model.costs is None:
        counts = {backend: api.count(puzzle, backend=backend, limits=limits).count for backend in ("auto", "brute")}
        if len(set(counts.values())) > 1:
            yield f"auto counts {counts['auto']} solutions and the oracle {counts['brute']}"


def _schema_faults(kind: Kind[Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield where an answer is not as the kind's schemas say; nothing where it has none or jsonschema is not installed."""
    try:
        import jsonschema
    except ModuleNotFoundError:
        return
    for part in ("puzzle", "solution"):
        if part in kind.schemas and answer[part] is not None:
            for error in jsonschema.Draft202012Validator(kind.schemas[part]).iter_errors(answer[part]):
                yield f"the {part} is not as its schema says: {error.message}"
        elif part not in kind.schemas:
            yield f"it has no schema of its {part}; expected schemas['{part}']"


def engine_faults(name: str) -> Iterator[str]:
    """Yield what is wrong with an engine: where it and the oracle do not agree on random covers, or it breaks."""
    engine = ENGINES[name]
    tasks = [task for task in ("solve", "count") if task in engine.can]
    if not tasks:
        yield f"it can {', '.join(engine.can) or 'nothing'}; expected solve or count among its tasks"
    compared = 0
    for seed in range(COVERS):
        cover = _random_cover(random.Random(seed))
        known = api.count(cover, backend="brute").count or 0
        for task in tasks:
            try:
                search = api.solve if task == "solve" else api.count
                answer = search(cover, backend=name, limits=Limits(time=defaults.TIME_LIMIT))
            except InvalidInput:
                continue  # it does not take such a cover, and says so
            except Exception as error:  # whatever a stranger's engine raises is what is reported
                yield f"{task} of random cover {seed}: {type(error).__name__}: {error}"
                continue
            compared += 1
            if task == "count" and answer.exhausted and answer.count != known:
                yield f"it counts {answer.count} solutions of random cover {seed}; the oracle counts {known}"
            if answer.status == "INFEASIBLE" and known:
                yield f"it finds random cover {seed} infeasible; the oracle counts {known} solutions"
    if not compared and tasks:
        yield "it took none of the random covers; expected it to accept a cover, or a model that covers reduce to"


def importer_faults(ending: str) -> Iterator[str]:
    """Yield what is wrong with an importer; raises PluginBroke for one that breaks on a text, or cannot be used at all."""
    reader = IMPORTS[ending]
    examples = getattr(importlib.import_module(reader.__module__), "EXAMPLES", ())
    if not examples:
        yield f"its module {reader.__module__} has no EXAMPLES; expected the texts of some small files"
    for number, text in enumerate(examples):
        try:
            puzzle, keys = api.puzzle_sent({"format": ending.removeprefix("."), "text": text})
        except InvalidInput as fault:
            yield f"example {number} is refused: {fault}"
            continue
        if puzzle != api.puzzle(str(keys["kind"]), **{key: value for key, value in keys.items() if key != "kind"}):
            yield f"example {number}: its keys are read as another puzzle; expected the same"
    for text in (*TEXTS, *(example[: len(example) // 2] for example in examples)):
        with contextlib.suppress(InvalidInput):  # it refuses the text, or its keys are refused
            api.puzzle_sent({"format": ending.removeprefix("."), "text": text})


def _random_cover(rng: random.Random) -> Cover:
    names = [f"i{number}" for number in range(rng.randint(2, 6))]
    options = {frozenset(rng.sample(names, rng.randint(1, min(3, len(names))))) for _ in range(rng.randint(2, 10))}
    return api.cover(names, sorted(map(sorted, options)))


def main(arguments: Sequence[str]) -> int:
    """Print the faults of a package, one on a line; return the exit status."""
    if len(arguments) != 1:
        print("usage: python -m exactcover.conformance PACKAGE", file=sys.stderr)
        return INPUT_FAULT
    try:
        sentences = list(faults(arguments[0]))
    except InvalidInput as fault:
        print(fault, file=sys.stderr)
        return INPUT_FAULT
    print(*sentences, sep="\n", end="\n" if sentences else "")
    if not sentences:
        print(f"{arguments[0]} conforms")
    return REFUSED if sentences else ANSWERED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

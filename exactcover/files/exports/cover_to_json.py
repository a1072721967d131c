"""Covers as JSON, with the keys of a puzzle file: items with their multiplicities, options by name, costs, names of options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from exactcover.files.exports.cover_rows import in_chunks
from exactcover.model.amounts import amount, in_json
from exactcover.model.cover import Cover
from exactcover.model.encoding import name_of


def write(cover: Cover, names: Sequence[str] = ()) -> Iterator[bytes]:
    """Yield the text in chunks: one option per line; names: of the options."""
    return in_chunks(_parts(cover, names))


def _parts(cover: Cover, names: Sequence[str]) -> Iterator[str]:
    yield f'{{"kind": {json.dumps(name_of(cover))}, "items": [\n'
    items = zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True)
    yield from _lines(json.dumps(item) for item in items)
    yield '], "options": [\n'
    yield from _lines(json.dumps(option) for option in cover.every_option())
    yield "]"
    if names:
        yield ', "names": [\n'
        yield from _lines(json.dumps(name) for name in names)
        yield "]"
    if cover.costs is not None:
        yield ', "costs": [\n'
        yield from _lines(json.dumps(in_json(amount(cost, cover.unit))) for cost in cover.costs.tolist())
        yield "]"
        if cover.unit < 0:
            yield ', "maximise": true'
    yield "}\n"


def _lines(values: Iterator[str]) -> Iterator[str]:
    before = ""
    for value in values:
        yield before + value
        before = ",\n"
    yield "\n" if before else ""

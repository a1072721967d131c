"""Covers as JSON, with the keys of a puzzle file: items with their multiplicities, options by name, costs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from exactcover.files.exports.cover_rows import in_chunks
from exactcover.model.amounts import amount, in_json
from exactcover.model.cover import Cover
from exactcover.model.encoding import name_of


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in chunks: one option per line."""
    return in_chunks(_parts(cover))


def _parts(cover: Cover) -> Iterator[str]:
    yield f'{{"kind": {json.dumps(name_of(cover))}, "items": [\n'
    items = zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True)
    yield from _lines(json.dumps(item) for item in items)
    yield '], "options": [\n'
    yield from _lines(json.dumps(option) for option in cover.every_option())
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

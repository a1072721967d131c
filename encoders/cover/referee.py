"""The referee of exact covers: judges solutions by names alone, and compares the model an encoder wrote with the puzzle.

It judges solutions from strangers' files, so nothing in them is trusted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from encoders.cover.order import canonical
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model


def faults(cover: Cover, solution: Any) -> Iterator[str]:
    """Yield what is wrong with a solution `{"options": [[item, ...], ...]}`, one sentence per fault; none for a right one."""
    chosen = solution.get("options") if isinstance(solution, dict) else None
    if not isinstance(chosen, list) or any(
        not isinstance(option, list) or any(not isinstance(name, str) for name in option) for option in chosen
    ):
        yield 'the solution has no list of options; expected {"options": [[item, ...], ...]}'
        return
    options = {frozenset(cover.option(option)) for option in range(cover.options)}
    taken: set[frozenset[str]] = set()
    for option in chosen:
        names = frozenset(option)
        if names not in options or len(names) != len(option):
            yield f"option {json.dumps(option)[:60]} does not exist"
        elif names in taken:
            yield f"option {json.dumps(option)[:60]} is chosen twice"
        taken.add(names)
    times = Counter(name for names in taken for name in names)
    for name, least, most in zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True):
        if not least <= times[name] <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            yield f"item {name!r} is covered {times[name]} times; expected {expected}"


def cover_faults(cover: Cover, model: Model) -> list[str]:
    """Return where a model asks something else than the cover: items, multiplicities, options, costs."""
    if not isinstance(model, Cover):
        return ["the model is no cover"]
    same = model.items == cover.items and canonical(model) == canonical(cover)
    return [] if same else ["the model's items or options are not the cover's"]

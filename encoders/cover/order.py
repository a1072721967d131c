"""The one order in which a cover is kept: items by name, options by their items; and the cover written out in it.

Covers that ask the same have therefore one digest, and certificates speak of the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.errors import InvalidInput
from exactcover.model.cover import Cover


def in_order(cover: Cover) -> Cover:
    """Return the same cover with items and options in order; raises InvalidInput for a connected one."""
    if cover.connectivity is not None:
        raise InvalidInput("the cover's items must be connected; expected a cover without connectivity")
    order = sorted(range(len(cover.items)), key=lambda item: cover.items[item])
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    rows = [
        sorted(rank[cover.members[start:end]].tolist())
        for start, end in zip(cover.starts[:-1], cover.starts[1:], strict=True)
    ]
    options = sorted(range(len(rows)), key=lambda option: rows[option])
    return Cover(
        tuple(cover.items[item] for item in order),
        cover.least[order],
        cover.most[order],
        np.concatenate(([0], np.cumsum([len(rows[option]) for option in options]))).astype(np.int64),
        np.array([item for option in options for item in rows[option]], dtype=np.int64),
        None if cover.costs is None else cover.costs[options],
        None,
        None if cover.symmetries is None else rank[cover.symmetries[:, order]],
    )


def canonical(cover: Cover) -> dict[str, Any]:
    """Return the cover ready for json.dumps: equal for covers that ask the same."""
    ranges = zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True)
    written = {
        "kind": "cover",
        "items": [[name, least, most] for name, least, most in ranges],
        "options": [list(cover.option(option)) for option in range(cover.options)],
    }
    return written if cover.costs is None else written | {"costs": cover.costs.tolist()}

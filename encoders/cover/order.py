"""The one order in which a cover is kept: items by name, options by their items and costs; and the cover written out in it.

Covers that ask the same have therefore one digest, and certificates speak of the same numbers.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from encoders.cover.layout import written as layout
from encoders.cover.symmetries import with_group
from encoders.cover.symmetries import written as symmetries
from exactcover.model.amounts import amount, in_json
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput

_ordered: WeakKeyDictionary[Cover, Cover] = WeakKeyDictionary()


def in_order(cover: Cover) -> Cover:
    """Return the same cover with items and options in order, each time the same; raises InvalidInput for a connected one."""
    ordered = _ordered.get(cover)
    if ordered is None:
        ordered = _ordered[cover] = _in_order(cover)
    return ordered


def _in_order(cover: Cover) -> Cover:
    if cover.connectivity is not None:
        raise InvalidInput("the cover's items must be connected; expected a cover without connectivity")
    order = sorted(range(len(cover.items)), key=cover.items.__getitem__)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    members = rank[cover.members]
    within = np.lexsort((members, cover.owners))
    members = members[within]
    shades, hues = (0 if cover.colours is None else cover.colours[within]), len(cover.palette) + 1
    # Options by their items: numbers whose first byte is the greatest are in the order of their bytes.
    written, ends = (members * hues + shades).astype(">u8").tobytes(), (8 * cover.starts).tolist()
    rows = list(map(written.__getitem__, map(slice, ends[:-1], ends[1:])))
    costs = cover.costs
    options = sorted(
        range(len(rows)),
        key=rows.__getitem__ if costs is None or not cover.repeated else lambda option: (rows[option], costs[option]),
    )
    codes = np.frombuffer(b"".join(map(rows.__getitem__, options)), dtype=">u8").astype(np.int64)
    ordered = type(cover)(
        tuple(map(cover.items.__getitem__, order)),
        cover.least[order],
        cover.most[order],
        np.concatenate(([0], np.cumsum(np.diff(cover.starts)[options]))),
        codes // hues,
        None if costs is None else costs[options],
        colours=None if cover.colours is None else codes % hues,
        palette=cover.palette,
        repeated=cover.repeated,
        unit=cover.unit,
        layout=tuple(map(cover.layout.__getitem__, order)) if cover.layout else (),
        named=None if cover.named is None else cover.named.of(np.array(options, dtype=np.int64)),
    )
    return ordered if cover.symmetries is None else with_group(ordered, list(rank[cover.symmetries[:, order]]))


def canonical(cover: Cover) -> dict[str, Any]:
    """Return the cover ready for json.dumps: equal for equivalent covers. An option writes a colour as `item:colour`."""
    ranges = zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True)
    written: dict[str, Any] = {
        "kind": "cover",
        "items": [[name, least, most] for name, least, most in ranges],
        "options": list(map(list, cover.every_option())),
    }
    if cover.symmetries is not None:
        written["symmetries"] = symmetries(cover)
    if cover.layout:
        written["layout"] = layout(cover)
    if cover.costs is None:
        return written
    written["costs"] = [in_json(amount(cost, cover.unit)) for cost in cover.costs.tolist()]
    return written | {"maximise": True} if cover.unit < 0 else written

"""The names of kernels that search or count exact covers: small values that plans contain and options name.

`static-order` branches on the first open item of an order (frac or front), `fewest-options` on the item with the fewest
options, `layers` counts layer by layer, `sparse` takes covers that are too large for tables; `auto` leaves the choice to the
strategy. S, M and D are older names. Not here: the kernels' tables (kernel_tables.py).
"""

from __future__ import annotations

from typing import NamedTuple

from exactcover.model.errors import InvalidInput, nearest

NAMES = ("auto", "static-order", "fewest-options", "layers", "sparse")
ALIASES = {"S": "static-order", "M": "fewest-options", "D": "layers"}
ORDERS = ("frac", "front")


class Kernel(NamedTuple):
    """A kernel by name; order: of the items, for static-order only."""

    name: str
    order: str = ""

    @property
    def searching(self) -> Kernel:
        """The kernel to search with: layers only count, so that another one is chosen if they were named."""
        return AUTO if self == LAYERS else self


AUTO, FEWEST_OPTIONS, LAYERS, SPARSE = (Kernel(name) for name in ("auto", "fewest-options", "layers", "sparse"))
STATIC_ORDER, STATIC_ORDER_FRONT = (Kernel("static-order", order) for order in ORDERS)


def kernel_named(name: str, order: str | None = None) -> Kernel:
    """Return the kernel of that name, or of that older name; raises InvalidInput."""
    full = ALIASES.get(name, name)
    if full not in NAMES:
        raise InvalidInput(f"exact has no kernel {name!r}; expected one of {', '.join(NAMES)}{nearest(name, NAMES)}")
    if order not in (None, *ORDERS) or (order not in (None, "frac") and full != "static-order"):
        raise InvalidInput(
            f"exact has no order {order!r} for kernel {full}; expected {' or '.join(ORDERS)}, with kernel static-order"
        )
    return Kernel(full, order or ORDERS[0]) if full == "static-order" else Kernel(full)

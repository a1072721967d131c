"""From a certificate of a count to files with which a stranger counts again: an order of variables, and a short script.

Beside them is the puzzle as OPB. The script (recount.py) imports nothing of this project. The order is that of the certificate's
items: the options of the first item, then those of the second that the first does not have, and so on. Not here: judging the
certificate (judges/states.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import numpy as np

from exactcover.judges.demands import demands
from exactcover.model.cover import Cover
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling


def convert(model: Tiling | Cover, order: Sequence[int]) -> tuple[bytes, bytes]:
    """Return the order of the variables, one per line, and the script; order: of the items."""
    if isinstance(model, Cover) and model.colours is not None:
        raise Unsuitable("the items have colours, which no OPB states; `check` judges the certificate")
    needs = demands(model)
    place = np.empty(needs.items, dtype=np.int64)
    place[np.asarray(order)] = np.arange(needs.items)
    first = np.minimum.reduceat(place[needs.members], needs.starts[:-1]) if needs.options else place[:0]
    variables = np.argsort(first, kind="stable") + 1
    script = files("exactcover.files.exports").joinpath("recount.py").read_bytes()
    return "".join(f"{variable}\n" for variable in variables.tolist()).encode(), script

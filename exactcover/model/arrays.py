"""Integer arrays as values: converted, validated and made read-only, so that a frozen model stays frozen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover.model.errors import InvalidModel

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]


def frozen(values: ArrayLike, dimensions: int) -> Integers:
    """Return a read-only int64 copy of `values` with that many dimensions; raises InvalidModel for anything else."""
    array: NDArray[Any] = np.asarray(values)
    if array.size == 0 and array.ndim != dimensions:
        array = np.empty((0,) if dimensions == 1 else (0, *[2] * (dimensions - 1)))
    if array.ndim != dimensions:
        raise InvalidModel(f"an array of {array.ndim} dimensions was given; expected {dimensions}")
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InvalidModel(f"an array of {array.dtype} was given; expected integers")
    if array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise InvalidModel(f"the number {array.max()} was given; expected integers of 64 bits")
    copy = np.array(array, dtype=np.int64)
    copy.setflags(write=False)
    return copy

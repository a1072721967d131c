"""Single machine instructions on 64-bit words that numba has no name for. Not here: sets of more than one word."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def trailing_zeros(_context: Any, _word: Any) -> Any:  # type: ignore[no-untyped-def, unused-ignore]
    """Return the number of the lowest set bit of a uint64 as int64; undefined for 0."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:  # type: ignore[no-untyped-def, unused-ignore]
    """Return the number of set bits of a uint64 as int64."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate

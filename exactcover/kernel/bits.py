"""Single machine instructions on 64-bit words that numba has no name for. Not here: sets of more than one word."""

from __future__ import annotations

import threading
from typing import Any

from exactcover.kernel.jit import intrinsic


def _trailing_zeros(_context: Any, _word: Any) -> Any:
    """Return the number of the lowest set bit of a uint64 as int64; undefined for 0."""

    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


def _popcount(_context: Any, _word: Any) -> Any:
    """Return the number of set bits of a uint64 as int64."""

    from numba import types

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _prefetch(_context: Any, array: Any, _index: Any) -> Any:
    """Prefetch array[index] (a flat array, an index in range) into the cache; changes nothing."""

    from llvmlite import ir
    from numba import types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.bitcast(builder.gep(held.data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        call = builder.module.globals.get("llvm.prefetch.p0") or ir.Function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


def _take_number(_context: Any, array: Any) -> Any:
    """Return array[0] (a flat array of int64) and increment it atomically: no two threads get the same number."""

    from llvmlite import ir
    from numba import types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.atomic_rmw("add", held.data, ir.Constant(ir.IntType(64), 1), "monotonic")

    return types.int64(array), generate


_LOCK = threading.Lock()


def _plain_trailing_zeros(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def _plain_popcount(word: Any) -> int:
    return int(word).bit_count()


def _plain_prefetch(array: Any, index: Any) -> None:
    """Do nothing: the interpreter cannot prefetch."""


def _plain_take_number(array: Any) -> int:
    with _LOCK:
        array[0] += 1
        return int(array[0]) - 1


trailing_zeros: Any = intrinsic(_trailing_zeros, _plain_trailing_zeros)
popcount: Any = intrinsic(_popcount, _plain_popcount)
prefetch: Any = intrinsic(_prefetch, _plain_prefetch)
take_number: Any = intrinsic(_take_number, _plain_take_number)

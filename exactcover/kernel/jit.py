"""The decorators of kernels. Their code comes from the library (library/), or from numba when they are first called.

With a library that was built from exactly these sources numba is not imported, unless a kernel is called with types of arguments
that the library lacks: numba then compiles it, and a notice says so. Numba compiles everything if there is no such library, if
the environment has EXACTCOVER_JIT=1 or NUMBA_BOUNDSCHECK=1, or if the processor is older than the library requires. With
NUMBA_DISABLE_JIT=1 kernels are plain Python functions, for a debugger.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from exactcover.kernel import library, notices
from exactcover.model.errors import Unsuitable

MISSES = "EXACTCOVER_KERNEL_MISSES"
"""Environment variable: the file to which each kernel that the library lacks is appended, with the types of its arguments."""
_Function = TypeVar("_Function", bound=Callable[..., Any])


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


PLAIN = _is_set("NUMBA_DISABLE_JIT")
"""Whether kernels are plain Python functions."""
_kernels: Any = None
if not PLAIN and not _is_set("EXACTCOVER_JIT") and not _is_set("NUMBA_BOUNDSCHECK"):
    _kernels, _fault = library.load()
    if _fault:
        notices.say("library", f"{_fault}: numba compiles them when they are first used")
AHEAD = _kernels is not None
"""Whether kernels come from the library."""

_lock = threading.RLock()
_numba: list[Any] = []
_once_imported: list[Callable[[], None]] = []


def numba() -> Any:
    """Return numba, which keeps compiled code in this program's cache. Raises Unsuitable if it is not installed."""
    with _lock:
        if not _numba:
            from exactcover.kernel import cache_folder

            cache_folder.choose()
            try:
                import numba as module
            except ImportError as fault:
                raise Unsuitable(
                    "a search is needed that was not compiled ahead, and numba is not installed;"
                    " expected the extra exactcover-solver[jit]"
                ) from fault
            from exactcover.kernel import compiled_code

            compiled_code.install()
            _numba.append(module)
            while _once_imported:
                _once_imported.pop(0)()
    return _numba[0]


def once_imported(act: Callable[[], None]) -> None:
    """Call a function as soon as numba has been imported: at once, or when a kernel needs it."""
    with _lock:
        if _numba:
            act()
        else:
            _once_imported.append(act)


class _Later:
    """An intrinsic, defined once numba is imported."""

    def __init__(self, function: Any) -> None:
        self.function, self.defined = function, list[Any]()
        once_imported(self._define)

    def _define(self) -> None:
        from numba.extending import intrinsic

        self.defined.append(intrinsic(self.function))

    @property
    def _numba_type_(self) -> Any:
        """The type by which numba finds the intrinsic in a kernel that uses it."""
        from numba.core.registry import cpu_target

        context = cpu_target.typing_context
        context.refresh()
        return context.resolve_value_type(self.defined[0])


def intrinsic(function: Any, plain: Any) -> Any:
    """Return a function for kernels that generates machine instructions itself; plain: the same in Python."""
    return plain if PLAIN else _Later(function)


def overload(function: Any, **options: Any) -> Callable[[_Function], _Function]:
    """Have numba compile calls of a function as the decorated function decides; see numba.extending.overload."""

    def decorate(chosen: _Function) -> _Function:
        def define() -> None:
            from numba.extending import overload

            overload(function, **options)(chosen)

        if not PLAIN:
            once_imported(define)
        return chosen

    return decorate


if AHEAD:

    class Kernel(_kernels.Kernel):  # type: ignore[misc]  # an extension type
        """A kernel: its code from the library, and from numba for other types of arguments."""

        py_func: Any
        options: dict[str, Any]
        _dispatcher: Any = None

        @property
        def dispatcher(self) -> Any:
            """The kernel compiled by numba."""
            with _lock:
                if self._dispatcher is None:
                    self._dispatcher = numba().njit(**self.options)(self.py_func)
                return self._dispatcher

        @property
        def _numba_type_(self) -> Any:
            """The type by which numba finds the kernel in another one that calls it."""
            dispatcher = self.dispatcher
            from numba.core import types

            return types.Dispatcher(dispatcher)


def njit(**options: Any) -> Callable[[Any], Any]:
    """Return a decorator of kernels; options: those of numba's njit."""
    if PLAIN:
        return lambda function: function
    if not AHEAD:
        return numba().njit(**options)  # type: ignore[no-any-return]  # numba has no types

    def decorate(function: Any) -> Any:
        name = f"{function.__module__}:{function.__qualname__}"

        def missing(types: str) -> Any:
            return _missing(kernel, name, types)

        kernel = Kernel(name, missing)
        kernel.py_func, kernel.options, kernel.__doc__ = function, options, function.__doc__
        return kernel

    return decorate


def _missing(kernel: Any, name: str, types: str) -> Any:
    """Return what numba makes of a kernel that the library does not have for these types of arguments."""
    if path := os.environ.get(MISSES):
        with open(path, "a") as file:
            file.write(f"{name} {types}\n")
    notices.say("missing", f"{name.rpartition('.')[2]} was not compiled ahead for such a puzzle: numba compiles it now")
    return kernel.dispatcher


def is_ready(kernel: Any) -> bool:
    """Return whether a kernel need not be compiled: the library or numba's cache on disk has code for it."""
    if AHEAD or PLAIN:
        return AHEAD
    from exactcover.kernel import cache_folder

    return cache_folder.has_code(kernel)

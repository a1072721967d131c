"""What a bug report needs to know about an installation: `exactcover --version --verbose`.

Not here: the engines and their options (`exactcover engines`), and what a puzzle needs (`exactcover info`).
"""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from exactcover import __version__
from exactcover.process.control_groups import hierarchies
from exactcover.process.usage import processors, resident_mb

LIBRARIES = {
    "numpy": "numpy",
    "ortools": "ortools",
    "pysat": "python-sat",
    "highspy": "highspy",
    "flint": "python-flint",
    "typer": "typer",
}
"""The modules that are always needed, and the distributions that have them."""
EXTRAS = {
    "jit": ("numba", "llvmlite"),
    "symmetry": ("igraph",),
    "plot": ("matplotlib", "pillow"),
    "cluster": ("psycopg", "ray", "sqlalchemy"),
    "service": (
        "alembic",
        "fastapi",
        "h11",
        "httpx",
        "jinja2",
        "prometheus-client",
        "pydantic",
        "sqlalchemy",
        "uvicorn",
    ),
}
"""The distributions by which an extra is recognised; the others of it come with them."""
LIMITS = ("memory.max", "memory.limit_in_bytes")
"""The files of a control group that bound its memory, in versions 2 and 1."""
UNLIMITED = 1 << 62
"""A limit of a control group from here on is none: version 1 writes the largest number of pages."""


def lines() -> list[str]:
    """Return what a bug report needs, one fact a line; no path, name or address of the user."""
    return [
        f"exactcover {__version__}",
        f"Python: {platform.python_implementation()} {platform.python_version()}",
        f"platform: {platform.platform()}",
        f"kernels: {_kernels()}",
        *(f"{module}: {_version(name)}" for module, name in LIBRARIES.items()),
        *(f"extra {extra}: {_extra(names)}" for extra, names in EXTRAS.items()),
        f"processors: {processors()} of {os.cpu_count() or 'an unknown number'}",
        f"memory limit: {_memory_limit()}",
        f"memory limits of requests: {_enforcement()}",
    ]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _extra(names: tuple[str, ...]) -> str:
    versions = {name: _version(name) for name in names}
    missing = [name for name, number in versions.items() if number == "not installed"]
    if missing:
        return f"incomplete, without {', '.join(missing)}" if len(missing) < len(names) else "not installed"
    return ", ".join(f"{name} {number}" for name, number in versions.items())


def _kernels() -> str:
    from exactcover.kernel import jit, library

    if jit.AHEAD:
        return "library, compiled ahead from these sources"
    if jit.PLAIN:
        return "plain Python, as NUMBA_DISABLE_JIT is set"
    for name in ("EXACTCOVER_JIT", "NUMBA_BOUNDSCHECK"):
        if os.environ.get(name, "") not in ("", "0"):
            return f"compiled by numba, as {name} is set"
    return f"compiled by numba, as {library.load()[1] or 'no library was built'}"


def _enforcement() -> str:
    if resident_mb(os.getpid()):
        return "enforced"
    return "not enforced, as this system has no /proc"


def _memory_limit() -> str:
    """Return the limits that the system sets to this process: of its address space, and of its control groups."""
    limits = [*_of_address_space(), *_of_groups()]
    return ", ".join(limits) if limits else "none"


def _of_address_space() -> list[str]:
    if find_spec("resource") is None:  # Windows
        return []
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return [] if soft == resource.RLIM_INFINITY else [f"{soft / 1e6:.0f} MB of address space"]


def _of_groups() -> list[str]:
    """Return the least memory limit of the control groups that this process is in, and of those above them."""
    if sys.platform != "linux":
        return []
    numbers = list[int]()
    with suppress(OSError):  # no /proc in this container
        mounts, own = Path("/proc/self/mounts").read_text(), Path("/proc/self/cgroup").read_text()
        for folder in hierarchies(mounts, own):
            numbers += _bounds(folder)
    return [f"{min(numbers) / 1e6:.0f} MB of a control group"] if numbers else []


def _bounds(folder: Path) -> list[int]:
    numbers = list[int]()
    for each in (folder, *folder.parents):
        for name in LIMITS:
            with suppress(OSError):  # a folder without this controller
                text = (each / name).read_text().strip()
                numbers += [int(text)] if text != "max" and int(text) < UNLIMITED else []
    return numbers

"""Compiler options for functions that read many arrays from a tuple and allocate nothing: numba counts no references in them.

*Historical note.* With reference counting, an expansion of the 8-puzzle (some twenty arrays in a tuple) took 0.84
microseconds, without 0.19: each access cost an atomic increment and decrement. `_nrt` is an option of numba's own library
functions.
"""

from __future__ import annotations

from typing import Any

UNCOUNTED: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}

"""The types of the arguments and results of compiled loops, shared by all techniques."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Array = NDArray[Any]
Word = Any  # a uint64 in compiled code
Number = Any  # an index or a count in compiled code, of whichever width numba gives it

"""The reader of .cnf files, for check_script.py: the common part of check_lrat.py and check_dimacs.py."""

import re
from collections.abc import Iterator
from typing import Any


def read(text: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield each line but comments, and what it says: its words, or the literals of a clause in order."""
    for line in text.split("\n"):
        right = re.fullmatch("(-?[1-9][0-9]* )*0", line)
        if line and not line.startswith("c "):
            yield line, tuple(sorted(map(int, line.split()[:-1])) if right else line.split())

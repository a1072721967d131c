"""The formula of the LRAT proof of a complete list, for check_script.py: the puzzle's, and a clause for each excluded solution.

Not here: the puzzle's clauses (check_lrat.py), which `formula_of_list` takes as a function.
"""

import re
from collections import Counter
from typing import Any


def formula_of_list(
    formula: Any, rows: list[Any], options: int, puzzle: dict[str, Any], text: str
) -> list[tuple[Any, ...]]:
    """Return header and clauses; a solution is excluded if one of its options is not chosen, or a further one that fits is."""
    (*head, _), *clauses = formula(rows, options, puzzle, text)
    having = [[number for number, (own, *_) in enumerate(rows) if option in own] for option in range(options + 1)]
    excluded = dict[tuple[int, ...], tuple[int, ...]]()
    for line in text.strip().split("\n")[len(clauses) + 1 :]:
        chosen = tuple(sorted(map(int, re.findall(r"-([1-9][0-9]*)", line))))
        covered = Counter(number for option in chosen if option <= options for number in having[option])
        if all(least <= covered[number] <= most for number, (_, least, most) in enumerate(rows)):
            others = [option for option in range(1, options + 1) if option not in chosen]
            fitting = [each for each in others if all(covered[number] < rows[number][2] for number in having[each])]
            excluded[chosen] = tuple(sorted([*(-option for option in chosen), *fitting]))
    print(f"{len(excluded)} clauses exclude one solution each, and apart from them")
    return [(*head, f"{len(clauses) + len(excluded)}"), *clauses, *excluded.values()]

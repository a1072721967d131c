"""The formula of an LRAT proof of a cover, for check_script.py. Not here: the clauses of a row (check_clauses.py)."""

from itertools import count
from typing import Any

from exactcover.files.exports.check_clauses import clauses_of


def formula(rows: list[Any], options: int, _puzzle: dict[str, Any], _text: str) -> list[tuple[Any, ...]]:
    """Return header and clauses; the variables after the options are auxiliary, in the order of the rows."""
    fresh = count(options + 1)
    clauses = [tuple(sorted(each)) for own, least, most in rows for each in clauses_of(own, least, most, fresh)]
    return [("p", "cnf", f"{next(fresh) - 1}", f"{len(clauses)}"), *clauses]

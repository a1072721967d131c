"""Scripts that compare a formula with its puzzle, assembled from parts that import the standard library alone.

A script has the items and options of a kind of puzzle, written by an encoder that shares no code with the program's
(`independent_encoder.py` in the folder of the kind), then the formula of a format and its reader (check_clauses.py and
check_lrat.py, or check_dimacs.py, with check_cnf.py, and for a complete list check_list.py; check_opb.py), for covers the rows
of their items (check_rows.py, or check_coloured_rows.py for an encoder that mentions `item:colour`), then check_main.py. A
script of plans has the encoder's formula instead of a format's. Not here: which puzzles an encoder reads (encoders/puzzle.py).
"""

from __future__ import annotations

import re
from importlib.resources import files

from exactcover.files.exports.written import BESIDE_CERTIFICATES

PARTS = {
    **dict.fromkeys(("veripb", "veripb2", "opb"), ("check_opb",)),
    "lrat": ("check_clauses", "check_lrat", "check_cnf"),
    "lrat-list": ("check_clauses", "check_lrat", "check_list", "check_cnf"),
    "dimacs": ("check_dimacs", "check_cnf"),
}
"""By format, the modules with its formula and its reader; lrat-list: of a complete list, whose formula excludes solutions."""
NAME = BESIDE_CERTIFICATES[-1].removeprefix(".")
USE = """\
Check that a formula is a puzzle: `python {name} PUZZLE.json FORMULA`, a puzzle in canonical form and a {ending} file.

The script encodes the puzzle again by its rules, and imports nothing but the standard library of Python 3.11 or newer. If the
file has exactly its clauses or constraints over the same variables, in any order, it prints "the formula is the puzzle" and exits
with 0. Otherwise it prints the first line that differs, or one that is missing, and exits with 1. Read PUZZLE.json, to be sure
that it is your puzzle, and this script, to be sure of the rules. Then have a proof checker check the proof of this very file.
"""
OF_LIST = (
    "in any order, it prints",
    "in any order,\nthen one for each solution that it excludes, it prints their number and",
)
END = """

if __name__ == "__main__":
    sys.exit(main(lambda *files: {formula}, read, KEYS, sys.argv[1:]))
"""
PARTS_OF_PLANS = ("check_clauses", "check_cnf")
OF_COVER, OF_PLANS = "formula(*rows_of(*model(files[0])), *files)", "formula_of(clauses_of, *files)"
"""By the contents of the files, the puzzle and the text, the formula of the puzzle."""


def script(encoder: str, to: str) -> str:
    """Return the script for a format of PARTS; encoder: the source of the kind's independent encoder."""
    folder = files("exactcover.files.exports")
    own = () if "\ndef formula(" in encoder else PARTS[to]  # some kinds have formulas of no cover
    if "\ndef formula_of(" in encoder:
        own, formula = PARTS_OF_PLANS, OF_PLANS
    else:
        formula = OF_COVER
        own = (*own, "check_coloured_rows" if "`item:colour`" in encoder else "check_rows")
    parts = [encoder, *(folder.joinpath(f"{part}.py").read_text() for part in (*own, "check_main"))]
    about, imports, bodies = [], {"import sys"}, list[str]()
    for part in parts:
        docstring, _, code = part.removeprefix('"""').partition('"""')
        about.append(docstring)
        lines = code.strip().split("\n")
        body = [line for line in lines if not re.match(r"(import|from) ", line)]
        imports |= {line for line in set(lines) - set(body) if "exactcover" not in line}
        bodies.append("\n".join(body).strip())
    joined = "\n\n\n".join(bodies)
    ending = ".opb" if "check_opb" in PARTS[to] else ".cnf"
    use = USE.format(name=NAME, ending=ending)
    if "check_list" in PARTS[to]:
        use = use.replace(*OF_LIST)
        formula = formula.replace("formula(", "formula_of_list(formula, ")
    rules = about[0].strip().split("\n\n")[-1]
    return f'"""{use}\n{rules}\n"""\n\n' + "\n".join(_merged(imports)) + f"\n\n{joined}\n" + END.format(formula=formula)


def _merged(imports: set[str]) -> list[str]:
    """Return import lines in order, those from one module joined."""
    names: dict[str, set[str]] = {}
    for line in imports:
        if line.startswith("from "):
            module, _, imported = line.removeprefix("from ").partition(" import ")
            names.setdefault(module, set()).update(imported.split(", "))
    plain = sorted(line for line in imports if line.startswith("import "))
    return plain + [f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names)]

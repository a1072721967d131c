"""`python -m benchmarks.versus WORD...`: measure some rows again, and write the table and the picture of all."""

from __future__ import annotations

import sys

from benchmarks.versus import RESULTS, measure

text = "\n".join(measure(sys.argv[1:])) + "\n"
(RESULTS / "versus.md").write_text(text)

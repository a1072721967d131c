"""Measure: `python -m benchmarks NAME`; results are printed and written to benchmarks/results/NAME.md."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

NAMES = ("cardinality", "foundation", "start")


def main() -> int:
    """Run the named measurement; 2 for an unknown name."""
    if len(sys.argv) != 2 or sys.argv[1] not in NAMES:
        print(f"benchmarks: expected one of {', '.join(NAMES)}", file=sys.stderr)
        return 2
    lines = importlib.import_module(f"benchmarks.{sys.argv[1]}").measure()
    text = "\n".join(lines) + "\n"
    (Path(__file__).parent / "results" / f"{sys.argv[1]}.md").write_text(text)
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Puzzles whose solutions are plans of moves: numbered tiles, and blocks of any shape."""

from __future__ import annotations

from pathlib import Path

ENGINES = ("bfs", "astar", "idastar", "greedy", "beam:10", "batch:10", "sat")
"""The engines that people compare on plans: exact ones, heuristic ones, and one that reasons on clauses."""

CHECKERS = {each: Path(__file__).with_name(f"{each}_checker.py") for each in ("states", "parity")}
"""Scripts for strangers, which read a canonical puzzle."""

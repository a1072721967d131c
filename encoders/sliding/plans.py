"""What the kinds whose solutions are plans have alike. Not here: what a plan may do (see the referees)."""

from __future__ import annotations

ENGINES = ("bfs", "astar", "idastar", "greedy", "beam:10", "batch:10", "sat")
"""The engines that people compare on plans: exact ones, heuristic ones, and one that reasons on clauses."""

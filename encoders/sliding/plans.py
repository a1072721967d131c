"""Shared by the kinds whose solutions are plans. Not here: the rules of plans (see the referees)."""

from __future__ import annotations

ENGINES = ("bfs", "astar", "idastar", "greedy", "beam:10", "batch:10", "sat")
"""The engines usually compared on plans: exact ones, heuristic ones, and one based on clauses."""

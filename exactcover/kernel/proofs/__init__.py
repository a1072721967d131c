"""Compiled loops of provers and of the checkers' helpers: sweeps, trees, clauses."""

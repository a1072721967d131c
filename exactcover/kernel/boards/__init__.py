"""Compiled loops on boards of up to millions of cells: placements are never listed, and a step costs only what it touches."""

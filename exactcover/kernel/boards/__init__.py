"""Compiled loops on boards of up to millions of cells: no placement is written out, and the work is in proportion to the area."""

"""Compiled loops on boards of up to millions of cells: no placement is written out, and a step costs what it touches."""

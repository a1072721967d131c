"""Tests of lattices, boards and pieces."""

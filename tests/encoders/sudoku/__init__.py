"""Tests of sudokus."""

"""Tests of sliding puzzles."""

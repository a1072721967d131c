"""Tests of exact covers as puzzles."""

"""Tests of queens."""

"""Tests of Latin squares."""

"""Tests of packings."""

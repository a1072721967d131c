"""Tests of exactcover.search.boards."""

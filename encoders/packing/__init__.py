"""Packings: pieces to cover a board exactly."""

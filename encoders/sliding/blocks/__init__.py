"""Sliding blocks of any shape."""

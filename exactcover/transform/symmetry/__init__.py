"""Symmetries of models: which there are, and what they leave fixed. Knows models alone; how a search uses them is not here."""

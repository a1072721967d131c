"""Blokus for one player: pieces grow from a start, touching at corners only, to cover squares or to be placed at all."""

"""Blokus for one player: pieces grow from a start, touching by corners only, to cover squares or to be placed at all."""

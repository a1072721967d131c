"""Counting and sampling of exact covers layer by layer, with merging of equal states."""

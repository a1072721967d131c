"""Interfaces to the operating system: the clock, unfinished files, databases, child processes and their messages."""

"""Models and refutations in the formats that others read, one arrow per file.

certificate_to_FORMAT has `convert`, which gives problem and proof; cover_to_FORMAT has `write`, which yields the text of a
model in pieces. `formats` calls them by name; `written` names them.
"""

"""Export of models and refutations to formats of other programs, one converter per file.

certificate_to_FORMAT has `convert`, which returns problem and proof; cover_to_FORMAT has `write`, which yields the text
of a model in chunks. `formats` calls them by name; `written` lists the names.
"""

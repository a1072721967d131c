"""The web pages of the service: rendered on the server, with one ES module, and nothing loaded from other hosts.

`routes`: the pages; `jobs`: the pages about jobs; `lookup_tasks`: what pages show of puzzles, computed in look-up
processes; `wording`: answers in words; `rendering`: templates and the content security policy.
"""

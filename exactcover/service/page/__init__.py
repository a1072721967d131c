"""The web pages of the service: rendered on the server, with ES modules, and nothing loaded from other hosts.

`playing`: the front page, and puzzles played by hand; `solved`: the stored solutions of the front page; `routes`: the other
pages about puzzles; `jobs`: the pages about jobs; `lookup_tasks`: what pages show of puzzles, computed in look-up processes;
`wording`: answers in words; `rendering`: templates and the content security policy.
"""

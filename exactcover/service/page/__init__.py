"""The web pages of the service: rendered on the server, with ES modules, and nothing loaded from other hosts.

`playing`, `tables`, `daily`: the front page, and puzzles played by hand; `solved`: the stored solutions of the front page;
`designing`: the bench; `proving`, `comparing`: proofs and comparisons of one puzzle; `gallery`: the catalogue; `jobs`: one job,
with `job_rows` (the list), `job_files`, `job_facts` and `verdicts` (answers in the words of the pages); `forms`: check, batch
and login; `routes`: what pages about puzzles share; `lookup_tasks`, `answer_lookups`: what pages show, computed in look-up
processes; `rendering`: templates and the content security policy.
"""

"""The pages of the service, for people with a browser: rendered here, with one ES module and nothing loaded from elsewhere.

`routes`: the pages; `jobs`: those about jobs; `lookup_tasks`: what they show of puzzles, made in processes of their own; `wording`:
answers in words; `rendering`: templates and what a browser may do with a page.
"""

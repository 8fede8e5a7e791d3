"""A game looked at again: any moment of it at once (timeline), how the gold came about (curves), what was
luck and what was not (analysis), and how to play on from there (again). No pygame; docs/REVIEW.md defines
every number."""

"""A game looked at again: any moment of it at once (timeline), how the gold came about (curves), when it is
likely to end (outlook), what was luck and what was not (analysis), and another try (again, exercise). No
pygame."""

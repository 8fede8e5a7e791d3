"""A game looked at again: any moment of it at once (timeline), how the gold came about (curves), and when it
is likely to end (outlook). No pygame."""

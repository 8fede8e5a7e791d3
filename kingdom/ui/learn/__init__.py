"""Learning: the list of lessons, and what leads through one, over a table that is the same as ever.

May import: `draw/`, `widgets/`, `board/`, `panels/`, `scene/`, and the rooms of the house that are not the
window. Not the other scenes: the table is known by what it can be asked.
"""

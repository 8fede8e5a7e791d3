"""Puzzles around the table: the list, how somebody stands, and the rush. A puzzle itself is played at the
table (`table/puzzle.py`).

May import: `draw/`, `widgets/`, `board/`, `panels/`, `scene/`, and the rooms of the house that are not the
window. Not the other scenes.
"""

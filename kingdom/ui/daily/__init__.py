"""The daily land: today's table, what came of it, and a calendar. The game itself is played at the table.

May import: `draw/`, `widgets/`, `board/`, `panels/`, `scene/`, and the rooms of the house that are not the
window. Not the other scenes.
"""

"""The scenes around the game: main menu, new game, saved games, settings, help, the menu of the table.

May import: `panels/`, `scene/`, `board/`, `widgets/`, `draw/`; no other scenes.
"""

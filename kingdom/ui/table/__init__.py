"""The table: where a game is played. The scene, its panels, and the words they say.

May import: `panels/`, `scene/`, `board/`, `widgets/`, `draw/`; no other scene.
"""

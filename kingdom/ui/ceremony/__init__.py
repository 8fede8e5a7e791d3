"""The end of a game: the count source by source, and the result.

May import: `panels/`, `scene/`, `board/`, `widgets/`, `draw/`; no other scene.
"""

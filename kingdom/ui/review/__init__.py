"""Looking at a game again: the board of any moment, the timeline, curves, what was luck and what was not.

May import: `panels/`, `scene/`, `board/`, `widgets/`, `draw/`; no other scene.
"""

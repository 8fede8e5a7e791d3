"""Review of a recorded game: the board at any step, a timeline, charts, and an analysis of luck and skill.

May import `panels/`, `framework/`, `board/`, `widgets/` and `draw/`, but no other scene.
"""

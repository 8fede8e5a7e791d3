"""Review of a recorded game: the board at any step, timeline, charts, and analysis of luck and skill.

May import: `panels/`, `framework/`, `board/`, `widgets/`, `draw/`; no other scenes.
"""

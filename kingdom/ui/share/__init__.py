"""A game to show to others: a picture of its end, or all of it as an animation.

Drawn and written in a process beside the window; the dialog is all that knows of scenes.
May import: `scene/`, `board/`, `widgets/`, `draw/`; no other scene.
"""

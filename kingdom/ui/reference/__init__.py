"""How to play: everything there is to look up, with pictures, examples, and what people ask.

May import: `draw/`, `widgets/`, `board/`, `panels/`, `scene/`, and the rooms of the house that are not the
window. Not the other scenes.
"""

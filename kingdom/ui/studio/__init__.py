"""The studio: land of one's own, drawn with the real painter, checked while it is drawn, kept and shared.

May import: `panels/`, `scene/`, `board/`, `widgets/`, `draw/`; no other scenes.
"""

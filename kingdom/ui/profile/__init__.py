"""The chronicle: games, curves, cards, tiles, lands, people against each other, and the wall of achievements.

May import: `panels/`, `scene/`, `board/`, `widgets/`, `draw/`; no other scene.
"""

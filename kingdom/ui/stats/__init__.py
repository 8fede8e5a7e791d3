"""Player statistics: games, progress, results by opponent, card, tile and board, and achievements.

May import: `panels/`, `framework/`, `board/`, `widgets/`, `draw/`; no other scenes.
"""

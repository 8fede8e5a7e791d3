"""Player statistics: games, progress, achievements, and results by opponent, card, tile and board.

May import `panels/`, `framework/`, `board/`, `widgets/` and `draw/`, but no other scene.
"""

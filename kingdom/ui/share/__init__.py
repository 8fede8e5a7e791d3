"""Shares a game as an image of its final position or as an animation.

A child process renders and writes the file. Only the dialog depends on scenes. May import `framework`,
`board`, `widgets`, `draw` and `ui.game_text`, but no other scenes.
"""

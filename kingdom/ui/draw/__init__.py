"""Drawing: sprites, fonts, colors, panels and hex geometry.

This package knows nothing about the game and may import only pygame and `kingdom.paths`.
"""

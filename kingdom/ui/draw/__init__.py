"""How everything looks: sheets of pictures, letters, colours, where hexes lie on a screen.

Knows nothing of a game. May import: pygame, `kingdom.paths`; nothing else of the house.
"""

"""Land and pieces on the screen: painted maps, panes with a camera, lights on hexes, movements.

Shows a `Game` and never changes it. May import: `draw/`, `widgets/`, and `kingdom.rules`.
"""

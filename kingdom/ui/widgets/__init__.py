"""The toolkit: things to click, drag, scroll and type into, and the group that routes events to them.

Knows nothing of a game. May import: `draw/`.
"""

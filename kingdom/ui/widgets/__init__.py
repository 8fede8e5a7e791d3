"""The widget toolkit: controls, text fields, scrolling, tooltips, and the group that routes events to
widgets.

This package knows nothing about the game and may import `draw`.
"""

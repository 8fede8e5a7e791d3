"""The widget toolkit: controls, text fields, scrolling, tooltips, and the group that routes events to
widgets.

This package knows nothing about the game. Of the UI packages, it may import only `draw`.
"""

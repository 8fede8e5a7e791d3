"""The map editor: draw, check, save and share maps.

May import `panels/`, `framework/`, `board/`, `widgets/` and `draw/`, but no other scene.
"""

"""What all scenes share: the scene itself, the host it lives in, the ways to other scenes, pages and dialogs,
settings, sound.

May import: `draw/`, `widgets/`, and the rooms of the house that are not the window.
"""

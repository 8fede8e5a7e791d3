"""Everything that scenes share: the app, the scene base classes, pages, dialogs, settings and sound.

May import `draw`, `widgets`, `ui.game_text` and the packages outside `ui`.
"""

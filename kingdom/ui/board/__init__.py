"""Draws game boards: painted terrain, map panes with a camera, hex highlights and animations.

This package displays a `Game` but never changes it. It may import `ui.draw`, `ui.widgets`, `kingdom.rules`,
`kingdom.worker` and `kingdom.map_editor`.
"""

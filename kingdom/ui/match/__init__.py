"""The match scene: the board, panels, dialogs and overlays of a running game. May import `ui.panels`,
`ui.framework`, `ui.board`, `ui.widgets` and `ui.draw`, but no other scene."""

"""Main menu, saved games, settings, pause menu and the first-start dialog. May import `panels/`,
`framework/`, `board/`, `widgets/` and `draw/`, but no other scene."""

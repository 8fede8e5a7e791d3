"""Panels shared by the match, the review and other scenes: player rows, log, tooltips, and texts about the
game. Panels read from a `MatchView`, which is a running match or a position in a recorded game. May import
`framework/`, `board/`, `widgets/` and `draw/`."""

"""Panels shared by the match, the review and other scenes: player rows, the log, tooltips, and text about the
game. Panels get their data from a `MatchView`, which is either a running match or a position in a recorded
game. May import `framework/`, `board/`, `widgets/` and `draw/`."""

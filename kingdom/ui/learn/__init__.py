"""Menu pages for tutorial lessons, puzzles and the daily challenge. The games themselves are played in
`match`.

May import `draw`, `widgets`, `board`, `panels`, `framework` and the packages outside `ui`, but no other
scenes.
"""

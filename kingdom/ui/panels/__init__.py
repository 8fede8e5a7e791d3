"""What the table and the review both show of a game: the players, the log, notes about what is pointed at,
and the words they use.

They follow whatever is `Shown`: a match that is played, or a moment of a game that is looked at again.
May import: `scene/`, `board/`, `widgets/`, `draw/`.
"""

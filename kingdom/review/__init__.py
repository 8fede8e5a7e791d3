"""Review of a recorded game: the game at every step, gold over time, the analysis of every turn, and new
games that branch off from it. No pygame."""

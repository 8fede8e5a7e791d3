"""Learning by playing: lessons, puzzles, the daily land and the pages of the reference, all of them data,
what checks them, and what leads through them. No pygame."""

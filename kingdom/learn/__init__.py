"""Tutorial lessons, puzzles, the daily challenge and the rules reference, without their screens. No
pygame."""

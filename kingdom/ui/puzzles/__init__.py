"""Puzzles around the table: the list, how somebody stands, and the rush. A puzzle itself is played at the
table (`ui/table/puzzle.py`)."""

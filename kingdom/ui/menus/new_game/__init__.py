"""The scene for a new game: `scene.py` the page, `seats.py` who plays, a module for each tab, `preview.py`
the board as it will be, `desk.py` what they all share."""

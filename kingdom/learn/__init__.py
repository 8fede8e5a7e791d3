"""Learning by playing: lessons as data, what checks them, and a lesson as a match that knows what it wants.
No pygame."""

"""Players that are programs. They see what `Game.observe` shows them and nothing else, and know the rules
only through the core."""

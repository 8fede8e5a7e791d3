"""AI players. They see only what `Game.observe` shows them, and they access the rules only through
`kingdom.rules`."""

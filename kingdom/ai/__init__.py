"""AI players. They see only what `Game.observe` shows them and know the rules only through
`kingdom.rules`."""

"""AI players. They see only what `Game.observe` shows them. The only other package they import is
`kingdom.rules`."""

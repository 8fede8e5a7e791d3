"""Maps: Tiled files, validation, the player's own maps, share codes and the generator. No editing."""

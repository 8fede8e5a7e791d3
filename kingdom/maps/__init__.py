"""Maps: Tiled files, validation, the player's own maps, share codes and the map generator. The map editor is
a separate package."""

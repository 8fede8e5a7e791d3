"""The map editor without its UI, which is in ui/map_editor."""

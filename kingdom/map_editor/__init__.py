"""The map editor, excluding its UI (see ui/map_editor)."""

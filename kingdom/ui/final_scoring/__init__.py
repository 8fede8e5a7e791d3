"""The final scoring scene: counts the gold from each source in turn, then shows the result. May import
`panels/`, `framework/`, `board/`, `widgets/` and `draw/`, but no other scene."""

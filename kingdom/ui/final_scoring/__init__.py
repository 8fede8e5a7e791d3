"""Final scoring scene: counts the gold source by source, then shows the result. May import `panels/`,
`framework/`, `board/`, `widgets/` and `draw/`, but no other scene."""

"""The rules reference: a page for each element of the game, with pictures, examples, common questions and a
search.

May import `draw/`, `widgets/`, `board/`, `panels/`, `framework/` and the packages outside `ui/`, but no other
scene.
"""

"""The New game page. `scene.py` contains the page, `seat_list.py` the players' seats, `board_preview.py` the
preview, and `map_list_loader.py` the loader of the map lists. Each tab has its own module; Variants shares
one with Expansions.

May import: `panels/`, `framework/`, `board/`, `widgets/`, `draw/`; no other scenes.
"""

"""The New game page. `scene.py` contains the page, `seat_list.py` the players' seats, `board_preview.py` the
preview, and `map_lists.py` the lists of maps. Each tab has its own module, except that
Variants shares a module with Expansions. May import `panels/`, `framework/`, `board/`, `widgets/` and
`draw/`, but no other scene."""

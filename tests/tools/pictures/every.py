"""Every module of pictures: who imports this one has them all in `MAKERS`, also those of scenes to come."""

from tools.pictures import (  # noqa: F401  (they register)
    of_ceremony,
    of_chronicle,
    of_learning,
    of_menus,
    of_puzzles,
    of_review,
    of_studio,
    of_table,
)

"""The chronicle: what people have done, in SQLite, told by the records of their games, so that it can be made
anew from them at any time. No pygame."""

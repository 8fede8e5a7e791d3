"""Player statistics in SQLite, which can be rebuilt from the records of finished games at any time. No
pygame."""

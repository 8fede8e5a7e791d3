"""Player statistics in SQLite. They can be rebuilt from the records of finished games at any time. Does not
import pygame."""

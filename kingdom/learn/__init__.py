"""Tutorial lessons, puzzles, the daily challenge and the rules reference, excluding their screens. Does not
import pygame."""

"""Reviews of recorded games: the position at every step, gold over time, the analysis of every turn, and new
games that branch off. Does not import pygame."""

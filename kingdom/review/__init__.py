"""Reviews a recorded game: shows the position at every step, gold over time and the analysis of every turn,
and starts new games that branch off. Does not import pygame."""

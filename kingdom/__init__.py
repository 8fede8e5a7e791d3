"""The hex board game Kingdom Builder with seven expansions, for people and programs at one screen."""

__version__ = "0.1.0"

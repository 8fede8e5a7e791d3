"""Kingdom: the hex board game Kingdom Builder with all its boxes, for people and programs at one screen."""

__version__ = "0.1.0"

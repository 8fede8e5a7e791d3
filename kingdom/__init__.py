"""The board game Kingdom Builder with seven expansions, for human and AI players on one computer."""

__version__ = "1.0.0"

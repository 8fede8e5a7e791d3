"""Local matches: a state machine that runs one game, with seats, undo, AI players, hints and saving."""

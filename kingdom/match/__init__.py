"""Local matches: a state machine around one game, with seats, undo, AI players, hints and saving."""

"""The controller: a state machine around the rules that knows seats, undo, saving, programs, and whose screen
it is."""

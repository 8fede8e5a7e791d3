"""The command-line interface. `parser.py` defines all commands and their options, and the other modules
implement the commands.

This package may import every other package, but only `__main__` imports it.
"""

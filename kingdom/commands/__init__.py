"""The command line. `parser.py` defines all commands and their options, and the other modules implement them.

This package may import every other package, but only `__main__` imports it.
"""

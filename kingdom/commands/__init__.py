"""The command line. `parser.py` defines all commands and their options. The other modules implement the
commands.

This package may import every other package, but only `__main__` imports it.
"""

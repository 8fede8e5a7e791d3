"""The commands: read what is given, ask the room it is about, print. `parser.py` knows them all with their
options; each other module runs a few.

May import every room; nothing imports this one but `__main__`.
"""

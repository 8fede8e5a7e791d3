"""The window itself: the loop, and the one module that knows how scenes lead to each other.

May import everything; nothing but the command line and the bench imports it.
"""

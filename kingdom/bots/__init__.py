"""Players that are programs of others, in any language: they are talked to over standard input and output
in JSON lines (docs/BOTS.md), are sent what their seat may see and nothing else, and may do what they want
without hurting the game. Beside them an environment for those who teach machines; nothing imports that.

seen         what a seat may see, as data
protocol     the messages of both sides
process      a bot's process: limits, and an end in any case
strays       what a bot's process leaves behind
player       a bot in a seat: when it fails, hard plays on
check        what `kingdom bot-check` finds
client       the other side, for bots in Python
actions      every answer as a number
environment  the game as PettingZoo wants it
"""

"""A bot in plain Python that does not import Kingdom. It builds near the center of its settlements.

Try it: kingdom bot-check examples/plain_bot.py
"""

import json
import sys


def choose(message, seat):
    """Returns the hex nearest to the center of the bot's settlements, or else the last option."""
    own = message["position"]["players"][seat]["settlements"] or [[10, 10]]
    row, column = (sum(hex_[axis] for hex_ in own) / len(own) for axis in (-2, -1))  # skip the "i" of islands
    cells = sorted(message["cells"], key=lambda hex_: abs(hex_[-2] - row) + abs(hex_[-1] - column))
    return cells[0] if cells else message["options"][-1]


seat = 0
for line in sys.stdin:
    message, reply = json.loads(line), None
    if message["type"] == "hello":
        reply = {"type": "hello", "protocol": "kingdom-bot/1", "name": "Plain"}
    elif message["type"] == "new_game":
        seat = message["seat"]
    elif message["type"] == "decide":
        reply = {"type": "answer", "number": message["number"], "answer": choose(message, seat)}
    elif message["type"] == "quit":
        break
    if reply:
        print(json.dumps(reply), flush=True)

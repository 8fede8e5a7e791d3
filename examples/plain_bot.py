"""A bot in plain Python, without Kingdom's package: builds close to where most of its settlements are.

Try it: kingdom bot-check examples/plain_bot.py
"""

import json
import sys


def choose(decide, seat):
    """The hex nearest to the own ones; without hexes the last option, which ends what can be ended."""
    own = decide["position"]["players"][seat]["settlements"] or [[10, 10]]
    row, column = (sum(place[axis] for place in own) / len(own) for axis in (-2, -1))  # the island's have "i"
    cells = sorted(decide["cells"], key=lambda place: abs(place[-2] - row) + abs(place[-1] - column))
    return cells[0] if cells else decide["options"][-1]


seat = 0
for line in sys.stdin:
    said, reply = json.loads(line), None
    if said["type"] == "hello":
        reply = {"type": "hello", "protocol": "kingdom-bot/1", "name": "Plain"}
    elif said["type"] == "new_game":
        seat = said["seat"]
    elif said["type"] == "decide":
        reply = {"type": "answer", "number": said["number"], "answer": choose(said, seat)}
    elif said["type"] == "quit":
        break
    if reply:
        print(json.dumps(reply), flush=True)

"""A bot in plain Python, without Kingdom's package: builds close to where most of its settlements are.

Try it: kingdom bot-check examples/plain_bot.py
"""

import json
import sys


def choose(decide, seat):
    """A hex near the own settlements; without hexes the last option, which ends what can be ended."""
    own = decide["position"]["players"][seat]["settlements"]
    main = [place for place in own if place[0] != "i"] or [[10, 10]]
    row, column = (sum(place[axis] for place in main) / len(main) for axis in (0, 1))

    def distance(place):
        return 99 if place[0] == "i" else abs(place[0] - row) + abs(place[1] - column)

    return min(decide["cells"], key=distance) if decide["cells"] else decide["options"][-1]


def say(**message):
    print(json.dumps(message), flush=True)


seat = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol="kingdom-bot/1", name="Plain")
    elif message["type"] == "new_game":
        seat = message["seat"]
    elif message["type"] == "decide":
        say(type="answer", number=message["number"], answer=choose(message, seat))
    elif message["type"] == "quit":
        break

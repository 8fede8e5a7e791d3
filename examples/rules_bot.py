"""A bot that uses Kingdom's rules: tries every answer on a copy of the game and takes what is worth most.

Try it: kingdom bot-check examples/rules_bot.py
"""

from contextlib import suppress

from kingdom.bots.client import Bot, deal, serve
from kingdom.rules import BadSetup, hexes_of, total
from kingdom.rules.json_values import read_hexes


class RulesBot(Bot):
    name = "Rules"
    game = None

    def begin(self, new_game):
        self.game = None

    def answer(self, decide):
        asked = read_hexes(decide["cells"], "cells"), tuple(decide["options"])
        with suppress(BadSetup):  # in the middle of an action it is followed from where it began
            self.game = deal(decide, self.seat)
        answers = [*hexes_of(asked[0]), *asked[1]]
        if self.game is None or self.game.asked() != asked:  # the action of somebody else
            self.game = None
            return answers[0]
        best = max(answers, key=self.worth)
        self.game.push(best)
        return best

    def worth(self, answer):
        after = self.game.copy()
        after.push(answer)
        return total(after, self.seat)


if __name__ == "__main__":
    serve(RulesBot())

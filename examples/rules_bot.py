"""A bot that uses Kingdom's rules. It tries every answer on a copy of the game and plays the one that earns
the most gold.

Try it: kingdom bot-check examples/rules_bot.py
"""

from contextlib import suppress

from kingdom.bots.sdk import Bot, deal_possible_game, serve
from kingdom.rules import ValidationError, iter_hexes, total_gold
from kingdom.rules.json_values import read_hexes


class RulesBot(Bot):
    name = "Rules"
    game = None

    def on_new_game(self, message):
        self.game = None

    def decide(self, message):
        cells, options = read_hexes(message["cells"], "cells"), tuple(message["options"])
        # positions in the middle of an action cannot be loaded; in that case continue with the current game
        with suppress(ValidationError):
            self.game = deal_possible_game(message, self.seat)
        answers = [*iter_hexes(cells), *options]
        if self.game is None or self.game.legal_answers() != (cells, options):  # another player's action
            self.game = None
            return answers[0]
        best = max(answers, key=self.gold_after)
        self.game.push(best)
        return best

    def gold_after(self, answer):
        after = self.game.copy()
        after.push(answer)
        return total_gold(after, self.seat)


if __name__ == "__main__":
    serve(RulesBot())

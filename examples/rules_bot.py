"""A bot that uses Kingdom's rules. It tries every answer on a copy of the game and plays the one that earns
the most gold.

Try it: kingdom bot-check examples/rules_bot.py
"""

from kingdom.bots.sdk import Bot, serve
from kingdom.rules import total_gold


class RulesBot(Bot):
    name = "Rules"

    def decide(self, game, answers):
        if game is None:  # in the middle of another player's action
            return answers[0]

        def gold_after(answer):
            after = game.copy()
            after.push(answer)
            return total_gold(after, self.seat)

        return max(answers, key=gold_after)


if __name__ == "__main__":
    serve(RulesBot())

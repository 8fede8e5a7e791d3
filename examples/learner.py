"""The main loop of a reinforcement learning agent with PettingZoo (pip install kingdom[rl]). It plays random
actions.

Try it: python examples/learner.py
"""

from kingdom.bots.pettingzoo_env import env

game_env = env(players=3, expansions=("base", "nomads", "marshlands"))
game_env.reset(seed=7)
for agent in game_env.agent_iter():
    observation, reward, over, _, info = game_env.last()
    if over:
        print(agent, "reward", reward, "gold", info["gold"])
        game_env.step(None)
    else:
        game_env.step(game_env.action_space(agent).sample(observation["action_mask"]))
game_env.close()

"""The loop of a machine that learns, with PettingZoo (pip install kingdom[rl]); this one plays by chance.

Try it: python examples/learner.py
"""

from kingdom.bots.environment import env

world = env(players=3, boxes=("base", "nomads", "marshlands"))
world.reset(seed=7)
for agent in world.agent_iter():
    observation, reward, over, _, info = world.last()
    if over:
        print(agent, "reward", reward, "gold", info["gold"])
        world.step(None)
    else:
        world.step(world.action_space(agent).sample(observation["action_mask"]))
world.close()

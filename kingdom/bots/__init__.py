"""Support for external bots, which can be written in any language. The game exchanges JSON lines with them
over standard input and output (docs/BOTS.md), sends each bot only what its seat may see, and tolerates any
misbehavior. This package also contains a reinforcement learning environment, which no other package imports.

observation     writes what a player may see as JSON data
protocol        builds and parses the messages
executables     finds executable files of bots
process         runs a bot with timeouts and kills all its processes
player          an AI player that asks a bot, with Hard as fallback
check           the conformance check behind `kingdom bot-check`
sdk             base class and message loop for bots written in Python
action_space    numbers all possible answers as actions
pettingzoo_env  the PettingZoo environment
"""

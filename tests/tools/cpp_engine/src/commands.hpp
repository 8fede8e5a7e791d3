// The commands of the driver (tests/tools/cpp_engine/driver.py). Each gets its arguments and prints lines.
#pragma once
#include <string>
#include <vector>

using Arguments = std::vector<std::string>;

// POSITIONS PLAIN PACED: prints the engine's values for positions written by Python, one line each.
void check(const Arguments &arguments);
// BOARDS PLAYERS DEALS SEED A [B]: prints deal, A's seat and the gold by seat, one line per game.
void games(const Arguments &arguments);
// BOARDS PLAYERS CANDIDATES ROLLOUT DEALS SEED FIRST POSITIONS NAME...: plays out turns.
void data(const Arguments &arguments);
// BOARDS PLAYER STEPS SEED FIRST ITERATIONS PLAYERS: improves weights by playing two variants of them against
// each other.
void tune(const Arguments &arguments);

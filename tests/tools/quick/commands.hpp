// What the driver (tests/tools/quick_engine.py) asks for. Each command gets its arguments and prints lines.
#pragma once
#include <string>
#include <vector>

using Arguments = std::vector<std::string>;

// POSITIONS PLAIN STEADY: what the engine says of positions that Python wrote down, a line for each.
void check(const Arguments &arguments);
// TABLES PLAYERS DEALS SEED A [B]: the number of the deal, A's seat and the gold by seat, a line for each
// game.
void games(const Arguments &arguments);
// TABLES PLAYERS BROAD QUICK DEALS SEED FIRST POSITIONS NAME...: turns played out.
void data(const Arguments &arguments);
// TABLES PROGRAM STEPS SEED FIRST ITERATIONS: weights that do better, by trying two sets of them again and
// again.
void tune(const Arguments &arguments);

// The levels Medium, Hard, Expert and Master: kingdom/ai/planner.py, expert.py and master.py.
#pragma once
#include <string>

#include "turn_search.hpp"

// One stage of comparing turns by looking ahead.
struct LookaheadStage {
  int turns = 1;
  double margin = 0; // how much gold a turn may be behind the best one (Master)
  int deals = 1;     // per card
  double trust = 1;  // weight relative to the earlier stages (Master)
  std::vector<BeamWidth> widths;
};

enum Choice { BEST, EXPERT, MASTER };

// Everything that defines an AI player; the driver writes it from the Python classes.
struct AIPlayerConfig {
  Choice choice = BEST;
  SearchKind search = PLAIN;
  BeamWidth width;
  int budget = 1, inner = 1; // evaluations per turn, and per search of a next turn
  double share = 1;          // fraction of the budget for finding turns
  double rivals = 0, now = 0, stakes = 0;
  std::array<double, 3> parts{};
  std::vector<LookaheadStage> lookaheads;
  Weights weights;
};

AIPlayerConfig read_player_config(const std::string &path);

// The position after the AI player's turn; all randomness comes from the seed.
Game play_turn(const AIPlayerConfig &player_config, const Game &game, u64 seed);
// Plays a whole game with an AI player in each seat.
Game play_game(const std::vector<const AIPlayerConfig *> &seats, const GameConfig &config, u64 seed);
// Plays to the end from a position between turns.
void play_to_end(const std::vector<const AIPlayerConfig *> &seats, Game &game, u64 seed);

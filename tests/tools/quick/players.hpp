// The levels medium, hard, expert and master: kingdom/ai/planner.py, expert.py and master.py.
#pragma once
#include <string>

#include "turns.hpp"

// One stage of comparing turns by what comes after them.
struct Look {
  int turns = 1;
  double margin = 0; // how far behind the best one, in gold, a turn may be (master)
  int deals = 1;     // for each card
  double trust = 1;  // how much it counts against the stages before (master)
  std::vector<Width> widths;
};

enum Choice { BEST, EXPERT, MASTER };

// All that makes a program; the driver writes it down from the Python classes.
struct Program {
  Choice choice = BEST;
  SearchKind search = PLAIN;
  Width width;
  int budget = 1, inner = 1; // evaluations for a turn, and for one look at a next turn
  double share = 1;          // of the budget that may go into finding turns
  double rivals = 0, now = 0, stakes = 0;
  std::array<double, 3> parts{};
  std::vector<Look> looks;
  Weights weights;
};

Program read_program(const std::string &path);

// The position after the turn that the program plays from here; all chance comes from the seed.
Game play_turn(const Program &program, const Game &game, u64 seed);
// A whole game on a table, a program in each seat.
Game play_game(const std::vector<const Program *> &seats, const Table &table, u64 seed);
// Go on to the end from any position between turns.
void play_on(const std::vector<const Program *> &seats, Game &game, u64 seed);

// Whole turns by beam search: kingdom/ai/turns.py, and kingdom/ai/steady.py.
#pragma once
#include "policy.hpp"

// How broadly to look.
struct Width {
  int kept = 1, hexes = 1, inner = 1, origins = 1;
};

// A number of evaluations being spent.
struct Meter {
  int limit;
  int spent = 0;

  bool over() const { return spent >= limit; }
  double used() const { return std::min(1.0, static_cast<double>(spent) / limit); }
};

// A way to play: what it is worth, and the position it leads to.
struct Turn {
  double value;
  Game game;
};

enum SearchKind { PLAIN, STEADY };

// The search for one player in one position.
class TurnSearch {
public:
  TurnSearch(const Game &game, Evaluation &evaluation, Policy &policy, const Width &width, Meter &meter);
  // The best turns, best first, for a share of the budget: with the plain search or the steady one.
  std::vector<Turn> best(SearchKind kind, int number, double share = 1);

private:
  const Game &root;
  const int player;
  Evaluation &evaluation;
  Policy &policy;
  const Width width;
  Meter &meter;

  bool ended(const Game &game) const;
  double value_of(const Game &game, bool is_over);
  u64 alike(const Game &game) const;
  Turn finished(const Turn &turn);
  int steps_left(const Game &game) const;
  size_t kept_plain(double share) const;
  size_t kept_steady(const Game &next, double share, double before, int looked_at) const;

  void steps(const Game &game, std::vector<Turn> &found);
  void add(const Game &after, std::vector<Turn> &found);
  void use(const Game &game, int kind, std::vector<Turn> &found);
  std::vector<int> origins(const Game &game, int kind);
  std::vector<int> shortlist(const Game &game, const Hexes &cells, int number);
  double loss(const Game &game, int hex);
};

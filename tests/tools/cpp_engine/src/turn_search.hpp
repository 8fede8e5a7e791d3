// Beam search over whole turns: kingdom/ai/turn_search.py.
#pragma once
#include "rollout.hpp"

// Limits of the beam search.
struct BeamWidth {
  int kept = 1, hexes = 1, inner = 1, origins = 1;
};

// Counts evaluations against a budget.
struct BudgetMeter {
  int limit;
  int spent = 0;

  bool over() const { return spent >= limit; }
  double used() const { return std::min(1.0, static_cast<double>(spent) / limit); }
};

// A turn: its value and the position after it.
struct Turn {
  double value;
  Game game;
};

enum SearchKind { PLAIN, PACED };

// The search for one player in one position.
class TurnSearch {
public:
  TurnSearch(const Game &game, Evaluation &evaluation, RolloutPolicy &policy, const BeamWidth &width,
             BudgetMeter &meter);
  // The best turns, best first, within a fraction of the budget, by the plain or the paced search.
  std::vector<Turn> best(SearchKind kind, int number, double share = 1);

private:
  const Game &root;
  const int player;
  Evaluation &evaluation;
  RolloutPolicy &policy;
  const BeamWidth width;
  BudgetMeter &meter;

  bool ended(const Game &game) const;
  double value_of(const Game &game, bool is_over);
  u64 state_key(const Game &game) const;
  Turn finished(const Turn &turn);
  int steps_left(const Game &game) const;
  size_t kept_plain(double share) const;
  size_t kept_paced(const Game &next, double share, double before, int position_count) const;

  void steps(const Game &game, std::vector<Turn> &found);
  void add(const Game &after, std::vector<Turn> &found);
  void use(const Game &game, int kind, std::vector<Turn> &found);
  std::vector<int> origins(const Game &game, int kind);
  std::vector<int> shortlist(const Game &game, const Hexes &cells, int number);
  double loss(const Game &game, int hex);
};

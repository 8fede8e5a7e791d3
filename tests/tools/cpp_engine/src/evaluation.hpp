// Evaluation of positions: kingdom/ai/evaluation.py, and Master's terms (kingdom/ai/long_term_evaluation.py).
#pragma once
#include <cmath>

#include "game.hpp"

// Kinds of gold that count less early in the game.
enum EarlyKind { FLAT, ONCE, LINKING, APART, LARGEST, BEST_ROW, IN_ROWS, BALANCED, MAJORITIES, EARLY_KINDS };

// The weights of an AI player, named as in master.json with _ for spaces.
struct Weights {
  double promise = 0, promise_each_turn = 0, tile_ahead = 0, open = 0, room = 0, balance = 0, links = 0;
  double rivals = 0, doubt = 0, doubt_each_turn = 0, ending = 0;
  double in_rows = 0, together = 0, beside_others = 0;
  bool likes() const { return in_rows || together || beside_others; }
  std::array<double, TILE_KINDS> tile{};
  std::array<double, EARLY_KINDS> early{};
  std::array<double, 3> once{}, near{};
  double paying = 0, row_room = 0, row_beside = 0, largest_lands = 0, sections = 0, front = 0;
  double front_each_turn = 0;

  double &named(const std::string &name);
  bool uses_long_term() const;
};

// A small cache; a new entry replaces an old one in the same slot.
template <class Value> class Memory {
public:
  explicit Memory(size_t size) : slots(size) {}
  // The slot of a key, and true if it already holds the value of that key.
  std::pair<Value &, bool> at(u64 key) {
    Slot &slot = slots[key % slots.size()];
    bool known = slot.key == key;
    slot.key = key;
    return {slot.value, known};
  }

private:
  struct Slot {
    u64 key = 0;
    Value value{};
  };
  std::vector<Slot> slots;
};

// Value that counts while enough turns are left, and value per remaining turn.
struct LongTermValue {
  double calm = 0, each_turn = 0;
};

// Evaluation terms beyond the next card.
class LongTermEvaluation {
public:
  using Probabilities = std::array<double, CARD_TERRAINS>; // of the next card's terrain
  LongTermEvaluation(const GameConfig &config, int player, const Weights &weights,
                     const Probabilities &probabilities);
  LongTermValue of(const Game &game);

private:
  const GameConfig *config;
  int player;
  const Weights *how;
  const Probabilities *probabilities;
  Memory<LongTermValue> known;

  LongTermValue look(const Game &game) const;
  double areas(const Hexes &own, const Hexes &build) const;
  double rows(const Hexes &own, const Hexes &build, const Hexes &front) const;
  double reached(const Hexes &own) const;
  LongTermValue ahead(const Hexes &own, const Hexes &build, const Hexes &front, u32 spaces) const;
};

// Terms for the next card, weighted by the probability of each card.
struct Outlook {
  double promise = 0, ahead = 0, liberty = 0, room = 0;
};

// Prepared for one player at the start of a turn, then called for many positions of that turn.
class Evaluation {
public:
  Evaluation(const Game &game, int player, const Weights &weights);
  Evaluation(const Evaluation &) = delete; // its long-term evaluation points to its probabilities

  const GameConfig &config;
  const FastScorer &scorer;
  const int player;
  const Weights &how;
  const bool has_plans;
  double doubt;              // by how many pieces majorities may still shift, at the start of the turn
  std::vector<Gain> buckets; // hexes by the gold that one more piece earns, best first

  double turns_left(const Game &game) const;
  double doubt_with(double turns) const;
  std::vector<Gain> best_hexes(const Game &game, int seat) const;
  // Value per turn of one tile from each of these locations, and of all tiles held.
  double worth_of(u32 locations) const;
  double tiles(const Game &game, int seat) const;
  // Current gold plus the value of the tiles held: the short evaluation, for any player.
  double standing(const Game &game, int seat) const;
  // The full evaluation for the player, after a turn or during one.
  double value(const Game &game);
  double plans(const Hexes &own, double turns);
  double liking(const Game &game, const Hexes &own, double turns) const;

private:
  struct Rings {
    u64 landmark;
    Hexes all;
    std::array<Hexes, 5> each;
  };
  // Terms for one possible card.
  struct Prospect {
    std::array<double, 3> best{};
    u32 tiles = 0;
    double choice = 0, room = 0;
  };
  LongTermEvaluation::Probabilities probabilities{};
  std::vector<Rings> rings;
  Memory<double> planned;
  std::vector<Memory<Prospect>> prospects; // by terrain
  bool uses_long_term;
  LongTermEvaluation long_term;

  void find_probabilities(const Game &game);
  void find_rings(const Game &game);
  double balance(const Hexes &own) const;
  double links(const Hexes &own) const;
  Outlook outlook(const Game &game);
  Prospect prospect(double probability, const Hexes &land, Hexes near, u32 spaces) const;
};

// Factor for plans that take several turns; smaller near the end.
double long_plan_factor(double turns);

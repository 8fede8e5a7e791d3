// How good a position is: kingdom/ai/evaluation.py, and what master sees besides (kingdom/ai/foresight.py).
#pragma once
#include <cmath>

#include "game.hpp"

// Kinds of gold that count less early in the game.
enum EarlyKind { FLAT, ONCE, LINKING, APART, LARGEST, BEST_ROW, IN_ROWS, BALANCED, RACES, EARLY_KINDS };

// The weights of a program, by the names they have in master.json with _ for a blank.
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
  bool foresees() const;
};

// A few values by their keys; a new one takes the place of an old one.
template <class Value> class Memory {
public:
  explicit Memory(size_t size) : slots(size) {}
  // The slot of a key, and whether it has its value already.
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

// What counts as long as there are turns enough, and what counts with each turn.
struct Foreseen {
  double calm = 0, each_turn = 0;
};

// What pieces are good for beyond the next card.
class Foresight {
public:
  using Chances = std::array<double, CARD_TERRAINS>; // of the next card's terrain
  Foresight(const Table &table, int player, const Weights &weights, const Chances &chances);
  Foreseen of(const Game &game);

private:
  const Table *table;
  int player;
  const Weights *how;
  const Chances *chances;
  Memory<Foreseen> known;

  Foreseen look(const Game &game) const;
  double areas(const Hexes &own, const Hexes &build) const;
  double rows(const Hexes &own, const Hexes &build, const Hexes &front) const;
  double reached(const Hexes &own) const;
  Foreseen ahead(const Hexes &own, const Hexes &build, const Hexes &front, u32 spaces) const;
};

// What the next card may bring: all cards together, each with its chance.
struct Outlook {
  double promise = 0, ahead = 0, liberty = 0, room = 0;
};

// Prepared at the start of a turn for one player; then asked for many positions of that turn.
class Evaluation {
public:
  Evaluation(const Game &game, int player, const Weights &weights);
  Evaluation(const Evaluation &) = delete; // its foresight looks at its chances

  const Table &table;
  const Purse &purse;
  const int player;
  const Weights &how;
  const bool has_plans;
  double doubt;              // by how many pieces races may still shift, as the turn begins
  std::vector<Gain> buckets; // where one more piece earns most

  double turns_left(const Game &game) const;
  double doubt_with(double turns) const;
  std::vector<Gain> best_hexes(const Game &game, int seat) const;
  // What one turn with a tile from each of these locations is worth, and with all tiles held.
  double worth_of(u32 locations) const;
  double tiles(const Game &game, int seat) const;
  // Gold now and what the tiles held will bring: the short form, for any player.
  double standing(const Game &game, int seat) const;
  // The whole evaluation for the player, after a turn or in the middle of one.
  double value(const Game &game);
  double plans(const Hexes &own, double turns);
  double liking(const Game &game, const Hexes &own, double turns) const;

private:
  struct Rings {
    u64 landmark;
    Hexes all;
    std::array<Hexes, 5> each;
  };
  // What one card may bring.
  struct Prospect {
    std::array<double, 3> best{};
    u32 tiles = 0;
    double choice = 0, room = 0;
  };
  Foresight::Chances chances{};
  std::vector<Rings> rings;
  Memory<double> planned;
  std::vector<Memory<Prospect>> prospects; // of each terrain
  bool foresees;
  Foresight foresight;

  void find_chances(const Game &game);
  void find_rings(const Game &game);
  double balance(const Hexes &own) const;
  double links(const Hexes &own) const;
  Outlook outlook(const Game &game);
  Prospect prospect(double chance, const Hexes &land, Hexes near, u32 spaces) const;
};

// With fewer turns left, what takes some turns counts less.
double unhurried(double turns);

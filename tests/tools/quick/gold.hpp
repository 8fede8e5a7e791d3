// Gold, counted fast: kingdom/ai/gold.py for the ten cards of the base game, and kingdom/ai/races.py.
#pragma once
#include <vector>

#include "hexes.hpp"

struct Table;
struct Game;

constexpr int MOST_PLAYERS = 4, MOST_PIECES = 48; // a piece that may be moved is tried in both places

// The settlement areas of some pieces.
struct Areas {
  int count = 0;
  std::array<int, MOST_PIECES> size;
  std::array<u64, MOST_PIECES> touched; // landmarks, by their places in the table's list
  std::array<u8, HEXES> label;          // of each piece the number of its area

  int largest() const { return count ? *std::max_element(size.begin(), size.begin() + count) : 0; }
  u64 linked() const {
    u64 found = 0;
    for (int i = 0; i < count; i++)
      if (several(touched[i]))
        found |= touched[i];
    return found;
  }
};

// Gold, and the hexes where one more piece earns it.
struct Gain {
  double gold;
  Hexes hexes;
};

struct Paying {
  int gold;
  Hexes hexes;
};

constexpr int LARGEST_PIECES = 2; // so many pieces of the largest area pay 1 gold

// All that gives gold on one table.
class Purse {
public:
  void prepare(const Table &table);

  std::vector<Paying> flat;   // hexes that give so much each
  std::vector<Paying> once;   // hexes of which one is enough; none where they overlap
  int linking = 0, apart = 0; // for each linked landmark, for each area
  bool largest = false;       // whether the largest area pays
  int best_row = 0, rows = 0; // for each piece in the row with most, for each row with a piece
  int balanced = 0;           // for each piece in the section with the fewest
  bool races = false, areas_count = false;

  Areas areas_of(const Hexes &own) const;
  // The part of the gold that others cannot change.
  int sure(const Hexes &own) const;
  // A player's gold as if the game ended now.
  int total(const Game &game, int player) const;
  // The part that others can change, of every seat: as it is, or with some doubt as it is likely to come out.
  std::array<double, MOST_PLAYERS> contested(const Game &game, double doubt) const;
  // The gold that one more piece earns, most first, with the hexes among the candidates where it does.
  std::vector<Gain> gains(const Game &game, int player, const Hexes &candidates, double doubt) const;

private:
  struct ByPlace;
  const Table *table = nullptr;
  std::vector<Hexes> castles;          // the hexes around each
  std::array<u8, HEXES> flat_at{};     // what each hex pays by itself
  std::array<u32, HEXES> castles_at{}; // the castles next to each hex
  Hexes between;                       // the hexes where one piece alone links landmarks

  void prepare_castles();
  ByPlace gains_by_place(const Game &game, int player, double doubt) const;
  int gain_of_areas(int hex, const Hexes &own, const Areas &areas, int size, u64 linked) const;
};

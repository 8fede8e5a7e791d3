// Fast scoring: kingdom/ai/fast_scoring.py for the ten cards of the base game.
#pragma once
#include <vector>

#include "hexes.hpp"

struct GameConfig;
struct Game;

constexpr int MAX_PLAYERS = 4, MAX_PIECES = 48; // a movable piece is tried at both places

// The settlement areas of a set of pieces.
struct Areas {
  int count = 0;
  std::array<int, MAX_PIECES> size;
  std::array<u64, MAX_PIECES> touched; // landmarks, by their index in the board's list
  std::array<u8, HEXES> label;         // area number of each piece

  int largest() const { return count ? *std::max_element(size.begin(), size.begin() + count) : 0; }
  u64 linked() const {
    u64 found = 0;
    for (int i = 0; i < count; i++)
      if (several(touched[i]))
        found |= touched[i];
    return found;
  }
};

// An amount of gold and the hexes where one more piece earns it.
struct Gain {
  double gold;
  Hexes hexes;
};

struct Paying {
  int gold;
  Hexes hexes;
};

constexpr int LARGEST_PIECES = 2; // pieces of the largest area per gold

// Everything that scores on one board.
class FastScorer {
public:
  void prepare(const GameConfig &config);

  std::vector<Paying> flat;   // hexes that pay for each piece
  std::vector<Paying> once;   // hexes that pay once for the whole set; empty if the sets overlap
  int linking = 0, apart = 0; // per linked landmark, per area
  bool largest = false;       // true if the largest area pays
  int best_row = 0, rows = 0; // per piece in the fullest row, per row with a piece
  int balanced = 0;           // per piece in the section with the fewest
  bool races = false, areas_count = false;

  Areas areas_of(const Hexes &own) const;
  // The part of the gold that opponents cannot change.
  int sure(const Hexes &own) const;
  // A player's gold if the game ended now.
  int total(const Game &game, int player) const;
  // The gold that opponents can change, by seat: as it is now, or as expected with some uncertainty.
  std::array<double, MAX_PLAYERS> contested(const Game &game, double doubt) const;
  // The gold that one more piece earns, most first, each with the candidate hexes that earn it.
  std::vector<Gain> gains(const Game &game, int player, const Hexes &candidates, double doubt) const;

private:
  struct ByPlace;
  const GameConfig *config = nullptr;
  std::vector<Hexes> castles;          // the hexes around each castle
  std::array<u8, HEXES> flat_at{};     // gold that each hex pays by itself
  std::array<u32, HEXES> castles_at{}; // the castles next to each hex
  Hexes between;                       // the hexes where a single piece links landmarks

  void prepare_castles();
  ByPlace gains_by_place(const Game &game, int player, double doubt) const;
  int gain_of_areas(int hex, const Hexes &own, const Areas &areas, int size, u64 linked) const;
};

// The board and scoring cards of a base game, and what follows from them.
#pragma once
#include <istream>
#include <string>
#include <vector>

#include "fast_scoring.hpp"

// In alphabetical order, as Python sorts them, so that sums match to the last digit.
enum Terrain { CANYON, DESERT, FLOWER, FOREST, GRASS, WATER, MOUNTAIN, TERRAINS };
constexpr int CARD_TERRAINS = 5; // the first five are on cards and can be built on
enum TileKind { ORACLE, FARM, TAVERN, TOWER, HARBOR, PADDOCK, OASIS, BARN, TILE_KINDS };
enum Card {
  FISHERMEN,
  MINERS,
  WORKERS,
  MERCHANTS,
  DISCOVERERS,
  KNIGHTS,
  HERMITS,
  CITIZENS,
  LORDS,
  FARMERS,
  CARDS
};
extern const std::array<const char *, TILE_KINDS> TILE_NAMES;

constexpr int MAX_LOCATIONS = 16;

inline bool builds(int kind) {
  return kind == ORACLE || kind == FARM || kind == TAVERN || kind == TOWER || kind == OASIS;
}
inline bool uses_terrain(int kind) {
  return kind == ORACLE || kind == BARN;
}

struct Location {
  int hex, tile;
};

struct GameConfig {
  int players = 2;
  std::array<Hexes, TERRAINS> terrain;
  std::array<bool, CARDS> cards{};
  std::vector<Location> locations; // in hex order
  Hexes suitable, castles, landmarks, next_to_locations;
  std::array<u64, HEXES> landmarks_at{}; // landmarks next to each hex, by their index in hex order
  std::array<u32, HEXES> locations_at{}; // the same for locations
  FastScorer scorer;

  // Computes what follows from the board and the cards.
  void prepare();
};

// Reads the next board of a file written by the driver's `tables`; false at the end.
bool read_config(std::istream &in, int players, GameConfig &config);
std::vector<GameConfig> read_configs(const std::string &path, int players);

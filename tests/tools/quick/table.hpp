// A table of the base game: its land, its cards, and what follows from them.
#pragma once
#include <istream>
#include <string>
#include <vector>

#include "gold.hpp"

// In the order of their names, as Python sorts them: sums come out the same to the last digit.
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

constexpr int MOST_LOCATIONS = 16;

inline bool builds(int kind) {
  return kind == ORACLE || kind == FARM || kind == TAVERN || kind == TOWER || kind == OASIS;
}
inline bool uses_terrain(int kind) {
  return kind == ORACLE || kind == BARN;
}

struct Location {
  int hex, tile;
};

struct Table {
  int players = 2;
  std::array<Hexes, TERRAINS> terrain;
  std::array<bool, CARDS> cards{};
  std::vector<Location> locations; // in the order of their hexes
  Hexes suitable, castles, landmarks, beside_locations;
  std::array<u64, HEXES> landmarks_at{}; // those next to each hex, by their places in hex order
  std::array<u32, HEXES> locations_at{}; // the same for locations
  Purse purse;

  // What follows from the land and the cards.
  void prepare();
};

// The next table of a text (the driver's `tables` writes it); false at the end.
bool read_table(std::istream &in, int players, Table &table);
std::vector<Table> read_tables(const std::string &path, int players);

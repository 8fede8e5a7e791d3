#include "game_config.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

const std::array<const char *, TILE_KINDS> TILE_NAMES = {"oracle", "farm",    "tavern", "tower",
                                                         "harbor", "paddock", "oasis",  "barn"};
static const std::array<const char *, CARDS> CARD_NAMES = {"fishermen",   "miners",  "workers", "merchants",
                                                           "discoverers", "knights", "hermits", "citizens",
                                                           "lords",       "farmers"};
static const std::string TERRAIN_LETTERS = "CDLFGWM"; // L: flower, F: forest
constexpr char CASTLE_LETTER = 'S';

template <size_t N> static int place_of(const std::array<const char *, N> &names, const std::string &name) {
  for (size_t i = 0; i < N; i++)
    if (name == names[i])
      return i;
  throw std::runtime_error("not in the base game: " + name);
}

void GameConfig::prepare() {
  Hexes spaces;
  for (const Location &location : locations)
    spaces.add(location.hex);
  landmarks = castles | spaces;
  next_to_locations = neighbors(spaces);
  for (int i = 0; i < CARD_TERRAINS; i++)
    suitable |= terrain[i];
  int place = 0;
  each(landmarks, [&](int landmark) {
    each(NEXT_TO[landmark], [&](int hex) { landmarks_at[hex] |= 1ull << place; });
    place++;
  });
  for (size_t i = 0; i < locations.size(); i++)
    each(NEXT_TO[locations[i].hex], [&](int hex) { locations_at[hex] |= 1u << i; });
  if (landmarks.count() > 64 || castles.count() > 32 || locations.size() > MAX_LOCATIONS)
    throw std::runtime_error("too many castles and locations for the engine");
  scorer.prepare(*this);
}

static void read_land(std::istream &in, GameConfig &config) {
  std::string line;
  for (int row = 0; row < ROWS; row++) {
    std::getline(in, line);
    for (int column = 0; column < COLUMNS; column++) {
      char letter = line.at(column);
      size_t kind = TERRAIN_LETTERS.find(letter);
      if (kind != std::string::npos)
        config.terrain[kind].add(hex_at(row, column));
      else if (letter == CASTLE_LETTER)
        config.castles.add(hex_at(row, column));
    }
  }
}

bool read_config(std::istream &in, int players, GameConfig &config) {
  std::string line, word;
  if (!std::getline(in, line))
    return false;
  std::istringstream head(line); // "table", then the scoring cards
  head >> word;
  if (word != "table")
    throw std::runtime_error("not a board: " + line);
  config = GameConfig();
  config.players = players;
  while (head >> word)
    config.cards[place_of(CARD_NAMES, word)] = true;
  read_land(in, config);
  int number, row, column;
  in >> word >> number; // "locations", then row, column and tile of each
  for (int i = 0; i < number; i++) {
    in >> row >> column >> word;
    config.locations.push_back({hex_at(row, column), place_of(TILE_NAMES, word)});
  }
  std::getline(in, line);
  config.prepare();
  return true;
}

std::vector<GameConfig> read_configs(const std::string &path, int players) {
  std::ifstream in(path);
  std::vector<GameConfig> found;
  GameConfig config;
  while (read_config(in, players, config))
    found.push_back(config);
  if (found.empty())
    throw std::runtime_error("no boards in " + path);
  for (GameConfig &one : found) // their addresses have changed
    one.scorer.prepare(one);
  return found;
}

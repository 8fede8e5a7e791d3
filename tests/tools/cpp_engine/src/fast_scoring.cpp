#include "fast_scoring.hpp"

#include <cmath>
#include <unordered_map>

#include "game.hpp"

constexpr int FOR_CASTLE = 3, FOR_LINKED = 4, FOR_BEST_ROW = 2, FOR_BALANCED = 3;
constexpr int MAX_PAID_ONCE = 8; // the Python code does not look for more sets
constexpr int FARTHEST = 3;      // ignore shifts larger than this multiple of the uncertainty

void FastScorer::prepare(const GameConfig &of) {
  *this = FastScorer();
  config = &of;
  const auto &cards = of.cards;
  for (auto [card, terrain_hexes] : {std::pair{FISHERMEN, of.terrain[WATER]}, {MINERS, of.terrain[MOUNTAIN]}})
    if (cards[card])
      each(neighbors(terrain_hexes) & ~terrain_hexes, [&](int hex) { flat_at[hex]++; });
  if (cards[WORKERS])
    each(neighbors(of.landmarks), [&](int hex) { flat_at[hex]++; });
  for (int gold = 1; gold <= 3; gold++) {
    Paying paying{gold, {}};
    each(ALL, [&](int hex) {
      if (flat_at[hex] == gold)
        paying.hexes.add(hex);
    });
    if (paying.hexes)
      flat.push_back(paying);
  }
  linking = cards[MERCHANTS] ? FOR_LINKED : 0;
  apart = cards[HERMITS];
  largest = cards[CITIZENS];
  rows = cards[DISCOVERERS];
  best_row = cards[KNIGHTS] ? FOR_BEST_ROW : 0;
  balanced = cards[FARMERS] ? FOR_BALANCED : 0;
  races = cards[LORDS];
  areas_count = linking || apart || largest;
  each(ALL, [&](int hex) {
    if (several(of.landmarks_at[hex]))
      between.add(hex);
  });
  prepare_castles();
}

void FastScorer::prepare_castles() {
  bool overlap = false;
  Hexes seen;
  each(config->castles, [&](int castle) {
    each(NEXT_TO[castle], [&](int hex) { castles_at[hex] |= 1u << castles.size(); });
    castles.push_back(NEXT_TO[castle]);
    overlap = overlap || (NEXT_TO[castle] & seen);
    seen |= NEXT_TO[castle];
  });
  if (!overlap && castles.size() <= MAX_PAID_ONCE)
    for (const Hexes &around : castles)
      once.push_back({FOR_CASTLE, around});
}

// Adds pieces in hex order; each joins the areas of the earlier pieces that it touches.
Areas FastScorer::areas_of(const Hexes &own) const {
  Areas areas;
  std::array<u8, MAX_PIECES> parent;
  std::array<u8, HEXES> piece_at;
  std::array<int, MAX_PIECES> hex_of, size;
  std::array<u64, MAX_PIECES> touched;
  auto root_of = [&](int piece) {
    while (parent[piece] != piece)
      piece = parent[piece];
    return piece;
  };
  int pieces = 0;
  each(own, [&](int hex) {
    int piece = pieces++;
    parent[piece] = piece_at[hex] = piece;
    hex_of[piece] = hex;
    size[piece] = 1;
    touched[piece] = config->landmarks_at[hex];
    for (int before : {hex - 1, hex - 21, hex - 22}) {
      if (before < 0 || !own.has(before))
        continue;
      int into = root_of(piece_at[before]), from = root_of(piece);
      if (into != from) {
        parent[from] = into;
        size[into] += size[from];
        touched[into] |= touched[from];
      }
    }
  });
  std::array<u8, MAX_PIECES> label;
  for (int piece = 0; piece < pieces; piece++)
    if (parent[piece] == piece) {
      label[piece] = areas.count;
      areas.size[areas.count] = size[piece];
      areas.touched[areas.count++] = touched[piece];
    }
  for (int piece = 0; piece < pieces; piece++)
    areas.label[hex_of[piece]] = label[root_of(piece)];
  return areas;
}

int FastScorer::sure(const Hexes &own) const {
  int gold = 0;
  for (const Paying &paying : flat)
    gold += paying.gold * (own & paying.hexes).count();
  for (const Hexes &around : castles)
    if (own & around)
      gold += FOR_CASTLE;
  if (areas_count) {
    Areas areas = areas_of(own);
    gold += apart * areas.count + linking * __builtin_popcountll(areas.linked());
    if (largest)
      gold += areas.largest() / LARGEST_PIECES;
  }
  if (rows || best_row) {
    int most = 0;
    for (const Hexes &row : ROW_MASKS) {
      int pieces = (own & row).count();
      most = std::max(most, pieces);
      gold += rows * (pieces > 0);
    }
    gold += best_row * most;
  }
  if (balanced) {
    auto counts = in_sections(own);
    gold += balanced * *std::min_element(counts.begin(), counts.end());
  }
  return gold;
}

// --- majorities

using Counts = std::array<int, MAX_PLAYERS>;

static Counts counts_in(const Game &game, const Hexes &hexes) {
  Counts counts{};
  for (int seat = 0; seat < game.config->players; seat++)
    counts[seat] = (game.own[seat] & hexes).count();
  return counts;
}

// Gold of the Lords for a number of pieces in a section: 12 for the most, 6 for the second most.
static int lords_pay(int mine, const Counts &counts, int players) {
  int more = 0, most = 0;
  bool different = false;
  for (int seat = 0; seat < players; seat++)
    if (counts[seat] > mine) {
      different = different || (more && counts[seat] != most);
      most = counts[seat];
      more++;
    }
  return different ? 0 : more ? 6 : 12;
}

// Expected gold of a majority for a seat: the mean over possible shifts of the piece counts.
static double work_out_likely(int seat, const Counts &counts, int players, double doubt) {
  int most = static_cast<int>(FARTHEST * doubt) + 1;
  std::vector<double> parts;
  double together = 0, gold = 0;
  for (int shift = -most; shift <= most; shift++) {
    parts.push_back(std::pow(std::cosh(shift / doubt), -2));
    together += parts.back();
  }
  for (int shift = -most; shift <= most; shift++) {
    Counts then = counts;
    for (int other = 0; other < players; other++)
      then[other] += std::max(other == seat ? -shift : shift, 0);
    gold += parts[shift + most] / together * lords_pay(then[seat], then, players);
  }
  return gold;
}

static double likely(int seat, const Counts &counts, int players, double doubt) {
  static std::unordered_map<u64, double> known;
  u64 key =
      static_cast<u64>(2 * doubt) << 40 | static_cast<u64>(players) << 36 | static_cast<u64>(seat) << 32;
  for (int other = 0; other < players; other++)
    key |= static_cast<u64>(counts[other]) << (8 * other);
  auto [entry, fresh] = known.try_emplace(key, 0.0);
  if (fresh)
    entry->second = work_out_likely(seat, counts, players, doubt);
  return entry->second;
}

std::array<double, MAX_PLAYERS> FastScorer::contested(const Game &game, double doubt) const {
  std::array<double, MAX_PLAYERS> gold{};
  if (!races)
    return gold;
  int players = game.config->players;
  for (const Hexes &section : SECTION_MASKS) {
    Counts counts = counts_in(game, section);
    for (int seat = 0; seat < players; seat++)
      gold[seat] += doubt ? likely(seat, counts, players, doubt) : lords_pay(counts[seat], counts, players);
  }
  return gold;
}

int FastScorer::total(const Game &game, int player) const {
  int gold = sure(game.own[player]);
  if (races)
    for (const Hexes &section : SECTION_MASKS) {
      Counts counts = counts_in(game, section);
      gold += lords_pay(counts[player], counts, game.config->players);
    }
  return gold;
}

// --- one more piece

// Gold that is the same for all hexes of a row or section.
struct FastScorer::ByPlace {
  std::array<double, SECTIONS> race{};
  std::array<int, SECTIONS> section{};
  std::array<int, ROWS> row{};
};

static double gain_in_race(const Game &game, const Hexes &section, int player, double doubt) {
  int players = game.config->players;
  Counts counts = counts_in(game, section), after = counts;
  after[player]++;
  if (!doubt)
    return lords_pay(after[player], after, players) - lords_pay(counts[player], counts, players);
  double more = likely(player, after, players, doubt) - likely(player, counts, players, doubt);
  return std::nearbyint(100 * more) / 100;
}

FastScorer::ByPlace FastScorer::gains_by_place(const Game &game, int player, double doubt) const {
  ByPlace found;
  const Hexes &own = game.own[player];
  if (races)
    for (int i = 0; i < SECTIONS; i++)
      found.race[i] = gain_in_race(game, SECTION_MASKS[i], player, doubt);
  if (rows || best_row) {
    std::array<int, ROWS> counts;
    for (int i = 0; i < ROWS; i++)
      counts[i] = (own & ROW_MASKS[i]).count();
    int most = *std::max_element(counts.begin(), counts.end());
    for (int i = 0; i < ROWS; i++)
      found.row[i] = rows * (counts[i] == 0) + best_row * (counts[i] == most);
  }
  if (balanced) {
    auto counts = in_sections(own);
    int least = *std::min_element(counts.begin(), counts.end());
    if (std::count(counts.begin(), counts.end(), least) == 1)
      for (int i = 0; i < SECTIONS; i++)
        found.section[i] = balanced * (counts[i] == least);
  }
  return found;
}

// For a hex that touches the player's own pieces or lies between landmarks.
int FastScorer::gain_of_areas(int hex, const Hexes &own, const Areas &areas, int size, u64 linked) const {
  u64 joined = 0;
  each(NEXT_TO[hex] & own, [&](int piece) { joined |= 1ull << areas.label[piece]; });
  int gold = apart * (1 - __builtin_popcountll(joined));
  if (largest) {
    int grown = 1;
    each_bit(joined, [&](int area) { grown += areas.size[area]; });
    gold += std::max(size, grown) / LARGEST_PIECES - size / LARGEST_PIECES;
  }
  if (linking) {
    u64 touched = config->landmarks_at[hex];
    each_bit(joined, [&](int area) { touched |= areas.touched[area]; });
    if (several(touched))
      gold += linking * __builtin_popcountll(touched & ~linked);
  }
  return gold;
}

// Adds a hex to the hexes with equal gold. Neighbors often have equal gold, so the last ones are checked
// first.
static void sort_in(std::vector<Gain> &found, size_t &last, double gold, int hex) {
  auto same = [&](const Gain &gain) { return std::fabs(gain.gold - gold) < 1e-9; };
  if (last >= found.size() || !same(found[last])) {
    last = std::find_if(found.begin(), found.end(), same) - found.begin();
    if (last == found.size())
      found.push_back({gold, {}});
  }
  found[last].hexes.add(hex);
}

std::vector<Gain> FastScorer::gains(const Game &game, int player, const Hexes &candidates,
                                    double doubt) const {
  const Hexes &own = game.own[player];
  const ByPlace by_place = gains_by_place(game, player, doubt);
  Areas areas;
  Hexes one_by_one;
  int size = 0, alone = 0;
  u64 linked = 0;
  if (areas_count) {
    areas = areas_of(own);
    size = areas.largest();
    linked = areas.linked();
    one_by_one = linking ? game.reach[player] | between : game.reach[player];
    alone = apart + (largest ? std::max(size, 1) / LARGEST_PIECES - size / LARGEST_PIECES : 0);
  }
  u32 reached = 0;
  for (size_t i = 0; i < castles.size(); i++)
    if (own & castles[i])
      reached |= 1u << i;
  std::vector<Gain> found;
  size_t last = 0;
  each(candidates, [&](int hex) {
    int section = PLACES.section_of[hex];
    double gold = flat_at[hex] + FOR_CASTLE * __builtin_popcount(castles_at[hex] & ~reached);
    gold += by_place.race[section];
    if (areas_count)
      gold += one_by_one.has(hex) ? gain_of_areas(hex, own, areas, size, linked) : alone;
    gold += by_place.row[PLACES.row_of[hex]] + by_place.section[section];
    sort_in(found, last, gold, hex);
  });
  std::sort(found.begin(), found.end(), [](const Gain &a, const Gain &b) { return a.gold > b.gold; });
  return found;
}

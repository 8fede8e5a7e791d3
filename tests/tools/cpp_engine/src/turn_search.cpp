#include "turn_search.hpp"

#include <unordered_map>

constexpr double TO_DO = 1.3, TO_MOVE = 0.5; // approximate gold of a build or move still to come
constexpr int LEAST_KEPT = 4, FINISHED_QUICKLY = 6;
constexpr double CHEAPER_LATER = 3, HELD_BY_ONE = 2; // a tile is lost with the only piece that holds it

// Positions of one stage of the search; keeps only the best of equivalent ones.
class Positions {
public:
  void add(Turn &&turn, u64 key) {
    auto [entry, fresh] = places.try_emplace(key, turns.size());
    if (fresh)
      turns.push_back(std::move(turn));
    else if (turns[entry->second].value < turn.value)
      turns[entry->second] = std::move(turn);
  }
  void add_if_new(Turn &&turn, u64 key) {
    if (!places.count(key))
      add(std::move(turn), key);
  }
  std::vector<Turn> best_first(size_t number) && {
    std::stable_sort(turns.begin(), turns.end(),
                     [](const Turn &a, const Turn &b) { return a.value > b.value; });
    if (turns.size() > number)
      turns.erase(turns.begin() + number, turns.end());
    return std::move(turns);
  }
  bool empty() const { return turns.empty(); }

private:
  std::vector<Turn> turns;
  std::unordered_map<u64, size_t> places;
};

TurnSearch::TurnSearch(const Game &game, Evaluation &of, RolloutPolicy &quick, const BeamWidth &how,
                       BudgetMeter &spending)
    : root(game), player(of.player), evaluation(of), policy(quick), width(how), meter(spending) {}

bool TurnSearch::ended(const Game &game) const {
  return game.over || game.player != player || game.round != root.round;
}

// The evaluation, plus an estimate for the rest of the turn unless it is over.
double TurnSearch::value_of(const Game &game, bool is_over) {
  meter.spent++;
  double value = evaluation.value(game);
  if (is_over)
    return value;
  value += TO_DO * std::min(game.builds_due(), game.supply[player]);
  for (int i = 0; i < game.held[player]; i++)
    if (game.tiles[player][i].state == READY)
      value += builds(game.tiles[player][i].kind) ? TO_DO : TO_MOVE;
  return value;
}

// Key of a position within a turn; positions with equal keys have the same continuations.
u64 TurnSearch::state_key(const Game &game) const {
  u64 ready = 0; // number of each kind
  for (int i = 0; i < game.held[player]; i++)
    if (game.tiles[player][i].state == READY)
      ready += 1ull << (4 * game.tiles[player][i].kind);
  u64 turn = game.mandatory | game.due << 2 | (game.terrain + 1) << 5 | game.supply[player] << 9;
  return hash_of(game.own[player], mixed(ready) ^ mixed(turn | static_cast<u64>(game.taken[player]) << 16));
}

// --- the search

// Number of positions to keep: fewer as the budget is spent.
size_t TurnSearch::kept_plain(double share) const {
  double left = 1 - meter.used() / share;
  return std::max(1.0, std::nearbyint(width.kept * std::min(1.0, 2 * left)));
}

// The same, paced so that the budget lasts until the end of the turn.
size_t TurnSearch::kept_paced(const Game &next, double share, double before, int position_count) const {
  double each = (meter.used() - before) / position_count,
         each_step = (share - meter.used()) / steps_left(next);
  double affordable = each > 0 ? std::nearbyint(CHEAPER_LATER * each_step / each) : width.kept;
  return std::max<double>(LEAST_KEPT, std::min<double>(affordable, width.kept));
}

std::vector<Turn> TurnSearch::best(SearchKind kind, int number, double share) {
  std::vector<Turn> layer{{0, root}}, made;
  Positions done;
  while (!layer.empty()) {
    Positions found;
    double before = meter.used();
    int position_count = 0;
    for (const Turn &turn : layer) {
      position_count++;
      made.clear();
      steps(turn.game, made);
      for (Turn &after : made) {
        u64 key = state_key(after.game);
        (ended(after.game) ? done : found).add(std::move(after), key);
      }
      if (meter.used() >= share)
        break;
    }
    bool spent = meter.used() >= share;
    layer = std::move(found).best_first(kind == PACED ? SIZE_MAX : kept_plain(share));
    if (spent)
      break;
    if (kind == PACED && !layer.empty()) {
      size_t kept = kept_paced(layer[0].game, share, before, position_count);
      if (layer.size() > kept)
        layer.erase(layer.begin() + kept, layer.end());
    }
  }
  if (layer.empty() && done.empty())
    layer.push_back({0, root});
  for (size_t i = 0; i < std::min<size_t>(layer.size(), kind == PACED ? FINISHED_QUICKLY : 1); i++) {
    Turn turn = finished(layer[i]);
    u64 key = state_key(turn.game);
    done.add_if_new(std::move(turn), key);
  }
  return std::move(done).best_first(number);
}

Turn TurnSearch::finished(const Turn &turn) {
  Turn end = turn;
  policy.finish_turn(end.game);
  end.value = value_of(end.game, true);
  return end;
}

int TurnSearch::steps_left(const Game &game) const {
  int steps = game.builds_due() + 1;
  for (int i = 0; i < game.held[player]; i++)
    steps += game.tiles[player][i].state == READY;
  return steps;
}

// --- one step: a mandatory build, a tile, or the end of the turn

void TurnSearch::add(const Game &after, std::vector<Turn> &found) {
  found.push_back({value_of(after, ended(after)), after});
}

void TurnSearch::steps(const Game &game, std::vector<Turn> &found) {
  Hexes cells = game.mandatory_cells();
  for (int hex : shortlist(game, cells, width.hexes)) {
    Game after = game;
    after.build_mandatory(hex);
    add(after, found);
  }
  if (game.mandatory != DOING)
    game.each_usable(player, [&](int kind) { use(game, kind, found); });
  if (game.mandatory == DONE) {
    Game after = game;
    after.end_turn();
    add(after, found);
  }
}

void TurnSearch::use(const Game &game, int kind, std::vector<Turn> &found) {
  meter.spent++; // Python also evaluates the position before the tile is used
  Game started = game;
  started.use_tile(player, kind);
  if (builds(kind)) {
    for (int hex : shortlist(started, started.build_cells(player, kind), width.hexes)) {
      Game after = started;
      after.build(player, hex);
      add(after, found);
    }
    return;
  }
  for (int origin : origins(started, kind))
    for (int hex : shortlist(started, started.destinations(player, kind, origin), width.hexes)) {
      Game after = started;
      after.move(player, origin, hex);
      add(after, found);
    }
}

// The least valuable settlements.
std::vector<int> TurnSearch::origins(const Game &game, int kind) {
  std::vector<std::pair<double, int>> ranked;
  Hexes all = game.origins(player, kind);
  each(all, [&](int hex) { ranked.push_back({loss(game, hex), hex}); });
  std::stable_sort(ranked.begin(), ranked.end(), [](auto &a, auto &b) { return a.first < b.first; });
  if (ranked.size() > static_cast<size_t>(width.origins)) {
    ranked.resize(width.origins);
    meter.spent += width.origins; // Python evaluates the selected ones again
  }
  std::vector<int> found;
  for (int i = 0; i < std::min<int>(ranked.size(), width.inner); i++)
    found.push_back(ranked[i].second);
  return found;
}

// The player's loss without a piece.
double TurnSearch::loss(const Game &game, int hex) {
  meter.spent++;
  Game without = game;
  without.own[player].flip(hex);
  double loss = evaluation.scorer.total(game, player) - evaluation.scorer.total(without, player);
  for (int i = 0; i < game.held[player]; i++) {
    int space = evaluation.config.locations[game.tiles[player][i].location].hex;
    if ((game.own[player] & NEXT_TO[space]) == BIT[hex])
      loss += HELD_BY_ONE;
  }
  return loss;
}

// The most promising hexes for a piece.
std::vector<int> TurnSearch::shortlist(const Game &game, const Hexes &cells, int number) {
  struct Ranked {
    double gold;
    int fresh, hex;
  };
  std::vector<int> found;
  int count = cells.count();
  if (count <= number) {
    each(cells, [&](int hex) { found.push_back(hex); });
    return found;
  }
  meter.spent += count / 3;
  const Hexes &own = game.own[player];
  const Hexes fresh = game.free & ~game.reach[player];
  const double turns = evaluation.turns_left(game);
  const int before = evaluation.scorer.total(game, player);
  const u32 spaces = game.spaces_for(player);
  std::vector<Ranked> ranked;
  for (const Gain &gain : evaluation.scorer.gains(game, player, cells, evaluation.doubt))
    each(gain.hexes, [&](int hex) {
      double gold = before + gain.gold;
      each_bit(evaluation.config.locations_at[hex] & spaces,
               [&](int place) { gold += evaluation.worth_of(1u << place) * turns; });
      if (evaluation.has_plans)
        gold += evaluation.plans(own | BIT[hex], turns);
      if (evaluation.how.likes())
        gold += evaluation.liking(game, own | BIT[hex], turns);
      ranked.push_back({gold, (NEXT_TO[hex] & fresh).count(), hex});
    });
  // among equals, prefer the hex that touches fewer new hexes, which leaves more freedom
  std::partial_sort(
      ranked.begin(), ranked.begin() + number, ranked.end(), [](const Ranked &a, const Ranked &b) {
        return a.gold != b.gold ? a.gold > b.gold : a.fresh != b.fresh ? a.fresh < b.fresh : a.hex < b.hex;
      });
  for (int i = 0; i < number; i++)
    found.push_back(ranked[i].hex);
  return found;
}

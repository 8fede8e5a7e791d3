#include "rollout.hpp"

constexpr int MAX_CANDIDATES = 6, ORIGINS = 3;

RolloutPolicy::RolloutPolicy(const Evaluation &of, const Game &game, u64 seed)
    : rng(seed), evaluation(of), start(game) {
  buckets[of.player] = of.buckets;
}

int RolloutPolicy::gold_with(Game &game, int seat, const Hexes &pieces) const {
  Hexes kept = game.own[seat];
  game.own[seat] = pieces;
  int gold = evaluation.scorer.total(game, seat);
  game.own[seat] = kept;
  return gold;
}

// A few of the cells: one next to a location, then those that were worth most at the start.
Hexes RolloutPolicy::candidate_hexes(int seat, const Hexes &cells, const Hexes &adjacent) {
  Hexes look;
  if (adjacent)
    look.add(adjacent.lowest());
  if (!buckets[seat])
    buckets[seat] = evaluation.best_hexes(start, seat);
  int left = MAX_CANDIDATES - 1;
  for (const Gain &gain : *buckets[seat]) {
    Hexes hit = cells & gain.hexes;
    int count = hit.count();
    if (count > left) {
      for (int i = 0; i < left; i++) {
        int hex = hit.nth(rng.below(hit.count()));
        look.add(hex);
        hit.flip(hex);
      }
      break;
    }
    look |= hit;
    left -= count;
    if (left <= 0)
      break;
  }
  return look ? look : cells;
}

// The hex where a piece earns most, in addition to the given pieces.
int RolloutPolicy::hex_for(Game &game, int seat, const Hexes &cells, const Hexes &own) {
  int count = cells.count();
  if (count <= 1)
    return cells.lowest();
  u32 spaces = game.ending ? 0 : game.spaces_for(seat);
  const auto &locations_at = evaluation.config.locations_at;
  Hexes adjacent;
  each(cells & evaluation.config.next_to_locations, [&](int hex) {
    if (locations_at[hex] & spaces)
      adjacent.add(hex);
  });
  Hexes look = count > MAX_CANDIDATES ? candidate_hexes(seat, cells, adjacent) : cells;
  double turns = adjacent ? evaluation.turns_left(game) : 0, most = -1e9;
  int best = -1;
  evaluations += look.count();
  each(look, [&](int hex) {
    double gold = gold_with(game, seat, own | BIT[hex]);
    each_bit(locations_at[hex] & spaces,
             [&](int place) { gold += evaluation.worth_of(1u << place) * turns; });
    if (gold > most) {
      best = hex;
      most = gold;
    }
  });
  return best;
}

// Of a few settlements, the one whose loss costs least; skips settlements that may hold a tile.
int RolloutPolicy::spare(Game &game, int seat, const Hexes &origins) {
  Hexes safe = origins & ~evaluation.config.next_to_locations;
  if (!safe)
    safe = origins;
  int count = safe.count(), best = -1, most = -1;
  for (int i = 0; i < std::min(ORIGINS, count); i++) {
    int hex = safe.nth(rng.below(count));
    evaluations++;
    int kept = gold_with(game, seat, game.own[seat] ^ BIT[hex]);
    if (kept > most) {
      best = hex;
      most = kept;
    }
  }
  return best;
}

// True if some move of the least valuable settlement earns gold.
bool RolloutPolicy::pays(Game &game, int seat, int kind) {
  int origin = spare(game, seat, game.origins(seat, kind));
  Hexes targets = game.destinations(seat, kind, origin), without = game.own[seat] ^ BIT[origin];
  int target = hex_for(game, seat, targets, without);
  return gold_with(game, seat, without | BIT[target]) > evaluation.scorer.total(game, seat);
}

bool RolloutPolicy::use_some_tile(Game &game) {
  int seat = game.player, wanted = TILE_KINDS;
  game.each_usable(seat, [&](int kind) {
    if (wanted == TILE_KINDS && (builds(kind) || pays(game, seat, kind)))
      wanted = kind;
  });
  if (wanted == TILE_KINDS)
    return false;
  game.use_tile(seat, wanted);
  if (builds(wanted)) {
    game.build(seat, hex_for(game, seat, game.build_cells(seat, wanted), game.own[seat]));
  } else {
    int origin = spare(game, seat, game.origins(seat, wanted));
    Hexes targets = game.destinations(seat, wanted, origin);
    game.move(seat, origin, hex_for(game, seat, targets, game.own[seat]));
  }
  return true;
}

void RolloutPolicy::finish_turn(Game &game) {
  do {
    while (Hexes cells = game.mandatory_cells())
      game.build_mandatory(hex_for(game, game.player, cells, game.own[game.player]));
  } while (use_some_tile(game));
  game.end_turn();
}

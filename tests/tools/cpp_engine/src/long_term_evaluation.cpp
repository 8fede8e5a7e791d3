#include "evaluation.hpp"

constexpr int PAYING_AT_MOST = 10, ROOM_AT_MOST = 12; // more free hexes add nothing

LongTermEvaluation::LongTermEvaluation(const GameConfig &on, int seat, const Weights &weights,
                                       const Probabilities &of_cards)
    : config(&on), player(seat), how(&weights), probabilities(&of_cards),
      known(weights.uses_long_term() ? 256 : 1) {}

LongTermValue LongTermEvaluation::of(const Game &game) {
  auto [found, is_known] =
      known.at(hash_of(game.own[player], hash_of(game.free, game.spaces_for(player) + 1)));
  if (!is_known)
    found = look(game);
  return found;
}

LongTermValue LongTermEvaluation::look(const Game &game) const {
  const Hexes &own = game.own[player];
  const Hexes build = game.free & config->suitable, front = game.reach[player] & build;
  const FastScorer &scorer = config->scorer;
  const int number = front.count();
  double calm = how->front * number, each_turn = how->front_each_turn * number;
  for (const Hexes &section : SECTION_MASKS)
    if (front & section)
      calm += how->sections;
  for (const Paying &paying : scorer.flat) {
    calm -= how->early[FLAT] * paying.gold * (own & paying.hexes).count();
    calm += how->paying * paying.gold * std::min((front & paying.hexes).count(), PAYING_AT_MOST);
  }
  if (scorer.areas_count)
    calm += areas(own, build);
  if (scorer.best_row || scorer.rows)
    calm += rows(own, build, front);
  if (scorer.balanced) {
    auto counts = in_sections(own);
    calm -= how->early[BALANCED] * scorer.balanced * *std::min_element(counts.begin(), counts.end());
  }
  calm += reached(own);
  LongTermValue more = ahead(own, build, front, game.spaces_for(player));
  return {calm + more.calm, each_turn + more.each_turn};
}

// Gold of settlement areas, and how the largest can grow.
double LongTermEvaluation::areas(const Hexes &own, const Hexes &build) const {
  const FastScorer &scorer = config->scorer;
  const Areas found = scorer.areas_of(own);
  double calm = -how->early[APART] * scorer.apart * found.count;
  if (scorer.linking)
    calm -= how->early[LINKING] * scorer.linking * __builtin_popcountll(found.linked());
  if (scorer.largest && found.count) {
    int size = found.largest(), label = -1, lands = 0;
    Hexes area;
    each(own, [&](int hex) {
      if (label < 0 && found.size[found.label[hex]] == size)
        label = found.label[hex]; // the first of equal areas
      if (found.label[hex] == label)
        area.add(hex);
    });
    Hexes around = neighbors(area) & build;
    for (int terrain = 0; terrain < CARD_TERRAINS; terrain++)
      lands += (*probabilities)[terrain] && (config->terrain[terrain] & around);
    calm -= how->early[LARGEST] * (size / LARGEST_PIECES);
    calm += how->largest_lands * lands / LARGEST_PIECES;
  }
  return calm;
}

// Gold of rows, and the free hexes in the best row; none without a piece.
double LongTermEvaluation::rows(const Hexes &own, const Hexes &build, const Hexes &front) const {
  Hexes best;
  int most = 0, entered = 0;
  for (const Hexes &row : ROW_MASKS) {
    int pieces = (own & row).count();
    entered += pieces > 0;
    if (pieces > most) {
      best = row;
      most = pieces;
    }
  }
  const FastScorer &scorer = config->scorer;
  int room = std::min((build & best).count(), ROOM_AT_MOST);
  return scorer.best_row * (how->row_room * room + how->row_beside * (front & best).count()) -
         how->early[BEST_ROW] * scorer.best_row * most - how->early[IN_ROWS] * scorer.rows * entered;
}

// Gold that is paid once counts less early, even if it is already reached.
double LongTermEvaluation::reached(const Hexes &own) const {
  int gold = 0;
  for (const Paying &paying : config->scorer.once)
    if (own & paying.hexes)
      gold += paying.gold;
  return -how->early[ONCE] * gold;
}

// Castles and locations that a few builds can reach.
LongTermValue LongTermEvaluation::ahead(const Hexes &own, const Hexes &build, const Hexes &front,
                                        u32 spaces) const {
  LongTermValue found;
  std::vector<const Paying *> to_reach;
  for (const Paying &paying : config->scorer.once)
    if (!(own & paying.hexes))
      to_reach.push_back(&paying);
  Hexes ring = front, seen = front;
  for (size_t far = 0; far < how->once.size(); far++) {
    auto is_reached = [&](const Paying *paying) {
      bool here = static_cast<bool>(paying->hexes & ring);
      if (here)
        found.calm += how->once[far] * paying->gold;
      return here;
    };
    to_reach.erase(std::remove_if(to_reach.begin(), to_reach.end(), is_reached), to_reach.end());
    u32 later = 0;
    each_bit(spaces, [&](int place) {
      const Location &location = config->locations[place];
      if (NEXT_TO[location.hex] & ring)
        found.each_turn += how->near[far] * how->tile[location.tile];
      else
        later |= 1u << place;
    });
    spaces = later;
    if (!spaces && to_reach.empty())
      break;
    ring = neighbors(ring) & build & ~seen;
    seen |= ring;
  }
  return found;
}

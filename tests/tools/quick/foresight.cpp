#include "evaluation.hpp"

constexpr int PAYING_AT_MOST = 10, ROOM_AT_MOST = 12; // more free hexes than these are as good as no more

Foresight::Foresight(const Table &on, int seat, const Weights &weights, const Chances &of_cards)
    : table(&on), player(seat), how(&weights), chances(&of_cards), known(weights.foresees() ? 256 : 1) {}

Foreseen Foresight::of(const Game &game) {
  auto [found, is_known] =
      known.at(hash_of(game.own[player], hash_of(game.free, game.spaces_for(player) + 1)));
  if (!is_known)
    found = look(game);
  return found;
}

Foreseen Foresight::look(const Game &game) const {
  const Hexes &own = game.own[player];
  const Hexes build = game.free & table->suitable, front = game.reach[player] & build;
  const Purse &purse = table->purse;
  const int number = front.count();
  double calm = how->front * number, each_turn = how->front_each_turn * number;
  for (const Hexes &section : SECTION_MASKS)
    if (front & section)
      calm += how->sections;
  for (const Paying &paying : purse.flat) {
    calm -= how->early[FLAT] * paying.gold * (own & paying.hexes).count();
    calm += how->paying * paying.gold * std::min((front & paying.hexes).count(), PAYING_AT_MOST);
  }
  if (purse.areas_count)
    calm += areas(own, build);
  if (purse.best_row || purse.rows)
    calm += rows(own, build, front);
  if (purse.balanced) {
    auto counts = in_sections(own);
    calm -= how->early[BALANCED] * purse.balanced * *std::min_element(counts.begin(), counts.end());
  }
  calm += reached(own);
  Foreseen more = ahead(own, build, front, game.spaces_for(player));
  return {calm + more.calm, each_turn + more.each_turn};
}

// Gold for settlement areas, and how the largest can grow.
double Foresight::areas(const Hexes &own, const Hexes &build) const {
  const Purse &purse = table->purse;
  const Areas found = purse.areas_of(own);
  double calm = -how->early[APART] * purse.apart * found.count;
  if (purse.linking)
    calm -= how->early[LINKING] * purse.linking * __builtin_popcountll(found.linked());
  if (purse.largest && found.count) {
    int size = found.largest(), label = -1, lands = 0;
    Hexes area;
    each(own, [&](int hex) {
      if (label < 0 && found.size[found.label[hex]] == size)
        label = found.label[hex]; // of equals the first on the board
      if (found.label[hex] == label)
        area.add(hex);
    });
    Hexes around = neighbours(area) & build;
    for (int terrain = 0; terrain < CARD_TERRAINS; terrain++)
      lands += (*chances)[terrain] && (table->terrain[terrain] & around);
    calm -= how->early[LARGEST] * (size / LARGEST_PIECES);
    calm += how->largest_lands * lands / LARGEST_PIECES;
  }
  return calm;
}

// Gold for rows, and the room in the best one; without a piece there is none.
double Foresight::rows(const Hexes &own, const Hexes &build, const Hexes &front) const {
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
  const Purse &purse = table->purse;
  int room = std::min((build & best).count(), ROOM_AT_MOST);
  return purse.best_row * (how->row_room * room + how->row_beside * (front & best).count()) -
         how->early[BEST_ROW] * purse.best_row * most - how->early[IN_ROWS] * purse.rows * entered;
}

// What is paid once and has been reached counts less early on.
double Foresight::reached(const Hexes &own) const {
  int gold = 0;
  for (const Paying &paying : table->purse.once)
    if (own & paying.hexes)
      gold += paying.gold;
  return -how->early[ONCE] * gold;
}

// Castles and locations that a few builds lead to.
Foreseen Foresight::ahead(const Hexes &own, const Hexes &build, const Hexes &front, u32 spaces) const {
  Foreseen found;
  std::vector<const Paying *> to_reach;
  for (const Paying &paying : table->purse.once)
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
      const Location &location = table->locations[place];
      if (NEXT_TO[location.hex] & ring)
        found.each_turn += how->near[far] * how->tile[location.tile];
      else
        later |= 1u << place;
    });
    spaces = later;
    if (!spaces && to_reach.empty())
      break;
    ring = neighbours(ring) & build & ~seen;
    seen |= ring;
  }
  return found;
}

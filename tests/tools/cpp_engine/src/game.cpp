#include "game.hpp"

Game::Game(const GameConfig &on, u64 seed) : config(&on), free(ALL), rng(seed) {
  for (u8 card = 0; card < CARD_TERRAINS; card++)
    for (int i = 0; i < CARDS_OF_EACH; i++)
      discard.add(card);
  for (int seat = 0; seat < on.players; seat++) {
    supply[seat] = 40;
    hand[seat] = draw();
  }
  stocked = doubled = (1u << on.locations.size()) - 1;
  begin_turn(start_player);
}

// --- turns and cards

u8 Game::draw() {
  if (!draw_pile.count) {
    if (!discard.count)
      return NO_CARD;
    rng.shuffle(discard.cards.data(), discard.count);
    draw_pile = discard;
    discard.count = 0;
  }
  return draw_pile.take();
}

void Game::reveal() {
  terrain = hand[player] == NO_CARD ? NO_TERRAIN : hand[player];
}

void Game::begin_turn(int seat) {
  player = seat;
  mandatory = TODO;
  due = 0;
  turns_begun++;
  reveal();
  settle();
}

void Game::settle() {
  while (terrain != NO_TERRAIN && !(config->terrain[terrain] & free)) { // R-CARD-4, R-CARD-5
    hand[player] = draw();
    reveal();
  }
  if (mandatory != DONE && (hand[player] == NO_CARD || !supply[player] || !builds_due()))
    mandatory = DONE;
}

void Game::end_turn() {
  for (int i = 0; i < held[player]; i++)
    tiles[player][i].state = READY;
  if (hand[player] != NO_CARD)
    discard.add(hand[player]);
  hand[player] = draw();
  int following = (player + 1) % config->players;
  if (following == start_player) {
    auto hands_end = hand.begin() + config->players;
    bool no_cards = !draw_pile.count && !discard.count &&
                    std::all_of(hand.begin(), hands_end, [](u8 card) { return card == NO_CARD; });
    ending = ending || no_cards; // R-END-6
    if (ending) {
      over = true;
      mandatory = DONE;
      terrain = NO_TERRAIN;
      return;
    }
    round++;
  }
  begin_turn(following);
}

// --- hidden information

void Game::observe(int seat, u64 seed) {
  Rng luck(seed);
  Pile unknown = draw_pile;
  // at most 25 cards in total, so the hands fit too
  for (int other = 0; other < config->players; other++)
    if (other != seat && hand[other] != NO_CARD)
      unknown.add(hand[other]);
  std::sort(unknown.cards.begin(), unknown.cards.begin() + unknown.count);
  luck.shuffle(unknown.cards.data(), unknown.count);
  for (int other = 0; other < config->players; other++)
    if (other != seat && hand[other] != NO_CARD)
      hand[other] = unknown.take();
  draw_pile = unknown;
  std::sort(discard.cards.begin(), discard.cards.begin() + discard.count);
  luck.shuffle(discard.cards.data(), discard.count);
  rng = luck;
}

void Game::redeal(int seat, u64 seed, int card) {
  if (hand[seat] != NO_CARD) { // put back on top of the draw pile and drawn again
    for (int i = draw_pile.count++; i > 0; i--)
      draw_pile.cards[i] = draw_pile.cards[i - 1];
    draw_pile.cards[0] = hand[seat];
  }
  bool draws = hand[seat] != NO_CARD;
  observe(seat, seed);
  if (draws) {
    auto end = draw_pile.cards.begin() + draw_pile.count;
    auto wanted = std::find(draw_pile.cards.begin(), end, card);
    if (card != NO_TERRAIN && wanted != end)
      std::swap(*wanted, draw_pile.cards[0]);
    hand[seat] = draw_pile.take();
  }
  if (!over) {
    reveal();
    settle();
  }
}

// --- pieces and tiles

void Game::gain_tiles(int seat, int hex) {
  each_bit(config->locations_at[hex] & spaces_for(seat), [&](int place) {
    u32 bit = 1u << place;
    taken[seat] |= bit;
    (doubled & bit ? doubled : stocked) ^= bit;
    tiles[seat][held[seat]++] = {static_cast<u8>(config->locations[place].tile), static_cast<u8>(place),
                                 FRESH};
  });
}

// After a move: loses tiles whose locations no piece touches anymore. If an unused tile is lost, another of
// its kind becomes usable instead.
void Game::lose_tiles(int seat) {
  auto &mine = tiles[seat];
  for (int i = 0; i < held[seat]; i++) {
    HeldTile tile = mine[i];
    if (NEXT_TO[config->locations[tile.location].hex] & own[seat])
      continue;
    std::copy(mine.begin() + i + 1, mine.begin() + held[seat], mine.begin() + i);
    held[seat]--;
    i--;
    auto same = [&](const HeldTile &other) { return other.kind == tile.kind && other.state != READY; };
    auto end = mine.begin() + held[seat], other = std::find_if(mine.begin(), end, same);
    if (tile.state == READY && other != end)
      other->state = READY;
  }
}

void Game::build(int seat, int hex) {
  supply[seat]--;
  own[seat].add(hex);
  free.flip(hex);
  reach[seat] |= NEXT_TO[hex];
  gain_tiles(seat, hex);
  ending = ending || !supply[seat];
  settle();
}

void Game::build_mandatory(int hex) {
  due = builds_due() - 1;
  mandatory = DOING;
  build(player, hex);
}

void Game::move(int seat, int origin, int target) {
  own[seat].flip(origin);
  free.add(origin);
  own[seat].add(target);
  free.flip(target);
  reach[seat] = neighbors(own[seat]);
  lose_tiles(seat);
  gain_tiles(seat, target);
  settle();
}

void Game::use_tile(int seat, int kind) {
  for (int i = 0; i < held[seat]; i++) {
    HeldTile &tile = tiles[seat][i];
    if (tile.kind == kind && tile.state == READY) {
      tile.state = USED;
      return;
    }
  }
}

// --- where pieces may go

// R-BUILD-3: next to the player's own pieces if possible.
static Hexes near(const Hexes &candidates, const Hexes &reach) {
  Hexes adjacent = candidates & reach;
  return adjacent ? adjacent : candidates;
}

Hexes Game::mandatory_cells() const {
  if (mandatory == DONE || terrain == NO_TERRAIN)
    return {};
  return near(free & config->terrain[terrain], reach[player]);
}

// The hexes at both ends of three or more pieces in a line.
template <int STEP> static Hexes ends_along(const Hexes &own) {
  Hexes three = own & own.down<STEP>() & own.down<2 * STEP>();
  return three.down<STEP>() | three.up<3 * STEP>();
}

static Hexes line_ends(const Hexes &own) {
  return (ends_along<1>(own) | ends_along<21>(own) | ends_along<22>(own)) & ALL;
}

Hexes Game::build_cells(int seat, int kind) const {
  switch (kind) {
  case ORACLE:
    return terrain == NO_TERRAIN ? Hexes{} : near(free & config->terrain[terrain], reach[seat]);
  case FARM:
    return near(free & config->terrain[GRASS], reach[seat]);
  case OASIS:
    return near(free & config->terrain[DESERT], reach[seat]);
  case TOWER:
    return near(free & config->suitable & EDGE, reach[seat]);
  default: // the tavern
    return line_ends(own[seat]) & free & config->suitable;
  }
}

// Two hexes away in a straight line, regardless of what is between.
static Hexes jumps(const Hexes &from) {
  return ((from.up<1>() & ALL).up<1>() | (from.down<1>() & ALL).down<1>() | (from.up<22>() & ALL).up<22>() |
          (from.down<22>() & ALL).down<22>() | (from.up<21>() & ALL).up<21>() |
          (from.down<21>() & ALL).down<21>()) &
         ALL;
}

Hexes Game::destinations(int seat, int kind, int origin) const {
  if (kind == PADDOCK)
    return jumps(BIT[origin]) & free & config->suitable;
  Hexes fits = kind == HARBOR          ? config->terrain[WATER]
               : terrain == NO_TERRAIN ? Hexes{}
                                       : config->terrain[terrain];
  Hexes candidates = fits & free;
  Hexes adjacent = (candidates | (BIT[origin] & fits)) & neighbors(own[seat] ^ BIT[origin]);
  return adjacent ? adjacent & ~BIT[origin] : candidates;
}

Hexes Game::origins(int seat, int kind) const {
  if (kind == PADDOCK)
    return jumps(free & config->suitable) & own[seat];
  Hexes found;
  each(own[seat], [&](int hex) {
    if (destinations(seat, kind, hex))
      found.add(hex);
  });
  return found;
}

bool Game::usable(int seat, int kind) const {
  if (uses_terrain(kind) && terrain == NO_TERRAIN)
    return false;
  if (builds(kind))
    return supply[seat] && build_cells(seat, kind);
  if (kind != PADDOCK && own[seat].count() > 1) { // one stays and another moves next to it
    const Hexes &fits = kind == HARBOR ? config->terrain[WATER] : config->terrain[terrain];
    if (fits & free & reach[seat])
      return true;
  }
  return static_cast<bool>(origins(seat, kind));
}

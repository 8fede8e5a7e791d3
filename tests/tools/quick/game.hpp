// A game: the rules of kingdom/rules for the base game.
#pragma once
#include "chance.hpp"
#include "table.hpp"

constexpr u8 NO_CARD = 255;
constexpr int NO_TERRAIN = -1;
constexpr int MANDATORY_BUILDS = 3, CARDS_OF_EACH = 5;

enum TileState : u8 { READY, USED, FRESH };
enum Mandatory : u8 { TODO, DOING, DONE };

struct HeldTile {
  u8 kind, location, state;
};

// Cards face down; the first one is on top.
struct Pile {
  std::array<u8, CARD_TERRAINS * CARDS_OF_EACH> cards{};
  u8 count = 0;

  void add(u8 card) { cards[count++] = card; }
  u8 take() {
    u8 card = cards[0];
    std::copy(cards.begin() + 1, cards.begin() + count--, cards.begin());
    return card;
  }
};

struct Game {
  const Table *table = nullptr;
  Hexes free;
  std::array<Hexes, MOST_PLAYERS> own, reach;
  int player = 0, start_player = 0, round = 1, turns_begun = 0;
  int terrain = NO_TERRAIN;
  Mandatory mandatory = TODO;
  int due = 0;
  bool ending = false, over = false;
  std::array<int, MOST_PLAYERS> supply{};
  std::array<u8, MOST_PLAYERS> held{}; // how many tiles
  std::array<std::array<HeldTile, MOST_LOCATIONS>, MOST_PLAYERS> tiles{};
  std::array<u32, MOST_PLAYERS> taken{}; // the locations that each has a tile from
  u32 stocked = 0, doubled = 0;          // the locations with a tile left, and with two
  std::array<u8, MOST_PLAYERS> hand{};
  Pile deck, discard;
  Chance chance{0};

  Game(const Table &table, u64 seed);

  void begin_turn(int seat);
  void end_turn();
  // Cards and builds that turn out to be impossible are done with.
  void settle();
  void build(int seat, int hex);
  void build_mandatory(int hex);
  void move(int seat, int origin, int target);
  void use_tile(int seat, int kind);
  int builds_due() const { return mandatory == DONE ? 0 : mandatory == TODO ? MANDATORY_BUILDS : due; }
  // The locations from which a player may still get a tile.
  u32 spaces_for(int seat) const { return stocked & ~taken[seat]; }

  Hexes mandatory_cells() const;
  Hexes build_cells(int seat, int kind) const;
  Hexes origins(int seat, int kind) const;
  Hexes destinations(int seat, int kind, int origin) const;
  bool usable(int seat, int kind) const;
  // Each kind of tile that a player can use now, in the order they were got.
  template <class Do> void each_usable(int seat, Do todo) const {
    u32 tried = 0;
    for (int i = 0; i < held[seat]; i++) {
      const HeldTile &tile = tiles[seat][i];
      if (tile.state != READY || tried >> tile.kind & 1)
        continue;
      tried |= 1u << tile.kind;
      if (usable(seat, tile.kind))
        todo(tile.kind);
    }
  }

  // Deal all anew that a player on turn does not know.
  void observe(int seat, u64 seed);
  // The same after the player's turn: also the card just drawn, or this one in its place.
  void deal_anew(int seat, u64 seed, int card = NO_TERRAIN);

private:
  u8 draw();
  void reveal();
  void gain_tiles(int seat, int hex);
  void lose_tiles(int seat);
};

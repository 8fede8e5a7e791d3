// A game with the rules of kingdom/rules for the base game.
#pragma once
#include "game_config.hpp"
#include "rng.hpp"

constexpr u8 NO_CARD = 255;
constexpr int NO_TERRAIN = -1;
constexpr int MANDATORY_BUILDS = 3, CARDS_OF_EACH = 5;

enum TileState : u8 { READY, USED, FRESH };
enum Mandatory : u8 { TODO, DOING, DONE };

struct HeldTile {
  u8 kind, location, state;
};

// A face-down pile; the first card is on top.
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
  const GameConfig *config = nullptr;
  Hexes free;
  std::array<Hexes, MAX_PLAYERS> own, reach;
  int player = 0, start_player = 0, round = 1, turns_begun = 0;
  int terrain = NO_TERRAIN;
  Mandatory mandatory = TODO;
  int due = 0;
  bool ending = false, over = false;
  std::array<int, MAX_PLAYERS> supply{};
  std::array<u8, MAX_PLAYERS> held{}; // number of tiles held
  std::array<std::array<HeldTile, MAX_LOCATIONS>, MAX_PLAYERS> tiles{};
  std::array<u32, MAX_PLAYERS> taken{}; // the locations each player has a tile from
  u32 stocked = 0, doubled = 0;         // the locations with a tile left, and with two
  std::array<u8, MAX_PLAYERS> hand{};
  Pile draw_pile, discard;
  Rng rng{0};

  Game(const GameConfig &config, u64 seed);

  void begin_turn(int seat);
  void end_turn();
  // Skips cards and builds that turn out to be impossible.
  void settle();
  void build(int seat, int hex);
  void build_mandatory(int hex);
  void move(int seat, int origin, int target);
  void use_tile(int seat, int kind);
  int builds_due() const { return mandatory == DONE ? 0 : mandatory == TODO ? MANDATORY_BUILDS : due; }
  // The locations where a player can still get a tile.
  u32 spaces_for(int seat) const { return stocked & ~taken[seat]; }

  Hexes mandatory_cells() const;
  Hexes build_cells(int seat, int kind) const;
  Hexes origins(int seat, int kind) const;
  Hexes destinations(int seat, int kind, int origin) const;
  bool usable(int seat, int kind) const;
  // Calls a function for each kind of tile that a player can use now, in the order they were gained.
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

  // Redeals everything that the active player does not know.
  void observe(int seat, u64 seed);
  // The same after the player's turn: also redeals the card just drawn, or replaces it with this one.
  void redeal(int seat, u64 seed, int card = NO_TERRAIN);

private:
  u8 draw();
  void reveal();
  void gain_tiles(int seat, int hex);
  void lose_tiles(int seat);
};

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "ai_players.hpp"
#include "commands.hpp"

constexpr u64 ROLLOUT_SEED = 5;

static std::istringstream next_line(std::istream &in) {
  std::string line, word;
  std::getline(in, line);
  std::istringstream values(line);
  values >> word; // the keyword
  return values;
}

static void read_pile(std::istream &in, Pile &pile) {
  pile.count = 0;
  auto values = next_line(in);
  for (int card; values >> card;)
    pile.add(card);
}

static void read_seat(std::istream &in, Game &game, int seat) {
  auto pieces = next_line(in);
  for (int hex; pieces >> hex;) {
    game.own[seat].add(hex);
    game.free.flip(hex);
  }
  game.reach[seat] = neighbors(game.own[seat]);
  auto tiles = next_line(in);
  for (int place; tiles >> place;)
    game.tiles[seat][game.held[seat]++] = {static_cast<u8>(game.config->locations.at(place).tile),
                                           static_cast<u8>(place), READY};
  int card;
  next_line(in) >> game.supply[seat] >> game.taken[seat] >> card;
  game.hand[seat] = card;
}

// Reads a position at the start of a turn, without its board.
static Game read_position(std::istream &in, const GameConfig &config) {
  Game game(config, 0);
  for (int seat = 0; seat < config.players; seat++)
    read_seat(in, game, seat);
  next_line(in) >> game.stocked >> game.doubled >> game.player >> game.start_player >> game.ending >>
      game.round;
  read_pile(in, game.draw_pile);
  read_pile(in, game.discard);
  game.terrain = game.hand[game.player];
  return game;
}

static void print_value(const std::string &name, double value) {
  std::printf("%s=%.12g\t", name.c_str(), value);
}

// A number that distinguishes sets of hexes.
static double hex_checksum(const Hexes &hexes) {
  double sum = 0;
  each(hexes, [&](int hex) { sum += 1000 + hex * hex; });
  return sum;
}

static void print_cells(const Game &game) {
  int player = game.player;
  print_value("cells", hex_checksum(game.mandatory_cells()));
  game.each_usable(player, [&](int kind) {
    double sum = 0;
    if (builds(kind))
      sum = hex_checksum(game.build_cells(player, kind));
    else
      each(game.origins(player, kind),
           [&](int origin) { sum += origin + hex_checksum(game.destinations(player, kind, origin)); });
    print_value(std::string("tile ") + TILE_NAMES[kind], sum);
  });
}

static void print_gold(const Game &game, const Evaluation &evaluation) {
  for (int seat = 0; seat < game.config->players; seat++) {
    print_value("gold of seat " + std::to_string(seat), evaluation.scorer.total(game, seat));
    print_value("standing of seat " + std::to_string(seat), evaluation.standing(game, seat));
  }
  double gains = 0, where = 0;
  for (const Gain &gain : evaluation.buckets) {
    gains += gain.gold * gain.hexes.count();
    where += gain.gold * hex_checksum(gain.hexes);
  }
  print_value("gains", gains);
  print_value("gains, where", where);
}

static void print_turn(const Game &game, const AIPlayerConfig &player_config, const std::string &name) {
  Evaluation evaluation(game, game.player, player_config.weights);
  RolloutPolicy policy(evaluation, game, ROLLOUT_SEED);
  BudgetMeter meter{player_config.budget};
  print_value("value, " + name, evaluation.value(game));
  Turn best =
      TurnSearch(game, evaluation, policy, player_config.width, meter).best(player_config.search, 1)[0];
  print_value("best turn, " + name, best.value);
  print_value("evaluations, " + name, meter.spent);
}

static void print_rollout(const Game &game, const AIPlayerConfig &player_config) {
  Evaluation evaluation(game, game.player, player_config.weights);
  RolloutPolicy policy(evaluation, game, ROLLOUT_SEED);
  Game after = game;
  policy.finish_turn(after);
  print_value("quick play", hex_checksum(after.own[game.player]));
  print_value("quick play, looked", policy.evaluations);
}

void check(const Arguments &arguments) {
  std::ifstream in(arguments.at(0));
  AIPlayerConfig plain = read_player_config(arguments.at(1)), paced = read_player_config(arguments.at(2));
  GameConfig config;
  while (true) {
    int players = 0;
    next_line(in) >> players;
    if (!players || !read_config(in, players, config))
      return;
    Game game = read_position(in, config);
    print_gold(game, Evaluation(game, game.player, paced.weights));
    print_cells(game);
    print_turn(game, plain, "plain");
    print_turn(game, paced, "steady");
    print_rollout(game, paced);
    std::printf("\n");
  }
}

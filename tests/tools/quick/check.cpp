#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "commands.hpp"
#include "players.hpp"

constexpr u64 QUICK_SEED = 5;

static std::istringstream next_line(std::istream &in) {
  std::string line, word;
  std::getline(in, line);
  std::istringstream values(line);
  values >> word; // what the line is about
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
  game.reach[seat] = neighbours(game.own[seat]);
  auto tiles = next_line(in);
  for (int place; tiles >> place;)
    game.tiles[seat][game.held[seat]++] = {static_cast<u8>(game.table->locations.at(place).tile),
                                           static_cast<u8>(place), READY};
  int card;
  next_line(in) >> game.supply[seat] >> game.taken[seat] >> card;
  game.hand[seat] = card;
}

// A position at the beginning of a turn, without its table.
static Game read_position(std::istream &in, const Table &table) {
  Game game(table, 0);
  for (int seat = 0; seat < table.players; seat++)
    read_seat(in, game, seat);
  next_line(in) >> game.stocked >> game.doubled >> game.player >> game.start_player >> game.ending >>
      game.round;
  read_pile(in, game.deck);
  read_pile(in, game.discard);
  game.terrain = game.hand[game.player];
  return game;
}

static void say(const std::string &name, double value) {
  std::printf("%s=%.12g\t", name.c_str(), value);
}

// A number that tells sets of hexes apart.
static double sum_of(const Hexes &hexes) {
  double sum = 0;
  each(hexes, [&](int hex) { sum += 1000 + hex * hex; });
  return sum;
}

static void say_cells(const Game &game) {
  int player = game.player;
  say("cells", sum_of(game.mandatory_cells()));
  game.each_usable(player, [&](int kind) {
    double sum = 0;
    if (builds(kind))
      sum = sum_of(game.build_cells(player, kind));
    else
      each(game.origins(player, kind),
           [&](int origin) { sum += origin + sum_of(game.destinations(player, kind, origin)); });
    say(std::string("tile ") + TILE_NAMES[kind], sum);
  });
}

static void say_gold(const Game &game, const Evaluation &evaluation) {
  for (int seat = 0; seat < game.table->players; seat++) {
    say("gold of seat " + std::to_string(seat), evaluation.purse.total(game, seat));
    say("standing of seat " + std::to_string(seat), evaluation.standing(game, seat));
  }
  double gains = 0, where = 0;
  for (const Gain &gain : evaluation.buckets) {
    gains += gain.gold * gain.hexes.count();
    where += gain.gold * sum_of(gain.hexes);
  }
  say("gains", gains);
  say("gains, where", where);
}

static void say_turn(const Game &game, const Program &program, const std::string &name) {
  Evaluation evaluation(game, game.player, program.weights);
  Policy policy(evaluation, game, QUICK_SEED);
  Meter meter{program.budget};
  say("value, " + name, evaluation.value(game));
  Turn best = TurnSearch(game, evaluation, policy, program.width, meter).best(program.search, 1)[0];
  say("best turn, " + name, best.value);
  say("evaluations, " + name, meter.spent);
}

static void say_quick_play(const Game &game, const Program &program) {
  Evaluation evaluation(game, game.player, program.weights);
  Policy policy(evaluation, game, QUICK_SEED);
  Game after = game;
  policy.finish_turn(after);
  say("quick play", sum_of(after.own[game.player]));
  say("quick play, looked", policy.looked);
}

void check(const Arguments &arguments) {
  std::ifstream in(arguments.at(0));
  Program plain = read_program(arguments.at(1)), steady = read_program(arguments.at(2));
  Table table;
  while (true) {
    int players = 0;
    next_line(in) >> players;
    if (!players || !read_table(in, players, table))
      return;
    Game game = read_position(in, table);
    say_gold(game, Evaluation(game, game.player, steady.weights));
    say_cells(game);
    say_turn(game, plain, "plain");
    say_turn(game, steady, "steady");
    say_quick_play(game, steady);
    std::printf("\n");
  }
}

// Turns played out: what they led to, and what the evaluation saw of them.
#include <cstdio>

#include "commands.hpp"
#include "players.hpp"

constexpr int PLAYED_OUT = 5, TRIES = 10;      // turns of a position, and how often each half is drawn from
constexpr int AMONG_FIRST = 12, BEHIND = 6;    // from the first so many, or within so much gold of the best
constexpr int TURNS = 40;                      // the search is asked for so many
constexpr int ONE_IN = 3;                      // so many positions is taken
constexpr int ANOTHER_ONE_IN = 4, VARIETY = 6; // one turn in so many is any of the best few

// How much the value changes when each weight is 1 larger: what the weight is multiplied by.
static std::vector<double> factors(const Game &root, const Game &after, int player, const Weights &weights,
                                   const Arguments &names) {
  double value = Evaluation(root, player, weights).value(after);
  std::vector<double> found;
  for (const std::string &name : names) {
    Weights more = weights;
    more.named(name) += 1;
    found.push_back(Evaluation(root, player, more).value(after) - value);
  }
  return found;
}

// The best turn and some others: half of the draws from the first few, half from those not far behind.
static std::vector<const Turn *> drawn(const std::vector<Turn> &turns, Chance &chance) {
  int last = turns.size() - 1, close = 0;
  while (close < last && turns[close + 1].value > turns[0].value - BEHIND)
    close++;
  std::vector<const Turn *> found{&turns[0]};
  for (int i = 0; i < 2 * TRIES && found.size() < PLAYED_OUT; i++) {
    int among = i < TRIES ? std::min(last, AMONG_FIRST) : std::max(1, close);
    const Turn *turn = &turns[1 + chance.below(among)];
    if (std::find(found.begin(), found.end(), turn) == found.end())
      found.push_back(turn);
  }
  return found;
}

// The lead in gold at the end, in the mean of some deals.
static double played_out(const Game &after, int player, const Program &quick, int deals, u64 seed) {
  int players = after.table->players;
  double lead = 0;
  for (int deal = 0; deal < deals; deal++) {
    Game game = after;
    game.deal_anew(player, seed_for(seed, deal));
    play_on(std::vector<const Program *>(players, &quick), game, seed_for(seed, deal));
    int best = 0;
    for (int seat = 0; seat < players; seat++)
      if (seat != player)
        best = std::max(best, game.table->purse.total(game, seat));
    lead += static_cast<double>(game.table->purse.total(game, player) - best) / deals;
  }
  return lead;
}

struct Work {
  Program broad, quick;
  int deals;
  Arguments names;
};

static void print_position(const Game &root, const std::vector<Turn> &turns, const Work &work,
                           Chance &chance) {
  u64 luck = chance.state;
  for (const Turn *turn : drawn(turns, chance)) {
    double lead = played_out(turn->game, root.player, work.quick, work.deals, luck);
    std::printf("%d %g %.6g", root.turns_begun, lead, turn->value);
    for (double factor : factors(root, turn->game, root.player, work.broad.weights, work.names))
      std::printf(" %.6g", factor);
    std::printf("\n");
  }
}

// One game of the broad program against itself; returns how many of its positions were taken.
static int play(const Table &table, const Work &work, u64 seed) {
  Game game(table, seed);
  Chance chance(seed);
  int positions = 0;
  while (!game.over) {
    Game root = game;
    int player = game.player;
    root.observe(player, seed_for(seed, 2 * game.turns_begun));
    Evaluation evaluation(root, player, work.broad.weights);
    Policy policy(evaluation, root, seed);
    Meter meter{work.broad.budget};
    auto turns = TurnSearch(root, evaluation, policy, work.broad.width, meter).best(work.broad.search, TURNS);
    if (turns.size() >= PLAYED_OUT && !chance.below(ONE_IN)) {
      print_position(root, turns, work, chance);
      positions++;
    }
    int place = chance.below(ANOTHER_ONE_IN) ? 0 : chance.below(std::min<int>(turns.size(), VARIETY));
    u64 luck = seed_for(seed, 2 * game.turns_begun + 1);
    game = turns[place].game;
    game.deal_anew(player, luck);
  }
  return positions;
}

void data(const Arguments &arguments) {
  const std::vector<Table> tables = read_tables(arguments.at(0), std::stoi(arguments.at(1)));
  const Work work{read_program(arguments.at(2)), read_program(arguments.at(3)), std::stoi(arguments.at(4)),
                  Arguments(arguments.begin() + 8, arguments.end())};
  u64 seed = std::stoull(arguments.at(5));
  int number = std::stoi(arguments.at(6)), wanted = std::stoi(arguments.at(7));
  for (int positions = 0; positions < wanted; number++) {
    u64 here = seed_for(seed, number);
    positions += play(tables[Chance(here).below(tables.size())], work, here);
    std::printf("end of game %d\n", number); // what came before is whole
    std::fflush(stdout);
  }
}

// Plays out turns and prints their results and evaluation terms.
#include <cstdio>

#include "ai_players.hpp"
#include "commands.hpp"

constexpr int PLAYED_OUT = 5, TRIES = 10;      // turns per position, and draws from each half
constexpr int AMONG_FIRST = 12, BEHIND = 6;    // from the first turns, or within this much gold of the best
constexpr int TURNS = 40;                      // number of turns requested from the search
constexpr int ONE_IN = 3;                      // one position in three is used
constexpr int ANOTHER_ONE_IN = 4, VARIETY = 6; // one turn in four is any of the best six

// The factor of each weight: how much the value changes if the weight increases by 1.
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
static std::vector<const Turn *> drawn(const std::vector<Turn> &turns, Rng &rng) {
  int last = turns.size() - 1, close = 0;
  while (close < last && turns[close + 1].value > turns[0].value - BEHIND)
    close++;
  std::vector<const Turn *> found{&turns[0]};
  for (int i = 0; i < 2 * TRIES && found.size() < PLAYED_OUT; i++) {
    int among = i < TRIES ? std::min(last, AMONG_FIRST) : std::max(1, close);
    const Turn *turn = &turns[1 + rng.below(among)];
    if (std::find(found.begin(), found.end(), turn) == found.end())
      found.push_back(turn);
  }
  return found;
}

// The gold lead at the end, averaged over some deals.
static double played_out(const Game &after, int player, const AIPlayerConfig &quick, int deals, u64 seed) {
  int players = after.config->players;
  double lead = 0;
  for (int deal = 0; deal < deals; deal++) {
    Game game = after;
    game.redeal(player, seed_for(seed, deal));
    play_to_end(std::vector<const AIPlayerConfig *>(players, &quick), game, seed_for(seed, deal));
    int best = 0;
    for (int seat = 0; seat < players; seat++)
      if (seat != player)
        best = std::max(best, game.config->scorer.total(game, seat));
    lead += static_cast<double>(game.config->scorer.total(game, player) - best) / deals;
  }
  return lead;
}

struct Work {
  AIPlayerConfig broad, quick;
  int deals;
  Arguments names;
};

static void print_position(const Game &root, const std::vector<Turn> &turns, const Work &work, Rng &rng) {
  u64 luck = rng.state;
  for (const Turn *turn : drawn(turns, rng)) {
    double lead = played_out(turn->game, root.player, work.quick, work.deals, luck);
    std::printf("%d %g %.6g", root.turns_begun, lead, turn->value);
    for (double factor : factors(root, turn->game, root.player, work.broad.weights, work.names))
      std::printf(" %.6g", factor);
    std::printf("\n");
  }
}

// Plays one game of the candidate search against itself and returns the number of positions used.
static int play(const GameConfig &config, const Work &work, u64 seed) {
  Game game(config, seed);
  Rng rng(seed);
  int positions = 0;
  while (!game.over) {
    Game root = game;
    int player = game.player;
    root.observe(player, seed_for(seed, 2 * game.turns_begun));
    Evaluation evaluation(root, player, work.broad.weights);
    RolloutPolicy policy(evaluation, root, seed);
    BudgetMeter meter{work.broad.budget};
    auto turns = TurnSearch(root, evaluation, policy, work.broad.width, meter).best(work.broad.search, TURNS);
    if (turns.size() >= PLAYED_OUT && !rng.below(ONE_IN)) {
      print_position(root, turns, work, rng);
      positions++;
    }
    int place = rng.below(ANOTHER_ONE_IN) ? 0 : rng.below(std::min<int>(turns.size(), VARIETY));
    u64 luck = seed_for(seed, 2 * game.turns_begun + 1);
    game = turns[place].game;
    game.redeal(player, luck);
  }
  return positions;
}

void data(const Arguments &arguments) {
  const std::vector<GameConfig> configs = read_configs(arguments.at(0), std::stoi(arguments.at(1)));
  const Work work{read_player_config(arguments.at(2)), read_player_config(arguments.at(3)),
                  std::stoi(arguments.at(4)), Arguments(arguments.begin() + 8, arguments.end())};
  u64 seed = std::stoull(arguments.at(5));
  int number = std::stoi(arguments.at(6)), wanted = std::stoi(arguments.at(7));
  for (int positions = 0; positions < wanted; number++) {
    u64 here = seed_for(seed, number);
    positions += play(configs[Rng(here).below(configs.size())], work, here);
    std::printf("end of game %d\n", number); // all lines before this are complete
    std::fflush(stdout);
  }
}

// Simultaneous perturbation (SPSA): changes all weights at once, each up or down by its step, and plays
// against the opposite changes; the winner shows the direction.
#include <cstdio>
#include <fstream>

#include "ai_players.hpp"
#include "commands.hpp"

constexpr int DEALS = 3;                     // per iteration, each with the seats both ways
constexpr double RATE = 0.004, SLOWER = 0.8; // step in the winning direction, and its decrease toward the end
constexpr double MAX_LEAD = 15;              // larger leads count as this
constexpr double AVERAGED_FROM = 0.6;        // the result is the mean of the remaining iterations
constexpr int REPORT_INTERVAL = 20;

struct Moved {
  std::string name;
  double step, value, sum; // sum of the averaged values
};

// Gold per seat of one AI player minus the other's, with both in alternating seats, for both seatings of a
// deal.
static double lead_of(const AIPlayerConfig &one, const AIPlayerConfig &other, const GameConfig &config,
                      u64 seed) {
  double lead = 0;
  for (int turned = 0; turned < 2; turned++) {
    std::vector<const AIPlayerConfig *> seats;
    for (int seat = 0; seat < config.players; seat++)
      seats.push_back(seat % 2 == turned ? &one : &other);
    Game game = play_game(seats, config, seed);
    for (int seat = 0; seat < config.players; seat++)
      lead += (seats[seat] == &one ? 2.0 : -2.0) * config.scorer.total(game, seat) / config.players;
  }
  return lead;
}

static void iterate(std::vector<Moved> &weights, const AIPlayerConfig &player_config,
                    const std::vector<GameConfig> &configs, double rate, Rng &rng) {
  AIPlayerConfig up = player_config, down = player_config;
  std::vector<int> way;
  for (const Moved &weight : weights) {
    way.push_back(rng.below(2) ? 1 : -1);
    up.weights.named(weight.name) = weight.value + way.back() * weight.step;
    down.weights.named(weight.name) = weight.value - way.back() * weight.step;
  }
  double lead = 0;
  for (int deal = 0; deal < DEALS; deal++) {
    const GameConfig &config = configs[rng.below(configs.size())];
    lead += lead_of(up, down, config, rng.state) / (2 * DEALS);
  }
  lead = std::max(-MAX_LEAD, std::min(MAX_LEAD, lead));
  for (size_t i = 0; i < weights.size(); i++)
    weights[i].value += rate * lead * way[i] * weights[i].step;
}

void tune(const Arguments &arguments) {
  const std::vector<GameConfig> configs = read_configs(arguments.at(0), std::stoi(arguments.at(6)));
  const AIPlayerConfig player_config = read_player_config(arguments.at(1));
  std::vector<Moved> weights;
  std::ifstream steps(arguments.at(2));
  for (Moved weight; steps >> weight.name >> weight.step >> weight.value >> weight.sum;)
    weights.push_back(weight);
  u64 seed = std::stoull(arguments.at(3));
  int first = std::stoi(arguments.at(4)), iterations = std::stoi(arguments.at(5));
  for (int i = first; i < iterations; i++) {
    double gone = static_cast<double>(i) / iterations;
    Rng rng(seed_for(seed, i));
    iterate(weights, player_config, configs, RATE * (1 - SLOWER * gone), rng);
    for (Moved &weight : weights)
      weight.sum += gone >= AVERAGED_FROM ? weight.value : 0;
    if ((i + 1) % REPORT_INTERVAL && i + 1 < iterations)
      continue;
    for (const Moved &weight : weights)
      std::printf("%s %.17g %.17g %.17g\n", weight.name.c_str(), weight.step, weight.value, weight.sum);
    std::printf("iterations %d\n", i + 1);
    std::fflush(stdout);
  }
}

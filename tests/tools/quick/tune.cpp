// Simultaneous perturbation (SPSA): all weights are moved at once, each up or down by its step, and the
// program plays against the one with the opposite moves; who wins shows the way.
#include <cstdio>
#include <fstream>

#include "commands.hpp"
#include "players.hpp"

constexpr int DEALS = 3;                     // in an iteration, each with the seats both ways
constexpr double RATE = 0.004, SLOWER = 0.8; // of the way in the direction shown, and less to the end
constexpr double MOST_LEAD = 15;             // a runaway game says no more than this
constexpr double AVERAGED_FROM = 0.6;        // the result is the mean of the rest
constexpr int TOLD_EACH = 20;

struct Moved {
  std::string name;
  double step, value, sum; // the sum of the values that are averaged
};

// The gold of one program less that of the other, a seat of each, in a deal with both in every other seat and
// then the other way round.
static double lead_of(const Program &one, const Program &other, const Table &table, u64 seed) {
  double lead = 0;
  for (int turned = 0; turned < 2; turned++) {
    std::vector<const Program *> seats;
    for (int seat = 0; seat < table.players; seat++)
      seats.push_back(seat % 2 == turned ? &one : &other);
    Game game = play_game(seats, table, seed);
    for (int seat = 0; seat < table.players; seat++)
      lead += (seats[seat] == &one ? 2.0 : -2.0) * table.purse.total(game, seat) / table.players;
  }
  return lead;
}

static void iterate(std::vector<Moved> &weights, const Program &program, const std::vector<Table> &tables,
                    double rate, Chance &chance) {
  Program up = program, down = program;
  std::vector<int> way;
  for (const Moved &weight : weights) {
    way.push_back(chance.below(2) ? 1 : -1);
    up.weights.named(weight.name) = weight.value + way.back() * weight.step;
    down.weights.named(weight.name) = weight.value - way.back() * weight.step;
  }
  double lead = 0;
  for (int deal = 0; deal < DEALS; deal++) {
    const Table &table = tables[chance.below(tables.size())];
    lead += lead_of(up, down, table, chance.state) / (2 * DEALS);
  }
  lead = std::max(-MOST_LEAD, std::min(MOST_LEAD, lead));
  for (size_t i = 0; i < weights.size(); i++)
    weights[i].value += rate * lead * way[i] * weights[i].step;
}

void tune(const Arguments &arguments) {
  const std::vector<Table> tables = read_tables(arguments.at(0), std::stoi(arguments.at(6)));
  const Program program = read_program(arguments.at(1));
  std::vector<Moved> weights;
  std::ifstream steps(arguments.at(2));
  for (Moved weight; steps >> weight.name >> weight.step >> weight.value >> weight.sum;)
    weights.push_back(weight);
  u64 seed = std::stoull(arguments.at(3));
  int first = std::stoi(arguments.at(4)), iterations = std::stoi(arguments.at(5));
  for (int i = first; i < iterations; i++) {
    double gone = static_cast<double>(i) / iterations;
    Chance chance(seed_for(seed, i));
    iterate(weights, program, tables, RATE * (1 - SLOWER * gone), chance);
    for (Moved &weight : weights)
      weight.sum += gone >= AVERAGED_FROM ? weight.value : 0;
    if ((i + 1) % TOLD_EACH && i + 1 < iterations)
      continue;
    for (const Moved &weight : weights)
      std::printf("%s %.17g %.17g %.17g\n", weight.name.c_str(), weight.step, weight.value, weight.sum);
    std::printf("iterations %d\n", i + 1);
    std::fflush(stdout);
  }
}

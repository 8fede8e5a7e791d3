#include <cstdio>

#include "ai_players.hpp"
#include "commands.hpp"

// Plays every deal with A in each seat in turn and B in all others; with A alone, plays it once.
void games(const Arguments &arguments) {
  int players = std::stoi(arguments.at(1)), deals = std::stoi(arguments.at(2));
  u64 seed = std::stoull(arguments.at(3));
  const std::vector<GameConfig> configs = read_configs(arguments.at(0), players);
  const AIPlayerConfig one = read_player_config(arguments.at(4));
  const AIPlayerConfig other = arguments.size() > 5 ? read_player_config(arguments[5]) : one;
  int seatings = arguments.size() > 5 ? players : 1;
  for (int deal = 0; deal < deals; deal++)
    for (int seat = 0; seat < seatings; seat++) {
      std::vector<const AIPlayerConfig *> seats(players, &other);
      seats[seat] = &one;
      Game game = play_game(seats, configs[(seed * 7919 + deal) % configs.size()], seed_for(seed, deal));
      std::printf("%d %d", deal, seat);
      for (int each_seat = 0; each_seat < players; each_seat++)
        std::printf(" %d", game.config->scorer.total(game, each_seat));
      std::printf("\n");
      std::fflush(stdout);
    }
}

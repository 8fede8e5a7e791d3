#include <cstdio>

#include "commands.hpp"
#include "players.hpp"

// Every deal is played with A in each seat in turn and B in all others; with A alone it is played once.
void games(const Arguments &arguments) {
  int players = std::stoi(arguments.at(1)), deals = std::stoi(arguments.at(2));
  u64 seed = std::stoull(arguments.at(3));
  const std::vector<Table> tables = read_tables(arguments.at(0), players);
  const Program one = read_program(arguments.at(4));
  const Program other = arguments.size() > 5 ? read_program(arguments[5]) : one;
  int seatings = arguments.size() > 5 ? players : 1;
  for (int deal = 0; deal < deals; deal++)
    for (int seat = 0; seat < seatings; seat++) {
      std::vector<const Program *> seats(players, &other);
      seats[seat] = &one;
      Game game = play_game(seats, tables[(seed * 7919 + deal) % tables.size()], seed_for(seed, deal));
      std::printf("%d %d", deal, seat);
      for (int each_seat = 0; each_seat < players; each_seat++)
        std::printf(" %d", game.table->purse.total(game, each_seat));
      std::printf("\n");
      std::fflush(stdout);
    }
}

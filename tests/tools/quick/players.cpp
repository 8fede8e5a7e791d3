#include "players.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

// --- the file of a program: a word and its values in each line

static void read_width(std::istream &in, Width &width) {
  in >> width.kept >> width.hexes >> width.inner >> width.origins;
}

static void read_look(std::istream &in, std::vector<Look> &looks) {
  Look look;
  size_t widths;
  in >> look.turns >> look.margin >> look.deals >> look.trust >> widths;
  look.widths.resize(widths);
  for (Width &width : look.widths)
    read_width(in, width);
  looks.push_back(look);
}

static void read_line(const std::string &word, std::istream &in, Program &program) {
  std::string name;
  if (word == "weight") {
    in >> name;
    in >> program.weights.named(name);
  } else if (word == "choice") {
    in >> name;
    program.choice = name == "master" ? MASTER : name == "expert" ? EXPERT : BEST;
  } else if (word == "search") {
    in >> name;
    program.search = name == "steady" ? STEADY : PLAIN;
  } else if (word == "width") {
    read_width(in, program.width);
  } else if (word == "look") {
    read_look(in, program.looks);
  } else if (word == "parts") {
    in >> program.parts[0] >> program.parts[1] >> program.parts[2];
  } else if (word == "budget") {
    in >> program.budget;
  } else if (word == "inner") {
    in >> program.inner;
  } else {
    double &value = word == "share"    ? program.share
                    : word == "rivals" ? program.rivals
                    : word == "now"    ? program.now
                    : word == "stakes" ? program.stakes
                                       : throw std::runtime_error("a program has no " + word);
    in >> value;
  }
}

Program read_program(const std::string &path) {
  std::ifstream in(path);
  Program program;
  std::string line, word;
  while (std::getline(in, line)) {
    std::istringstream values(line);
    values >> word;
    read_line(word, values, program);
    if (!values)
      throw std::runtime_error(path + ": " + line);
  }
  return program;
}

// --- one turn

struct NextCard {
  int card;
  double chance;
};

// The cards that the player may draw at the end of the turn, likeliest first.
static std::vector<NextCard> next_cards(const Game &game, int player) {
  std::array<int, CARD_TERRAINS> counts{};
  int all = 0;
  auto note = [&](u8 card) {
    if (card != NO_CARD) {
      counts[card]++;
      all++;
    }
  };
  if (game.deck.count) {
    std::for_each_n(game.deck.cards.begin(), game.deck.count, note);
    for (int seat = 0; seat < game.table->players; seat++)
      if (seat != player)
        note(game.hand[seat]);
  } else {
    std::for_each_n(game.discard.cards.begin(), game.discard.count, note);
    note(game.hand[player]);
  }
  std::vector<NextCard> found;
  for (int card = 0; card < CARD_TERRAINS; card++)
    if (counts[card])
      found.push_back({card, static_cast<double>(counts[card]) / all});
  if (found.empty())
    found.push_back({NO_TERRAIN, 1});
  std::stable_sort(found.begin(), found.end(), [](auto &a, auto &b) { return a.chance > b.chance; });
  return found;
}

// One turn being thought about.
class Thought {
public:
  Thought(const Program &program, const Game &game, u64 seed);
  Game chosen();

private:
  struct Others {
    double best, mean;
  };
  struct Candidate {
    const Game *game;
    double now;
    std::array<double, 2> value{}, weight{}; // after one more turn and after two: sum and weight
  };
  const Program &program;
  Game root;
  const int player;
  const u64 seed;
  Evaluation evaluation;
  Policy policy;
  Meter meter;
  TurnSearch search;

  const Turn &by_expert(const std::vector<Turn> &turns);
  std::vector<double> prospects(const std::vector<const Turn *> &turns, const Look &look, u64 luck);
  double after_next(Game game, const Width &width);
  const Game &by_master(const std::vector<Turn> &turns);
  double value(const Candidate &candidate) const;
  void drop_behind(std::vector<Candidate> &found, size_t number, double margin) const;
  bool compare(std::vector<Candidate> &found, const Look &look, u64 luck);
  std::vector<double> ahead(Game game, const Look &look);
  double afresh(const Game &game);

  Game dealt(const Game &after, int card, u64 luck);
  void play_others(Game &game);
  Others others(const Game &game) const;
  Turn next_turn(const Game &game, const Width &width, SearchKind kind);
};

Thought::Thought(const Program &of, const Game &game, u64 number)
    : program(of), root([&] {
        Game seen = game;
        seen.observe(game.player, number);
        return seen;
      }()),
      player(game.player), seed(number), evaluation(root, player, of.weights),
      policy(evaluation, root, number), meter{of.budget}, search(root, evaluation, policy, of.width, meter) {}

Game Thought::chosen() {
  int number = program.choice == BEST ? 1 : program.looks[0].turns;
  std::vector<Turn> turns = search.best(program.search, number, program.share);
  if (turns.size() < 2)
    return turns[0].game;
  return program.choice == EXPERT ? by_expert(turns).game : by_master(turns);
}

// The position after a turn as it may go on: this card was drawn, and others hold what luck deals.
// Python deals before it plays the turn again, which comes to the same.
Game Thought::dealt(const Game &after, int card, u64 luck) {
  Game game = after;
  game.deal_anew(player, luck, card);
  policy.chance = Chance(luck);
  return game;
}

void Thought::play_others(Game &game) {
  policy.looked = 0;
  while (!game.over && game.player != player)
    policy.finish_turn(game);
  meter.spent += policy.looked + 1;
}

Thought::Others Thought::others(const Game &game) const {
  double best = -1e9, sum = 0;
  for (int seat = 0; seat < game.table->players; seat++)
    if (seat != player) {
      double standing = evaluation.standing(game, seat);
      best = std::max(best, standing);
      sum += standing;
    }
  return {best, sum / (game.table->players - 1)};
}

Turn Thought::next_turn(const Game &game, const Width &width, SearchKind kind) {
  Meter inner{program.inner};
  Evaluation there(game, player, program.weights);
  Turn best = TurnSearch(game, there, policy, width, inner).best(kind, 1)[0];
  meter.spent += inner.spent;
  return best;
}

// --- expert

const Turn &Thought::by_expert(const std::vector<Turn> &turns) {
  std::vector<const Turn *> order;
  for (const Turn &turn : turns)
    order.push_back(&turn);
  for (size_t stage = 0; stage < program.looks.size(); stage++) {
    const Look &look = program.looks[stage];
    order.resize(std::min<size_t>(order.size(), look.turns));
    std::vector<double> values = prospects(order, look, seed + stage);
    std::vector<size_t> places(values.size());
    for (size_t i = 0; i < values.size(); i++) {
      places[i] = i;
      values[i] = program.now * order[i]->value + (1 - program.now) * values[i];
    }
    std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return values[a] > values[b]; });
    std::vector<const Turn *> before = order;
    for (size_t i = 0; i < places.size(); i++) // those the budget did not reach stay behind
      order[i] = before[places[i]];
  }
  return *order[0];
}

// What each turn is worth after the next one; fewer than there are turns when the budget ends.
std::vector<double> Thought::prospects(const std::vector<const Turn *> &turns, const Look &look, u64 luck) {
  const std::vector<NextCard> cards = next_cards(root, player);
  std::vector<double> found;
  for (const Turn *turn : turns) {
    double value = 0;
    for (size_t number = 0; number < cards.size(); number++) {
      if (meter.over())
        return found;
      Game game = dealt(turn->game, cards[number].card, seeded(luck + 7919 * number) >> 1);
      value += cards[number].chance * after_next(game, look.widths[0]);
    }
    found.push_back(value);
  }
  return found;
}

double Thought::after_next(Game game, const Width &width) {
  play_others(game);
  Others rivals = others(game);
  double own = game.over ? evaluation.standing(game, player) : next_turn(game, width, PLAIN).value;
  return own - program.rivals * (rivals.best + rivals.mean) / 2;
}

// --- master

const Game &Thought::by_master(const std::vector<Turn> &turns) {
  std::vector<Candidate> found;
  for (const Turn &turn : turns)
    found.push_back({&turn.game, afresh(turn.game)});
  for (size_t stage = 0; stage < program.looks.size(); stage++) {
    const Look &look = program.looks[stage];
    drop_behind(found, look.turns, look.margin);
    if (found.size() < 2 || !compare(found, look, seed + stage))
      break;
  }
  drop_behind(found, 1, 0);
  return *found[0].game;
}

double Thought::afresh(const Game &game) {
  meter.spent++;
  return Evaluation(game, player, program.weights).value(game);
}

double Thought::value(const Candidate &candidate) const {
  double total = program.parts[0] * candidate.now, weight = program.parts[0];
  for (int step = 0; step < 2; step++)
    if (candidate.weight[step]) {
      total += program.parts[step + 1] * candidate.value[step] / candidate.weight[step];
      weight += program.parts[step + 1];
    }
  return total / weight;
}

void Thought::drop_behind(std::vector<Candidate> &found, size_t number, double margin) const {
  std::stable_sort(found.begin(), found.end(),
                   [&](const Candidate &a, const Candidate &b) { return value(a) > value(b); });
  double least = value(found[0]) - margin;
  auto behind = [&](const Candidate &candidate) { return value(candidate) < least; };
  found.erase(std::remove_if(found.begin(), found.end(), behind), found.end());
  if (found.size() > number)
    found.erase(found.begin() + number, found.end());
}

// Look at all of them in the same deals; what the budget does not allow for all of them is left out.
bool Thought::compare(std::vector<Candidate> &found, const Look &look, u64 luck) {
  const std::vector<NextCard> cards = next_cards(root, player);
  int number = 0;
  for (int deal = 0; deal < look.deals; deal++)
    for (const NextCard &next : cards) {
      u64 here = seeded(luck + 7919 * number++) >> 1;
      std::vector<std::vector<double>> values;
      for (const Candidate &candidate : found) {
        if (meter.over())
          return false;
        values.push_back(ahead(dealt(*candidate.game, next.card, here), look));
      }
      double weight = next.chance * look.trust;
      for (size_t i = 0; i < found.size(); i++)
        for (size_t step = 0; step < values[i].size(); step++) {
          found[i].value[step] += weight * values[i][step];
          found[i].weight[step] += weight;
        }
    }
  return true;
}

// How far ahead the player is after each of so many more turns.
std::vector<double> Thought::ahead(Game game, const Look &look) {
  std::vector<double> found;
  for (const Width &width : look.widths) {
    play_others(game);
    Others rivals = others(game);
    double own;
    if (game.over) {
      own = evaluation.standing(game, player);
    } else {
      game = next_turn(game, width, STEADY).game;
      own = afresh(game);
    }
    // with few turns left it counts who is ahead
    double lead = (own - rivals.best) / (2.0 + 2.5 * evaluation.turns_left(game));
    lead = std::max(-30.0, std::min(30.0, lead));
    found.push_back(own - program.rivals * (rivals.best + rivals.mean) / 2 +
                    program.stakes / (1 + std::exp(-lead)));
  }
  return found;
}

Game play_turn(const Program &program, const Game &game, u64 seed) {
  return Thought(program, game, seed).chosen();
}

// --- whole games

// What comes next is dealt anew after every turn: it must not depend on what a program thought of.
void play_on(const std::vector<const Program *> &seats, Game &game, u64 seed) {
  while (!game.over) {
    int player = game.player;
    u64 luck = seed_for(seed, game.turns_begun);
    game = play_turn(*seats[player], game, luck);
    game.deal_anew(player, seeded(luck));
  }
}

Game play_game(const std::vector<const Program *> &seats, const Table &table, u64 seed) {
  Game game(table, seed);
  play_on(seats, game, seed);
  return game;
}

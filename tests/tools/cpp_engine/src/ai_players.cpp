#include "ai_players.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

// --- the file of an AI player: a keyword and its values in each line

static void read_width(std::istream &in, BeamWidth &width) {
  in >> width.kept >> width.hexes >> width.inner >> width.origins;
}

static void read_lookahead(std::istream &in, std::vector<LookaheadStage> &lookaheads) {
  LookaheadStage lookahead;
  size_t widths;
  in >> lookahead.turns >> lookahead.margin >> lookahead.deals >> lookahead.trust >> widths;
  lookahead.widths.resize(widths);
  for (BeamWidth &width : lookahead.widths)
    read_width(in, width);
  lookaheads.push_back(lookahead);
}

static void read_line(const std::string &word, std::istream &in, AIPlayerConfig &player_config) {
  std::string name;
  if (word == "weight") {
    in >> name;
    in >> player_config.weights.named(name);
  } else if (word == "choice") {
    in >> name;
    player_config.choice = name == "master" ? MASTER : name == "expert" ? EXPERT : BEST;
  } else if (word == "search") {
    in >> name;
    player_config.search = name == "steady" ? PACED : PLAIN;
  } else if (word == "width") {
    read_width(in, player_config.width);
  } else if (word == "look") {
    read_lookahead(in, player_config.lookaheads);
  } else if (word == "parts") {
    in >> player_config.parts[0] >> player_config.parts[1] >> player_config.parts[2];
  } else if (word == "budget") {
    in >> player_config.budget;
  } else if (word == "inner") {
    in >> player_config.inner;
  } else {
    double &value = word == "share"    ? player_config.share
                    : word == "rivals" ? player_config.rivals
                    : word == "now"    ? player_config.now
                    : word == "stakes" ? player_config.stakes
                                       : throw std::runtime_error("unknown keyword " + word);
    in >> value;
  }
}

AIPlayerConfig read_player_config(const std::string &path) {
  std::ifstream in(path);
  AIPlayerConfig player_config;
  std::string line, word;
  while (std::getline(in, line)) {
    std::istringstream values(line);
    values >> word;
    read_line(word, values, player_config);
    if (!values)
      throw std::runtime_error(path + ": " + line);
  }
  return player_config;
}

// --- one turn

struct NextCard {
  int card;
  double probability;
};

// The cards that the player may draw at the end of the turn, most likely first.
static std::vector<NextCard> next_cards(const Game &game, int player) {
  std::array<int, CARD_TERRAINS> counts{};
  int all = 0;
  auto note = [&](u8 card) {
    if (card != NO_CARD) {
      counts[card]++;
      all++;
    }
  };
  if (game.draw_pile.count) {
    std::for_each_n(game.draw_pile.cards.begin(), game.draw_pile.count, note);
    for (int seat = 0; seat < game.config->players; seat++)
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
  std::stable_sort(found.begin(), found.end(),
                   [](auto &a, auto &b) { return a.probability > b.probability; });
  return found;
}

// Chooses one turn.
class TurnChooser {
public:
  TurnChooser(const AIPlayerConfig &player_config, const Game &game, u64 seed);
  Game choose();

private:
  struct Opponents {
    double best, mean;
  };
  struct Candidate {
    const Game *game;
    double now;
    std::array<double, 2> value{}, weight{}; // after one and two more turns: sum and total weight
  };
  const AIPlayerConfig &player_config;
  Game root;
  const int player;
  const u64 seed;
  Evaluation evaluation;
  RolloutPolicy policy;
  BudgetMeter meter;
  TurnSearch search;

  const Turn &by_expert(const std::vector<Turn> &turns);
  std::vector<double> prospects(const std::vector<const Turn *> &turns, const LookaheadStage &lookahead,
                                u64 luck);
  double after_next(Game game, const BeamWidth &width);
  const Game &by_master(const std::vector<Turn> &turns);
  double value(const Candidate &candidate) const;
  void drop_behind(std::vector<Candidate> &found, size_t number, double margin) const;
  bool compare(std::vector<Candidate> &found, const LookaheadStage &lookahead, u64 luck);
  std::vector<double> ahead(Game game, const LookaheadStage &lookahead);
  double afresh(const Game &game);

  Game dealt(const Game &after, int card, u64 luck);
  void play_opponents(Game &game);
  Opponents opponents(const Game &game) const;
  Turn next_turn(const Game &game, const BeamWidth &width, SearchKind kind);
};

TurnChooser::TurnChooser(const AIPlayerConfig &of, const Game &game, u64 number)
    : player_config(of), root([&] {
        Game seen = game;
        seen.observe(game.player, number);
        return seen;
      }()),
      player(game.player), seed(number), evaluation(root, player, of.weights),
      policy(evaluation, root, number), meter{of.budget}, search(root, evaluation, policy, of.width, meter) {}

Game TurnChooser::choose() {
  int number = player_config.choice == BEST ? 1 : player_config.lookaheads[0].turns;
  std::vector<Turn> turns = search.best(player_config.search, number, player_config.share);
  if (turns.size() < 2)
    return turns[0].game;
  return player_config.choice == EXPERT ? by_expert(turns).game : by_master(turns);
}

// A possible continuation after a turn: the player drew this card, and the opponents' cards are dealt from a
// seed. Python deals before it replays the turn, which is equivalent.
Game TurnChooser::dealt(const Game &after, int card, u64 luck) {
  Game game = after;
  game.redeal(player, luck, card);
  policy.rng = Rng(luck);
  return game;
}

void TurnChooser::play_opponents(Game &game) {
  policy.evaluations = 0;
  while (!game.over && game.player != player)
    policy.finish_turn(game);
  meter.spent += policy.evaluations + 1;
}

TurnChooser::Opponents TurnChooser::opponents(const Game &game) const {
  double best = -1e9, sum = 0;
  for (int seat = 0; seat < game.config->players; seat++)
    if (seat != player) {
      double standing = evaluation.standing(game, seat);
      best = std::max(best, standing);
      sum += standing;
    }
  return {best, sum / (game.config->players - 1)};
}

Turn TurnChooser::next_turn(const Game &game, const BeamWidth &width, SearchKind kind) {
  BudgetMeter inner{player_config.inner};
  Evaluation there(game, player, player_config.weights);
  Turn best = TurnSearch(game, there, policy, width, inner).best(kind, 1)[0];
  meter.spent += inner.spent;
  return best;
}

// --- Expert

const Turn &TurnChooser::by_expert(const std::vector<Turn> &turns) {
  std::vector<const Turn *> order;
  for (const Turn &turn : turns)
    order.push_back(&turn);
  for (size_t stage = 0; stage < player_config.lookaheads.size(); stage++) {
    const LookaheadStage &lookahead = player_config.lookaheads[stage];
    order.resize(std::min<size_t>(order.size(), lookahead.turns));
    std::vector<double> values = prospects(order, lookahead, seed + stage);
    std::vector<size_t> places(values.size());
    for (size_t i = 0; i < values.size(); i++) {
      places[i] = i;
      values[i] = player_config.now * order[i]->value + (1 - player_config.now) * values[i];
    }
    std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return values[a] > values[b]; });
    std::vector<const Turn *> before = order;
    for (size_t i = 0; i < places.size(); i++) // turns that the budget did not reach stay behind
      order[i] = before[places[i]];
  }
  return *order[0];
}

// The value of each turn after the next one; returns fewer values if the budget runs out.
std::vector<double> TurnChooser::prospects(const std::vector<const Turn *> &turns,
                                           const LookaheadStage &lookahead, u64 luck) {
  const std::vector<NextCard> cards = next_cards(root, player);
  std::vector<double> found;
  for (const Turn *turn : turns) {
    double value = 0;
    for (size_t number = 0; number < cards.size(); number++) {
      if (meter.over())
        return found;
      Game game = dealt(turn->game, cards[number].card, seeded(luck + 7919 * number) >> 1);
      value += cards[number].probability * after_next(game, lookahead.widths[0]);
    }
    found.push_back(value);
  }
  return found;
}

double TurnChooser::after_next(Game game, const BeamWidth &width) {
  play_opponents(game);
  Opponents rivals = opponents(game);
  double own = game.over ? evaluation.standing(game, player) : next_turn(game, width, PLAIN).value;
  return own - player_config.rivals * (rivals.best + rivals.mean) / 2;
}

// --- Master

const Game &TurnChooser::by_master(const std::vector<Turn> &turns) {
  std::vector<Candidate> found;
  for (const Turn &turn : turns)
    found.push_back({&turn.game, afresh(turn.game)});
  for (size_t stage = 0; stage < player_config.lookaheads.size(); stage++) {
    const LookaheadStage &lookahead = player_config.lookaheads[stage];
    drop_behind(found, lookahead.turns, lookahead.margin);
    if (found.size() < 2 || !compare(found, lookahead, seed + stage))
      break;
  }
  drop_behind(found, 1, 0);
  return *found[0].game;
}

double TurnChooser::afresh(const Game &game) {
  meter.spent++;
  return Evaluation(game, player, player_config.weights).value(game);
}

double TurnChooser::value(const Candidate &candidate) const {
  double total = player_config.parts[0] * candidate.now, weight = player_config.parts[0];
  for (int step = 0; step < 2; step++)
    if (candidate.weight[step]) {
      total += player_config.parts[step + 1] * candidate.value[step] / candidate.weight[step];
      weight += player_config.parts[step + 1];
    }
  return total / weight;
}

void TurnChooser::drop_behind(std::vector<Candidate> &found, size_t number, double margin) const {
  std::stable_sort(found.begin(), found.end(),
                   [&](const Candidate &a, const Candidate &b) { return value(a) > value(b); });
  double least = value(found[0]) - margin;
  auto behind = [&](const Candidate &candidate) { return value(candidate) < least; };
  found.erase(std::remove_if(found.begin(), found.end(), behind), found.end());
  if (found.size() > number)
    found.erase(found.begin() + number, found.end());
}

// Compares all candidates in the same deals; ignores a deal if the budget is too small for all of them.
bool TurnChooser::compare(std::vector<Candidate> &found, const LookaheadStage &lookahead, u64 luck) {
  const std::vector<NextCard> cards = next_cards(root, player);
  int number = 0;
  for (int deal = 0; deal < lookahead.deals; deal++)
    for (const NextCard &next : cards) {
      u64 here = seeded(luck + 7919 * number++) >> 1;
      std::vector<std::vector<double>> values;
      for (const Candidate &candidate : found) {
        if (meter.over())
          return false;
        values.push_back(ahead(dealt(*candidate.game, next.card, here), lookahead));
      }
      double weight = next.probability * lookahead.trust;
      for (size_t i = 0; i < found.size(); i++)
        for (size_t step = 0; step < values[i].size(); step++) {
          found[i].value[step] += weight * values[i][step];
          found[i].weight[step] += weight;
        }
    }
  return true;
}

// The player's advantage after each of the following turns.
std::vector<double> TurnChooser::ahead(Game game, const LookaheadStage &lookahead) {
  std::vector<double> found;
  for (const BeamWidth &width : lookahead.widths) {
    play_opponents(game);
    Opponents rivals = opponents(game);
    double own;
    if (game.over) {
      own = evaluation.standing(game, player);
    } else {
      game = next_turn(game, width, PACED).game;
      own = afresh(game);
    }
    // being ahead counts when few turns are left
    double lead = (own - rivals.best) / (2.0 + 2.5 * evaluation.turns_left(game));
    lead = std::max(-30.0, std::min(30.0, lead));
    found.push_back(own - player_config.rivals * (rivals.best + rivals.mean) / 2 +
                    player_config.stakes / (1 + std::exp(-lead)));
  }
  return found;
}

Game play_turn(const AIPlayerConfig &player_config, const Game &game, u64 seed) {
  return TurnChooser(player_config, game, seed).choose();
}

// --- whole games

// Hidden cards are redealt after every turn, so that they do not depend on the AI player's search.
void play_to_end(const std::vector<const AIPlayerConfig *> &seats, Game &game, u64 seed) {
  while (!game.over) {
    int player = game.player;
    u64 luck = seed_for(seed, game.turns_begun);
    game = play_turn(*seats[player], game, luck);
    game.redeal(player, seeded(luck));
  }
}

Game play_game(const std::vector<const AIPlayerConfig *> &seats, const GameConfig &config, u64 seed) {
  Game game(config, seed);
  play_to_end(seats, game, seed);
  return game;
}

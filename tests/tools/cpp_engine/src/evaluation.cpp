#include "evaluation.hpp"

#include <stdexcept>

constexpr double SOFTNESS = 2.0, UNHURRIED = 3, FARTHER = 0.75;
constexpr std::array<double, 3> COUNTS = {1.0, 0.6, 0.4}; // weights of the best, second and third hex
constexpr int BUILDS_IN_A_TURN = 3;
constexpr int FEW_UNKNOWN = 4; // with fewer unknown cards the discard pile returns soon

double long_plan_factor(double turns) {
  return std::min(turns / UNHURRIED, 1.0);
}

// --- weights

double &Weights::named(const std::string &name) {
  static const std::array<const char *, EARLY_KINDS> EARLY = {
      "flat", "once", "linking", "apart", "largest", "best_row", "rows", "balanced", "races"};
  static const std::pair<const char *, double Weights::*> PLAIN[] = {
      {"promise", &Weights::promise},
      {"promise_each_turn", &Weights::promise_each_turn},
      {"tile_ahead", &Weights::tile_ahead},
      {"open", &Weights::open},
      {"room", &Weights::room},
      {"balance", &Weights::balance},
      {"links", &Weights::links},
      {"rivals", &Weights::rivals},
      {"doubt", &Weights::doubt},
      {"doubt_each_turn", &Weights::doubt_each_turn},
      {"in_rows", &Weights::in_rows},
      {"together", &Weights::together},
      {"beside_others", &Weights::beside_others},
      {"ending", &Weights::ending},
      {"paying", &Weights::paying},
      {"row_room", &Weights::row_room},
      {"row_beside", &Weights::row_beside},
      {"largest_lands", &Weights::largest_lands},
      {"sections", &Weights::sections},
      {"front", &Weights::front},
      {"front_each_turn", &Weights::front_each_turn},
  };
  for (const auto &[plain, member] : PLAIN)
    if (name == plain)
      return this->*member;
  for (int kind = 0; kind < TILE_KINDS; kind++)
    if (name == std::string("tile_") + TILE_NAMES[kind])
      return tile[kind];
  for (int kind = 0; kind < EARLY_KINDS; kind++)
    if (name == std::string("early_") + EARLY[kind])
      return early[kind];
  for (int far = 0; far < 3; far++) {
    if (name == "once_" + std::to_string(far))
      return once[far];
    if (name == "near_" + std::to_string(far))
      return near[far];
  }
  throw std::runtime_error("unknown weight " + name);
}

bool Weights::uses_long_term() const {
  auto any = [](const auto &some) {
    return std::any_of(some.begin(), some.end(), [](double w) { return w != 0; });
  };
  return any(early) || any(once) || any(near) || paying || row_room || row_beside || largest_lands ||
         sections || front || front_each_turn;
}

// --- the evaluation

Evaluation::Evaluation(const Game &game, int seat, const Weights &weights)
    : config(*game.config), scorer(config.scorer), player(seat), how(weights),
      has_plans((scorer.balanced && how.balance) || (scorer.linking && how.links)),
      planned(has_plans ? 256 : 1), prospects(CARD_TERRAINS, Memory<Prospect>(64)),
      uses_long_term(how.uses_long_term()), long_term(config, seat, how, probabilities) {
  doubt = doubt_with(turns_left(game));
  find_probabilities(game);
  if (scorer.linking)
    find_rings(game);
  buckets = best_hexes(game, player);
}

void Evaluation::find_probabilities(const Game &game) {
  int unknown = 0;
  auto note = [&](u8 card) {
    if (card != NO_CARD) {
      probabilities[card]++;
      unknown++;
    }
  };
  std::for_each_n(game.draw_pile.cards.begin(), game.draw_pile.count, note);
  for (int seat = 0; seat < config.players; seat++)
    if (seat != player)
      note(game.hand[seat]);
  if (unknown < FEW_UNKNOWN)
    std::for_each_n(game.discard.cards.begin(), game.discard.count, note);
  for (double &probability : probabilities)
    probability /= std::max(unknown, 1);
}

// For each landmark, the hexes from which it takes one, two, ... pieces to reach it.
void Evaluation::find_rings(const Game &game) {
  Hexes ways = (game.free & config.suitable) | game.own[player];
  u64 landmark = 1;
  each(config.landmarks, [&](int hex) {
    Rings found;
    found.landmark = landmark;
    landmark <<= 1;
    Hexes ring = NEXT_TO[hex] & ways;
    found.all = found.each[0] = ring;
    for (size_t i = 1; i < found.each.size(); i++) {
      ring = neighbors(ring) & ways & ~found.all;
      found.all |= ring;
      found.each[i] = ring;
    }
    rings.push_back(found);
  });
}

std::vector<Gain> Evaluation::best_hexes(const Game &game, int seat) const {
  return scorer.gains(game, seat, game.free & config.suitable, doubt);
}

double Evaluation::turns_left(const Game &game) const {
  if (game.ending)
    return 0;
  double least = 40;
  for (int seat = 0; seat < config.players; seat++) {
    int pace = BUILDS_IN_A_TURN;
    for (int i = 0; i < game.held[seat]; i++)
      pace += builds(game.tiles[seat][i].kind);
    least = std::min(least, static_cast<double>(game.supply[seat]) / pace);
  }
  return least;
}

double Evaluation::doubt_with(double turns) const {
  if (turns <= 0 || !how.doubt || !scorer.races)
    return 0;
  return std::nearbyint(2 * (how.doubt + how.doubt_each_turn * turns)) / 2;
}

double Evaluation::worth_of(u32 locations) const {
  double value = 0;
  each_bit(locations, [&](int place) { value += how.tile[config.locations[place].tile]; });
  return value;
}

double Evaluation::tiles(const Game &game, int seat) const {
  double value = 0;
  for (int i = 0; i < game.held[seat]; i++)
    value += how.tile[game.tiles[seat][i].kind];
  return value;
}

double Evaluation::standing(const Game &game, int seat) const {
  double turns = turns_left(game);
  double value = scorer.sure(game.own[seat]) + scorer.contested(game, doubt_with(turns))[seat];
  if (game.held[seat] && !game.ending)
    value += tiles(game, seat) * turns;
  return value;
}

double Evaluation::value(const Game &game) {
  const double turns = turns_left(game);
  double raced = 0;
  if (scorer.races) {
    auto gold = scorer.contested(game, doubt_with(turns));
    double all = 0;
    for (double one : gold)
      all += one;
    raced = gold[player] - how.rivals * (all - gold[player]) / (config.players - 1);
  }
  double value = scorer.sure(game.own[player]) + raced;
  if (turns <= 0)
    return value + how.ending;
  if (game.held[player])
    value += tiles(game, player) * turns;
  if (has_plans)
    value += plans(game.own[player], turns);
  if (how.likes())
    value += liking(game, game.own[player], turns);
  if (uses_long_term) {
    LongTermValue foreseen = long_term.of(game);
    if (scorer.races)
      foreseen.calm -= how.early[MAJORITIES] * raced;
    value += foreseen.calm * long_plan_factor(turns) + foreseen.each_turn * turns;
  }
  Outlook next = outlook(game);
  double soon = (how.promise + how.promise_each_turn * turns) * next.promise +
                how.tile_ahead * next.ahead * turns + how.open * next.liberty + how.room * next.room;
  return value + (turns > 1 ? soon : soon * turns);
}

double Evaluation::plans(const Hexes &own, double turns) {
  auto [value, known] = planned.at(hash_of(own, 1));
  if (!known) {
    value = 0;
    if (scorer.balanced)
      value += how.balance * balance(own);
    if (scorer.linking)
      value += how.links * links(own);
  }
  return value * long_plan_factor(turns);
}

// Smoothed gold of the smallest section minus its actual gold: pieces in the other sections count a little.
double Evaluation::balance(const Hexes &own) const {
  auto counts = in_sections(own);
  double sum = 0;
  for (int count : counts)
    sum += std::exp(-count / SOFTNESS);
  double soft = -SOFTNESS * std::log(sum / SECTIONS);
  return scorer.balanced * (soft - *std::min_element(counts.begin(), counts.end()));
}

// Gold of landmarks that are not linked yet but near an area that touches another one.
double Evaluation::links(const Hexes &own) const {
  Areas areas = scorer.areas_of(own);
  u64 linked = areas.linked();
  Hexes net, ends;
  std::vector<std::pair<u64, Hexes>> end_at; // landmarks touched by an area that touches no other one
  each(own, [&](int hex) {
    u64 touched = areas.touched[areas.label[hex]];
    if (several(touched))
      net.add(hex);
    else if (touched) {
      ends.add(hex);
      auto same = [&](const auto &end) { return end.first == touched; };
      auto end = std::find_if(end_at.begin(), end_at.end(), same);
      if (end == end_at.end())
        end = end_at.insert(end, {touched, {}});
      end->second.add(hex);
    }
  });
  double hope = 0;
  for (const Rings &ring : rings) {
    if (ring.landmark & linked)
      continue;
    Hexes from_here = ends;
    for (const auto &[landmark, hexes] : end_at)
      if (landmark == ring.landmark)
        from_here &= ~hexes;
    from_here |= net;
    if (!(ring.all & from_here))
      continue;
    double part = 1;
    for (const Hexes &hexes : ring.each) {
      if (hexes & from_here) {
        hope += hexes & net ? part : 2 * part; // a new link pays for both landmarks
        break;
      }
      part *= FARTHER;
    }
  }
  return scorer.linking * hope;
}

double Evaluation::liking(const Game &game, const Hexes &own, double turns) const {
  Hexes others;
  for (int seat = 0; seat < config.players; seat++)
    if (seat != player)
      others |= game.own[seat];
  int along = (own & own.up<1>()).count();
  int aslant = how.together ? (own & own.up<21>()).count() + (own & own.up<22>()).count() : 0;
  double liked = how.in_rows * along + how.together * (along + aslant);
  if (how.beside_others)
    liked += how.beside_others * (own & neighbors(others)).count();
  return liked * long_plan_factor(turns);
}

Outlook Evaluation::outlook(const Game &game) {
  u32 spaces = game.spaces_for(player);
  Outlook found;
  for (int terrain = 0; terrain < CARD_TERRAINS; terrain++) {
    double probability = probabilities[terrain];
    if (!probability)
      continue;
    Hexes land = config.terrain[terrain] & game.free, near = land & game.reach[player];
    auto [next, known] = prospects[terrain].at(hash_of(near, hash_of(land, spaces + 1)));
    if (!known)
      next = prospect(probability, land, near, spaces);
    for (double gold : next.best)
      found.promise += gold;
    each_bit(next.tiles,
             [&](int place) { found.ahead += probability * how.tile[config.locations[place].tile]; });
    found.liberty += next.choice;
    found.room += next.room;
  }
  found.room /= 8;
  return found;
}

Evaluation::Prospect Evaluation::prospect(double probability, const Hexes &land, Hexes near,
                                          u32 spaces) const {
  Prospect found;
  if (near) {
    for (int i = 0; i < 2; i++) // two more builds continue from the first
      near |= neighbors(near) & land;
    found.room = probability * std::min(near.count(), 8);
  } else {
    near = land;
    found.choice = probability;
  }
  size_t number = 0;
  for (const Gain &gain : buckets) {
    for (int hit = (near & gain.hexes).count(); hit > 0 && number < found.best.size(); hit--, number++)
      found.best[number] = probability * gain.gold * COUNTS[number];
    if (number == found.best.size())
      break;
  }
  each_bit(spaces, [&](int place) {
    if (NEXT_TO[config.locations[place].hex] & near)
      found.tiles |= 1u << place;
  });
  return found;
}

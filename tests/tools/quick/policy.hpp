// Quick play: kingdom/ai/quick.py. It only looks for gold and tiles.
#pragma once
#include <optional>

#include "evaluation.hpp"

class Policy {
public:
  Policy(const Evaluation &evaluation, const Game &game, u64 seed);
  // Play the rest of the turn of whoever is on turn.
  void finish_turn(Game &game);

  Chance chance;
  int looked = 0; // hexes looked at: the evaluations spent

private:
  const Evaluation &evaluation;
  const Game start; // when the thinking began: what hexes were worth then is known of each seat
  std::array<std::optional<std::vector<Gain>>, MOST_PLAYERS> buckets;

  bool use_some_tile(Game &game);
  bool pays(Game &game, int seat, int kind);
  int spare(Game &game, int seat, const Hexes &origins);
  int hex_for(Game &game, int seat, const Hexes &cells, const Hexes &own);
  Hexes looked_at(int seat, const Hexes &cells, const Hexes &beside);
  int gold_with(Game &game, int seat, const Hexes &pieces) const;
};

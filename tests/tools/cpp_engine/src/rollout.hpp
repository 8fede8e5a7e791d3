// Rollout play: kingdom/ai/rollout.py. It only considers gold and tiles.
#pragma once
#include <optional>

#include "evaluation.hpp"

class RolloutPolicy {
public:
  RolloutPolicy(const Evaluation &evaluation, const Game &game, u64 seed);
  // Plays the rest of the active player's turn.
  void finish_turn(Game &game);

  Rng rng;
  int evaluations = 0; // hexes considered, which count as evaluations

private:
  const Evaluation &evaluation;
  const Game start; // the position at the start of the search, from which the value of hexes for each seat is
                    // computed
  std::array<std::optional<std::vector<Gain>>, MAX_PLAYERS> buckets;

  bool use_some_tile(Game &game);
  bool pays(Game &game, int seat, int kind);
  int spare(Game &game, int seat, const Hexes &origins);
  int hex_for(Game &game, int seat, const Hexes &cells, const Hexes &own);
  Hexes candidate_hexes(int seat, const Hexes &cells, const Hexes &adjacent);
  int gold_with(Game &game, int seat, const Hexes &pieces) const;
};

// The random number generator of kingdom/rules/rng.py, with identical results.
#pragma once
#include "hexes.hpp"

inline u64 seeded(u64 seed) {
  u64 state = seed * 0x9E3779B97F4A7C15ull + 0xD1B54A32D192ED03ull;
  state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9ull;
  state = (state ^ state >> 27) * 0x94D049BB133111EBull;
  return state ^ state >> 31;
}

// Derives one of many independent seeds.
inline u64 seed_for(u64 seed, u64 number) {
  return seeded(seeded(seed) ^ number);
}

struct Rng {
  u64 state;

  explicit Rng(u64 seed) : state(seeded(seed)) {}
  int below(int limit) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return ((state >> 22 ^ state) >> ((state >> 61) + 22) & 0xFFFFFFFFull) * limit >> 32;
  }
  void shuffle(u8 *things, int number) {
    for (int last = number - 1; last > 0; last--)
      std::swap(things[last], things[below(last + 1)]);
  }
};

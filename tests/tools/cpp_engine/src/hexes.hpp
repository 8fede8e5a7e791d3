// Hex sets as bits, numbered as in kingdom/rules/hexes.py: neighbors are 1, 21 or 22 apart.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr int WORDS = 7, HEXES = 64 * WORDS;
constexpr int ROWS = 20, COLUMNS = 20, SECTIONS = 4;

struct Hexes {
  std::array<u64, WORDS> words{};

  explicit operator bool() const {
    u64 any = 0;
    for (u64 word : words)
      any |= word;
    return any != 0;
  }
  bool has(int hex) const { return words[hex >> 6] >> (hex & 63) & 1; }
  void add(int hex) { words[hex >> 6] |= 1ull << (hex & 63); }
  void flip(int hex) { words[hex >> 6] ^= 1ull << (hex & 63); }
  int count() const {
    int number = 0;
    for (u64 word : words)
      number += __builtin_popcountll(word);
    return number;
  }
  int lowest() const {
    for (int i = 0; i < WORDS; i++)
      if (words[i])
        return 64 * i + __builtin_ctzll(words[i]);
    return -1;
  }
  // The n-th member, counted from 0.
  int nth(int number) const {
    for (int i = 0; i < WORDS; i++) {
      int here = __builtin_popcountll(words[i]);
      if (number < here) {
        u64 word = words[i];
        while (number--)
          word &= word - 1;
        return 64 * i + __builtin_ctzll(word);
      }
      number -= here;
    }
    return -1;
  }
  // Shifts all members to higher numbers, or to lower ones.
  template <int BY> Hexes up() const {
    constexpr int skip = BY / 64, bits = BY % 64;
    static_assert(bits > 0);
    Hexes moved;
    for (int i = skip; i < WORDS; i++)
      moved.words[i] = words[i - skip] << bits | (i > skip ? words[i - skip - 1] >> (64 - bits) : 0);
    return moved;
  }
  template <int BY> Hexes down() const {
    constexpr int skip = BY / 64, bits = BY % 64;
    static_assert(bits > 0);
    Hexes moved;
    for (int i = 0; i < WORDS - skip; i++)
      moved.words[i] =
          words[i + skip] >> bits | (i + skip + 1 < WORDS ? words[i + skip + 1] << (64 - bits) : 0);
    return moved;
  }

  Hexes &operator&=(const Hexes &other) {
    for (int i = 0; i < WORDS; i++)
      words[i] &= other.words[i];
    return *this;
  }
  Hexes &operator|=(const Hexes &other) {
    for (int i = 0; i < WORDS; i++)
      words[i] |= other.words[i];
    return *this;
  }
  Hexes &operator^=(const Hexes &other) {
    for (int i = 0; i < WORDS; i++)
      words[i] ^= other.words[i];
    return *this;
  }
  friend Hexes operator&(Hexes one, const Hexes &other) { return one &= other; }
  friend Hexes operator|(Hexes one, const Hexes &other) { return one |= other; }
  friend Hexes operator^(Hexes one, const Hexes &other) { return one ^= other; }
  friend bool operator==(const Hexes &one, const Hexes &other) { return one.words == other.words; }
  Hexes operator~() const {
    Hexes others;
    for (int i = 0; i < WORDS; i++)
      others.words[i] = ~words[i];
    return others;
  }
};

template <class Do> void each(const Hexes &hexes, Do todo) {
  for (int i = 0; i < WORDS; i++)
    for (u64 word = hexes.words[i]; word; word &= word - 1)
      todo(64 * i + __builtin_ctzll(word));
}

// The same for the bits of a small set.
template <class Do> void each_bit(u64 set, Do todo) {
  for (; set; set &= set - 1)
    todo(__builtin_ctzll(set));
}

// True if a small set has more than one member.
inline bool several(u64 set) {
  return set & (set - 1);
}

constexpr int hex_at(int row, int column) {
  return 22 * row - row / 2 + column;
}

// The hexes of the board for which a predicate holds.
template <class Wanted> Hexes hexes_where(Wanted wanted) {
  Hexes found;
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      if (wanted(row, column))
        found.add(hex_at(row, column));
  return found;
}

inline const Hexes ALL = hexes_where([](int, int) { return true; });
inline const Hexes EDGE = hexes_where(
    [](int row, int column) { return row == 0 || column == 0 || row == ROWS - 1 || column == COLUMNS - 1; });

inline Hexes neighbors(const Hexes &set) {
  return (set.up<1>() | set.down<1>() | set.up<22>() | set.down<22>() | set.up<21>() | set.down<21>()) & ALL;
}

// Precomputed data of each hex.
struct Places {
  std::array<Hexes, HEXES> bit, next_to;
  std::array<int, HEXES> row_of, section_of;
  std::array<Hexes, ROWS> rows;
  std::array<Hexes, SECTIONS> sections;

  Places() {
    for (int row = 0; row < ROWS; row++)
      for (int column = 0; column < COLUMNS; column++) {
        int hex = hex_at(row, column), section = 2 * (row >= ROWS / 2) + (column >= COLUMNS / 2);
        bit[hex].add(hex);
        next_to[hex] = neighbors(bit[hex]);
        row_of[hex] = row;
        section_of[hex] = section;
        rows[row].add(hex);
        sections[section].add(hex);
      }
  }
};
inline const Places PLACES;
inline const auto &BIT = PLACES.bit, &NEXT_TO = PLACES.next_to;
inline const auto &ROW_MASKS = PLACES.rows;
inline const auto &SECTION_MASKS = PLACES.sections;

// The number of pieces in each section.
inline std::array<int, SECTIONS> in_sections(const Hexes &own) {
  std::array<int, SECTIONS> counts;
  for (int i = 0; i < SECTIONS; i++)
    counts[i] = (own & SECTION_MASKS[i]).count();
  return counts;
}

// Hash of a set, for caches; collisions are so unlikely that they are ignored.
inline u64 mixed(u64 number) {
  number += 0x9E3779B97F4A7C15ull;
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9ull;
  number = (number ^ number >> 27) * 0x94D049BB133111EBull;
  return number ^ number >> 31;
}
inline u64 hash_of(const Hexes &hexes, u64 before) {
  for (u64 word : hexes.words)
    before = mixed(before ^ word);
  return before;
}

#include "board/stability.hpp"

#include <array>
#include <cstdint>

#include "board/square.hpp"

namespace logistello {
namespace {

// ---- one edge: 8 squares, discs of both sides as bytes ----

struct Edge {
  int own;
  int opp;
};

// `mover` fills `place`; discs flanked along the edge are turned. A move that turns nothing here may still be
// legal through other lines, so it is always considered.
Edge fill(int mover, int other, int place) {
  int flipped = 0;
  for (const int step : {-1, 1}) {
    int run = 0;
    int at = place + step;
    while (at >= 0 && at < 8 && (other >> at & 1)) {
      run |= 1 << at;
      at += step;
    }
    if (at >= 0 && at < 8 && (mover >> at & 1)) flipped |= run;
  }
  return {mover | flipped | 1 << place, other & ~flipped};
}

class EdgeStability {
 public:
  EdgeStability() {
    for (int own = 0; own < 256; ++own) {
      for (int opp = 0; opp < 256; ++opp) {
        if ((own & opp) == 0) solve(own, opp);
      }
    }
  }

  int stable(int own, int opp) const { return stable_[own * 256 + opp]; }

 private:
  // A disc is stable if it stays through every move of either side, and is stable after it.
  int solve(int own, int opp) {
    const int at = own * 256 + opp;
    if (known_[at]) return stable_[at];
    int stable = own;
    for (int place = 0; place < 8 && stable != 0; ++place) {
      if ((own | opp) >> place & 1) continue;
      const Edge mine = fill(own, opp, place);
      stable &= solve(mine.own, mine.opp);
      const Edge theirs = fill(opp, own, place);
      stable &= solve(theirs.opp, theirs.own);
    }
    known_[at] = true;
    stable_[at] = static_cast<std::uint8_t>(stable);
    return stable;
  }

  std::array<std::uint8_t, 65536> stable_{};
  std::array<bool, 65536> known_{};
};

const EdgeStability kEdges;

// ---- edges of the board ----

Bits to_column_a(int byte) {
  // Bit k of the byte goes to bit 8k: copy the byte into every row, keep the diagonal, push it to column a.
  const Bits diagonal = (static_cast<Bits>(byte) * kColumnA) & 0x8040201008040201ULL;
  return ((diagonal + 0x7f7f7f7f7f7f7f7fULL) | diagonal) >> 7 & kColumnA;
}

Bits stable_on_edges(Bits own, Bits opp) {
  const auto row = [](Bits bits, int at) { return static_cast<int>(bits >> (8 * at) & 0xff); };
  const Bits top = static_cast<Bits>(kEdges.stable(row(own, 0), row(opp, 0)));
  const Bits bottom = static_cast<Bits>(kEdges.stable(row(own, 7), row(opp, 7))) << 56;
  const Bits left = to_column_a(kEdges.stable(column_a_of(own), column_a_of(opp)));
  const Bits right = to_column_a(kEdges.stable(column_a_of(own >> 7), column_a_of(opp >> 7))) << 7;
  return top | bottom | left | right;
}

// ---- full lines ----

constexpr Bits full_rows(Bits occupied) {
  Bits full = occupied & occupied >> 4;
  full &= full >> 2;
  full &= full >> 1;
  return (full & kColumnA) * 0xff;
}

constexpr Bits full_columns(Bits occupied) {
  Bits full = occupied & std::rotl(occupied, 8);
  full &= std::rotl(full, 16);
  return full & std::rotl(full, 32);
}

// Squares whose `steps`-th predecessor along a direction lies off the board.
constexpr Bits starts_off_board(int column_step, int row_step, int steps) {
  Bits result = 0;
  for (int square = 0; square < 64; ++square) {
    const int column = column_of(square) - steps * column_step;
    const int row = row_of(square) - steps * row_step;
    if (column < 0 || column > 7 || row < 0 || row > 7) result |= bit(square);
  }
  return result;
}

// Along one diagonal direction: all squares behind, up to the border, are occupied (doubling: 1, 2, 4 steps).
template <int kColumnStep, int kRowStep>
constexpr Bits full_behind(Bits occupied) {
  constexpr int kShift = kRowStep * 8 + kColumnStep;
  const auto moved = [](Bits bits, int steps) {
    return kShift > 0 ? bits << (kShift * steps) : bits >> (-kShift * steps);
  };
  Bits full = occupied;
  full &= starts_off_board(kColumnStep, kRowStep, 1) | moved(full, 1);
  full &= starts_off_board(kColumnStep, kRowStep, 2) | moved(full, 2);
  full &= starts_off_board(kColumnStep, kRowStep, 4) | moved(full, 4);
  return full;
}

}  // namespace

Bits stable_discs(Bits own, Bits opp) {
  const Bits occupied = own | opp;
  const Bits rows = full_rows(occupied);
  const Bits columns = full_columns(occupied);
  const Bits diagonals = full_behind<1, 1>(occupied) & full_behind<-1, -1>(occupied);
  const Bits antidiagonals = full_behind<-1, 1>(occupied) & full_behind<1, -1>(occupied);

  const Bits inner = own & kInner;
  Bits stable = stable_on_edges(own, opp) | (inner & rows & columns & diagonals & antidiagonals);
  // No wrap-around: only inner discs are added, and their neighbours are on the board.
  for (Bits before = 0; before != stable;) {
    before = stable;
    stable |= inner & (rows | stable << 1 | stable >> 1) & (columns | stable << 8 | stable >> 8) &
              (diagonals | stable << 9 | stable >> 9) & (antidiagonals | stable << 7 | stable >> 7);
  }
  return stable;
}

}  // namespace logistello

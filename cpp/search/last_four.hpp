// The last four empty squares, one routine for each number of them.
//
// Null windows only: is the score greater than alpha? The answer is fail-soft: a bound that is often better than asked.
// No move generation and no tables here: each empty square is tried, and nine tenths of an endgame's nodes are these.
#pragma once

#include <algorithm>
#include <cstdint>

#include "board/board.hpp"
#include "board/last_flip.hpp"
#include "board/ray_masks.hpp"
#include "search/score.hpp"

namespace logistello {

// Below every score in discs: no move searched yet.
inline constexpr int kNoDiscs = -kMaxDiscs - 1;

}  // namespace logistello

namespace logistello::last {

using Nodes = std::uint64_t;

// One empty square. `own` are the discs of the side to move; all others are the opponent's.
inline int solve_1(Bits own, int square) {
  const int base = 2 * count(own) - 64;
  const int gained = count_last_flips(own, square);
  if (gained != 0) return base + 2 * gained + 2;
  const int lost = count_last_flips(~own & ~bit(square), square);
  if (lost != 0) return base - 2 * lost;
  return base >= 0 ? base + 2 : base;  // nobody can move: the empty square goes to the winner
}

// Two empty squares; the side to move has at least the chance to try both before it passes.
inline int solve_2(Bits own, Bits opp, int alpha, int first, int second, Nodes& nodes) {
  ++nodes;
  int best = kNoDiscs;
  Bits flipped;
  if ((kNeighbours[first] & opp) && (flipped = flips(own, opp, first)) != 0) {
    ++nodes;
    best = -solve_1(opp ^ flipped, second);
    if (best > alpha) return best;
  }
  if ((kNeighbours[second] & opp) && (flipped = flips(own, opp, second)) != 0) {
    ++nodes;
    best = std::max(best, -solve_1(opp ^ flipped, first));
  }
  if (best != kNoDiscs) return best;

  // The opponent moves; values keep our point of view, so now the lowest counts.
  int worst = -kNoDiscs;
  if ((flipped = flips(opp, own, first)) != 0) {
    ++nodes;
    worst = solve_1(own ^ flipped, second);
    if (worst <= alpha) return worst;
  }
  if ((flipped = flips(opp, own, second)) != 0) {
    ++nodes;
    worst = std::min(worst, solve_1(own ^ flipped, first));
  }
  return worst != -kNoDiscs ? worst : final_score({own, opp});
}

namespace detail {

// Tries the three squares in order for `own`; kNoDiscs if none is legal.
inline int moves_of_3(Bits own, Bits opp, int alpha, int a, int b, int c, Nodes& nodes) {
  int best = kNoDiscs;
  Bits flipped;
  if ((kNeighbours[a] & opp) && (flipped = flips(own, opp, a)) != 0) {
    best = -solve_2(opp ^ flipped, own ^ (flipped | bit(a)), -alpha - 1, b, c, nodes);
    if (best > alpha) return best;
  }
  if ((kNeighbours[b] & opp) && (flipped = flips(own, opp, b)) != 0) {
    best = std::max(best, -solve_2(opp ^ flipped, own ^ (flipped | bit(b)), -alpha - 1, a, c, nodes));
    if (best > alpha) return best;
  }
  if ((kNeighbours[c] & opp) && (flipped = flips(own, opp, c)) != 0) {
    best = std::max(best, -solve_2(opp ^ flipped, own ^ (flipped | bit(c)), -alpha - 1, a, b, nodes));
  }
  return best;
}

}  // namespace detail

// Three empty squares, the one alone in its quadrant first if there is one.
inline int solve_3(Bits own, Bits opp, int alpha, int a, int b, int c, Nodes& nodes) {
  ++nodes;
  int best = detail::moves_of_3(own, opp, alpha, a, b, c, nodes);
  if (best != kNoDiscs) return best;
  best = detail::moves_of_3(opp, own, -alpha - 1, a, b, c, nodes);
  return best != kNoDiscs ? -best : final_score({own, opp});
}

// The four squares in an order that fills odd regions first: singles, then pairs, then the rest.
struct FourSquares {
  int at[4];
  bool single_and_three;  // at[0] is alone, the others share a quadrant
};

// `odd` holds the quadrants with an odd number of empty squares.
inline FourSquares order_four(Bits empties, Bits odd) {
  const auto take = [](Bits& rest) {
    const int square = first_square(rest);
    rest = without_lowest(rest);
    return square;
  };
  const auto quadrant = [](int square) { return (square & 4) | (square & 32); };
  Bits in_odd = empties & odd;
  Bits in_even = empties & ~odd;
  FourSquares four{};
  four.single_and_three = false;
  if (in_even == 0) {
    // 1-1-1-1, or 1-3: put the single first.
    for (int i = 0; i < 4; ++i) four.at[i] = take(in_odd);
    const int q0 = quadrant(four.at[0]), q1 = quadrant(four.at[1]), q2 = quadrant(four.at[2]),
              q3 = quadrant(four.at[3]);
    const bool spread = q0 != q1 && q0 != q2 && q0 != q3 && q1 != q2 && q1 != q3 && q2 != q3;
    if (!spread) {
      four.single_and_three = true;
      if (q0 == q1 || q0 == q2) {
        // Square 0 is one of the three: find the other.
        const int alone = q1 != q0 ? 1 : q2 != q0 ? 2 : 3;
        std::swap(four.at[0], four.at[alone]);
      }
    }
  } else if (in_odd == 0) {
    // 2-2, or 4: partners next to each other.
    const int a = take(in_even), b = take(in_even), c = take(in_even), d = take(in_even);
    const int qa = quadrant(a);
    if (qa == quadrant(b)) {
      four.at[0] = a, four.at[1] = b, four.at[2] = c, four.at[3] = d;
    } else if (qa == quadrant(c)) {
      four.at[0] = a, four.at[1] = c, four.at[2] = b, four.at[3] = d;
    } else {
      four.at[0] = a, four.at[1] = d, four.at[2] = b, four.at[3] = c;
    }
  } else {
    // 1-1-2.
    four.at[0] = take(in_odd), four.at[1] = take(in_odd);
    four.at[2] = take(in_even), four.at[3] = take(in_even);
  }
  return four;
}

namespace detail {

inline int moves_of_4(Bits own, Bits opp, int alpha, const FourSquares& four, Nodes& nodes) {
  const auto [a, b, c, d] = four.at;
  int best = kNoDiscs;
  Bits flipped;
  const auto child = [&](int square, int x, int y, int z) {
    return -solve_3(opp ^ flipped, own ^ (flipped | bit(square)), -alpha - 1, x, y, z, nodes);
  };
  if ((kNeighbours[a] & opp) && (flipped = flips(own, opp, a)) != 0) {
    best = child(a, b, c, d);
    if (best > alpha) return best;
  }
  if ((kNeighbours[b] & opp) && (flipped = flips(own, opp, b)) != 0) {
    best = std::max(best, child(b, a, c, d));
    if (best > alpha) return best;
  }
  if ((kNeighbours[c] & opp) && (flipped = flips(own, opp, c)) != 0) {
    best = std::max(best, four.single_and_three ? child(c, a, b, d) : child(c, d, a, b));
    if (best > alpha) return best;
  }
  if ((kNeighbours[d] & opp) && (flipped = flips(own, opp, d)) != 0) {
    best = std::max(best, four.single_and_three ? child(d, a, b, c) : child(d, c, a, b));
  }
  return best;
}

}  // namespace detail

inline int solve_4(Bits own, Bits opp, int alpha, Bits odd, Nodes& nodes) {
  ++nodes;
  const FourSquares four = order_four(~(own | opp), odd);
  int best = detail::moves_of_4(own, opp, alpha, four, nodes);
  if (best != kNoDiscs) return best;
  best = detail::moves_of_4(opp, own, -alpha - 1, four, nodes);
  return best != kNoDiscs ? -best : final_score({own, opp});
}

}  // namespace logistello::last

// Whether the passes of a search agree with each other: what decides if thinking on is worth its time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "board/square.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"

namespace logistello {

enum class Mood {
  clear,     // the same move for some depths, at a steady value
  usual,     // nothing stands out
  in_doubt,  // the last pass turned to another move, or its value fell
};

// Told of every pass, it judges the last ones.
class Steadiness {
 public:
  // How many moves ahead a pass looked, its best move and that move's value.
  void add(int depth, int move, Score score) {
    // Values swing between odd and even depths, so a pass is compared with the last one of the same parity.
    std::optional<Score>& last = scores_[depth % 2];
    const int change = last ? (score - *last).number() : 0;
    in_doubt_ = move_ != kNoMove && (move != move_ || change <= -parameters.fall);
    const bool agrees = last && move == move_ && std::abs(change) <= parameters.steady_within;
    // A pass that left out a depth counts for two, a leap to the end for no more.
    agreeing_ = agrees ? agreeing_ + std::clamp(depth - depth_, 1, 2) : 0;
    depth_ = depth;
    move_ = move;
    last = score;
  }

  Mood mood() const {
    if (in_doubt_) return Mood::in_doubt;
    return agreeing_ >= parameters.depths_to_be_clear ? Mood::clear : Mood::usual;
  }

 private:
  int depth_ = 0;
  int agreeing_ = 0;  // depths, those left out included
  bool in_doubt_ = false;
  int move_ = kNoMove;
  std::array<std::optional<Score>, 2> scores_{};  // of the last pass to an even and to an odd depth
};

}  // namespace logistello

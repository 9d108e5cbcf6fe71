// Whether the passes of a search agree with each other: what decides if thinking on is worth its time.
#pragma once

#include <cstdlib>

#include "board/square.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"

namespace logistello {

enum class Mood {
  clear,     // the same move for some passes, at a steady value
  usual,     // nothing stands out
  in_doubt,  // the last pass turned to another move, or its value fell
};

// Told of every pass, it judges the last ones.
class Steadiness {
 public:
  // The best move of a pass and its value.
  void add(int move, Score score) {
    // Values swing between odd and even depths, so a pass is compared with the one before the last.
    const int change = passes_ >= 2 ? (score - scores_[passes_ % 2]).number() : 0;
    in_doubt_ = passes_ >= 1 && (move != move_ || change <= -parameters.fall);
    agreeing_ = passes_ >= 2 && move == move_ && std::abs(change) <= parameters.steady_within ? agreeing_ + 1 : 0;
    move_ = move;
    scores_[passes_ % 2] = score;
    ++passes_;
  }

  Mood mood() const {
    if (in_doubt_) return Mood::in_doubt;
    return agreeing_ >= parameters.passes_to_be_clear ? Mood::clear : Mood::usual;
  }

 private:
  int passes_ = 0;
  int agreeing_ = 0;
  bool in_doubt_ = false;
  int move_ = kNoMove;
  Score scores_[2] = {};  // of the last even and odd pass
};

}  // namespace logistello

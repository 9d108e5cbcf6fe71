// Units of value. Everything in the search is seen by the side to move.
#pragma once

#include <cstdint>

namespace logistello {

// Whole discs: the final difference with empties given to the winner, -64 to +64.
inline constexpr int kMaxDiscs = 64;

// Below every score: "nothing searched yet".
inline constexpr int kNoScore = -kMaxDiscs - 1;

// What the shared table stores, so that heuristic and exact values fit one entry: 1/128 disc.
using Score = std::int16_t;
inline constexpr int kScorePerDisc = 128;

constexpr Score to_score(int discs) { return static_cast<Score>(discs * kScorePerDisc); }
// Exact for what to_score() made; heuristic scores are rounded toward zero.
constexpr int to_discs(Score score) { return score / kScorePerDisc; }

// Windows in discs for searches to the end: value > alpha is the same question as discs > discs_below(alpha).
constexpr int discs_below(int score) { return (score + kMaxDiscs * kScorePerDisc) / kScorePerDisc - kMaxDiscs; }
constexpr int discs_above(int score) { return -discs_below(-score); }

inline constexpr int kMaxScore = kMaxDiscs * kScorePerDisc;
// A judgement never claims that all discs are taken.
inline constexpr int kMaxJudgement = kMaxScore - kScorePerDisc;
// Below every score, in score units.
inline constexpr int kNothing = -kMaxScore - 1;

}  // namespace logistello

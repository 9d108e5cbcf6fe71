// Units of value, as types that do not mix. Everything in the search is seen by the side to move.
#pragma once

#include <compare>
#include <cstdint>

namespace logistello {

// A whole number of one unit. It costs what an int costs; to mix units one has to say so.
template <typename Unit>
class Quantity {
 public:
  Quantity() = default;
  constexpr explicit Quantity(int number) : number_(number) {}

  constexpr int number() const { return number_; }

  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
  friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.number_); }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.number_ + b.number_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.number_ - b.number_); }

 private:
  int number_;
};

// The other end of a null window (alpha, alpha + 1), and back.
template <typename Unit>
constexpr Quantity<Unit> just_above(Quantity<Unit> value) {
  return Quantity<Unit>(value.number() + 1);
}
template <typename Unit>
constexpr Quantity<Unit> just_below(Quantity<Unit> value) {
  return Quantity<Unit>(value.number() - 1);
}

// Whole discs: the final difference with empties given to the winner, -64 to +64.
using Discs = Quantity<struct WholeDisc>;
inline constexpr int kMaxDiscs = 64;

// 1/128 disc: what everything above EndgameSolver counts in, so that heuristic and exact values fit one table.
using Score = Quantity<struct PartOfDisc>;
inline constexpr int kScorePerDisc = 128;

inline constexpr Score kMaxScore{kMaxDiscs * kScorePerDisc};
// A judgement never claims that all discs are taken.
inline constexpr Score kMaxJudgement{(kMaxDiscs - 1) * kScorePerDisc};
// Below every score: nothing searched yet.
inline constexpr Score kNothing = just_below(-kMaxScore);

constexpr Score to_score(Discs discs) { return Score(discs.number() * kScorePerDisc); }
// Exact for what to_score() made; heuristic scores are rounded toward zero.
constexpr Discs to_discs(Score score) { return Discs(score.number() / kScorePerDisc); }

// Windows in discs for searches to the end: value > alpha is the same question as discs > discs_below(alpha).
constexpr Discs discs_below(Score score) { return Discs((score + kMaxScore).number() / kScorePerDisc - kMaxDiscs); }
constexpr Discs discs_above(Score score) { return -discs_below(-score); }

// What is known of a value; without news, that it is a score at all.
template <typename Value>
struct Bounds;

template <>
struct Bounds<Discs> {
  Discs lower{-kMaxDiscs};
  Discs upper{kMaxDiscs};
  bool exact() const { return lower == upper; }
};

template <>
struct Bounds<Score> {
  Score lower = -kMaxScore;
  Score upper = kMaxScore;
  bool exact() const { return lower == upper; }
};

// The same for the other side.
template <typename Value>
constexpr Bounds<Value> opposite(const Bounds<Value>& bounds) {
  return {-bounds.upper, -bounds.lower};
}

static_assert(discs_below(Score(-1)) == Discs(-1) && discs_below(Score(0)) == Discs(0));
static_assert(discs_above(Score(1)) == Discs(1) && discs_above(-kMaxScore) == Discs(-kMaxDiscs));
static_assert(kMaxScore.number() <= INT16_MAX && kNothing.number() >= INT16_MIN, "tables keep scores in 16 bits");

}  // namespace logistello

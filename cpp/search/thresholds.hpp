// How surely and where a search prunes by probability: what a player may choose (Engine's options, `tune`).
#pragma once

namespace logistello {

struct Thresholds {
  // Multi-ProbCut. A pass that looks further than `sure_depth` moves, and a part of a move more for every empty square,
  // must be surer: so many standard deviations more for every move of depth, up to a limit. What is cut wrongly does
  // not get better with depth, so that a search of long duration gains more from fewer wrong cuts than from more depth.
  // It begins where searches of a second end: up to there depth is worth more (docs/results/midgame-strength.md).
  float sure_depth = 20.0f;
  float sure_depth_per_empty = 0.2f;
  float sure_per_move = 0.05f;
  float sure_most = 2.58f;
  // Positions with at least so many empty squares are openings and have a threshold of their own instead of that of the
  // confidence, in standard deviations (Buro 2002, section 3.2: two cut thresholds). 61: none are.
  int opening_empties = 61;
  float opening_threshold = 1.1f;
  // Classical ProbCut: a search `probcut_shallow` moves ahead decides about one of `probcut_deep` moves, if it is
  // `probcut_threshold` standard deviations beyond the window (s, d and t of Buro, "ProbCut", 1995).
  int probcut_shallow = 4;
  int probcut_deep = 8;
  float probcut_threshold = 1.5f;

  // What searches of 1995 did not have yet, to be switched off for comparison.
  // Selective passes to the end before the exact one.
  bool endcut = true;
  // Selective passes take a deeper entry of the table for an answer.
  bool deeper_entries = true;
  // The static value alone may decide a few moves before the horizon.
  bool static_cuts = true;
  // A check search is made where the static value makes its success likely, and on that side of the window only;
  // otherwise always, on both sides.
  bool static_gate = true;

  // What a reply left to the opponent costs in the order of moves in the middle game, in 1/128 disc.
  int reply_price = 32;
};

}  // namespace logistello

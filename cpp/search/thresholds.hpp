// How sure a search must be before it prunes by probability: what a player may choose (Engine's options, `tune`).
#pragma once

namespace logistello {

struct Thresholds {
  // Multi-ProbCut. A pass that looks further than `sure_depth` moves, and a part of a move more for every empty square,
  // must be surer: so many standard deviations more for every move of depth, up to a limit. What is cut wrongly does
  // not get better with depth, so that a search of long duration gains more from fewer wrong cuts than from more depth.
  // Measured with 24 empty squares (docs/results/midgame-strength.md); with more of them errors are smaller, and depth
  // pays for longer.
  float sure_depth = 9.0f;
  float sure_depth_per_empty = 0.2f;
  float sure_per_move = 0.1f;
  float sure_most = 2.58f;
  // Classical ProbCut: a search `probcut_shallow` moves ahead decides about one of `probcut_deep` moves, if it is
  // `probcut_threshold` standard deviations beyond the window (s, d and t of Buro, "ProbCut", 1995).
  int probcut_shallow = 4;
  int probcut_deep = 8;
  float probcut_threshold = 1.5f;
};

}  // namespace logistello

// Every tunable number of the search, in one place: constants in a normal build, variables in a bench build
// (LOGISTELLO_TUNABLE), where `bench solve --set name=value` and tuners change them before a search begins.
//
// Not here: what follows from the rules, from types or from templates (EndgameSolver's routines by number of empties),
// what is learned and stored with a model (ProbCut's lines), and what a player may choose (Thresholds).
#pragma once

#include <cstddef>

namespace logistello {

struct Parameters {
  // ---- the exact end (EndgameSolver) ----

  // Most empty squares that one thread solves alone, without evaluation and shared table.
  int endgame_empties = 13;
  // Its own table has 2^bits entries.
  int local_table_bits = 14;
  // Fastest first: the weight of a reply, of an odd region, of a safe corner. Coordinate descent on the node counts of
  // solves with 20 to 25 empties.
  int price_of_reply_at_the_end = 36;
  int odd_region = 12;
  int safe_corner = 8;
  // Stable discs are counted from alpha = slope * empties on, less an offset up to so many empties: the more empty
  // squares, the fewer stable discs there are.
  int stability_slope = 2;
  int stability_offset = 2;
  int stability_offset_empties = 10;

  // ---- order of moves (Worker) ----

  // To the end: a look-ahead of one move for every so many empties above a number, more at principal nodes.
  int order_end_empties = 15;
  int order_end_every = 5;
  int order_end_principal = 2;
  // What a reply left to the opponent costs, in 1/128 disc, below and from a number of empties on.
  int order_end_price_below = 4 * 128;
  int order_end_price = 3 * 128;
  int order_end_price_empties = 18;
  // In the middle game: a look-ahead of one move for every so many moves of depth above a number, up to a limit.
  int order_depth = 8;
  int order_depth_every = 6;
  int order_depth_most = 6;
  // How far behind the best a move may be to be compared exactly, in 1/128 disc.
  int order_far_behind = 8 * 128;

  // ---- tables ----

  // Enhanced transposition cut-offs (ETC) from this depth on.
  int look_up_children_depth = 4;
  // The tables for the last moves before the horizon have 2^bits entries of 16 bytes.
  int shallow_table_bits = 13;
  // Replacement: what a move of depth and what a search of age weigh, and how many searches count.
  int replace_depth = 8;
  int replace_age = 64;
  int replace_most_ages = 8;

  // ---- several threads (YBWC) ----

  // Smaller nodes are not worth the cost of sharing them: moves ahead, and empty squares in searches to the end.
  int split_depth = 6;
  int split_empties = 14;

  // ---- Multi-ProbCut and EndCut ----

  // Below this depth a check would cost about as much as the search it spares.
  int probcut_least_depth = 2;
  // Up to this depth the static value alone may decide. It must be surer than a check search: its errors are less
  // normal.
  int probcut_static_depth = 4;
  float probcut_static_caution = 1.6f;
  // Checks are twice depth / divisor deep at most.
  int probcut_divisor = 4;
  int endcut_divisor = 6;
  // A check search is tried only where the static value makes its success likely: not more than so many standard
  // deviations (of the check search's value from the static one) on the wrong side.
  float probcut_hope = 1.0f;

  // ---- passes ----

  // From so many moves before the end on, going to the end at once is quicker than deepening further. The leap takes
  // about ten times as long as all before together, so a search that may be stopped goes on in larger steps for a
  // while.
  int leap = 10;
  int latest_leap = 4;
  int step_before_leap = 2;
  // From this depth on a search for the best move deepens by two moves at a time.
  int long_steps_depth = 8;
  // Empties from which on a selective pass of that confidence pays before the exact one.
  int pass_73_empties = 16;
  int pass_87_empties = 21;
  int pass_95_empties = 24;
  int pass_98_empties = 27;
  int pass_99_empties = 30;

  // ---- the root ----

  // Aspiration window around the expected value: half width in 1/128 disc, and the depth from which it is worth having.
  int half_window = 3 * 128;
  int window_depth = 5;

  // ---- when to stop thinking (Steadiness) ----

  // So many depths with the same move, each within so much of the value before, make it clear: about one move in three
  // at depth 14. A fall by so much raises doubts.
  int depths_to_be_clear = 5;
  int steady_within = 2 * 128;
  int fall = 3 * 128;
};

#if defined(LOGISTELLO_TUNABLE)
inline Parameters parameters;
#else
inline constexpr Parameters parameters{};
#endif

// Calls visit(name, number) for every parameter, in the order above.
template <typename P, typename Visit>
constexpr void for_each_parameter(P& p, const Visit& visit) {
  visit("endgame_empties", p.endgame_empties);
  visit("local_table_bits", p.local_table_bits);
  visit("price_of_reply_at_the_end", p.price_of_reply_at_the_end);
  visit("odd_region", p.odd_region);
  visit("safe_corner", p.safe_corner);
  visit("stability_slope", p.stability_slope);
  visit("stability_offset", p.stability_offset);
  visit("stability_offset_empties", p.stability_offset_empties);
  visit("order_end_empties", p.order_end_empties);
  visit("order_end_every", p.order_end_every);
  visit("order_end_principal", p.order_end_principal);
  visit("order_end_price_below", p.order_end_price_below);
  visit("order_end_price", p.order_end_price);
  visit("order_end_price_empties", p.order_end_price_empties);
  visit("order_depth", p.order_depth);
  visit("order_depth_every", p.order_depth_every);
  visit("order_depth_most", p.order_depth_most);
  visit("order_far_behind", p.order_far_behind);
  visit("look_up_children_depth", p.look_up_children_depth);
  visit("shallow_table_bits", p.shallow_table_bits);
  visit("replace_depth", p.replace_depth);
  visit("replace_age", p.replace_age);
  visit("replace_most_ages", p.replace_most_ages);
  visit("split_depth", p.split_depth);
  visit("split_empties", p.split_empties);
  visit("probcut_least_depth", p.probcut_least_depth);
  visit("probcut_static_depth", p.probcut_static_depth);
  visit("probcut_static_caution", p.probcut_static_caution);
  visit("probcut_divisor", p.probcut_divisor);
  visit("endcut_divisor", p.endcut_divisor);
  visit("probcut_hope", p.probcut_hope);
  visit("leap", p.leap);
  visit("latest_leap", p.latest_leap);
  visit("step_before_leap", p.step_before_leap);
  visit("long_steps_depth", p.long_steps_depth);
  visit("pass_73_empties", p.pass_73_empties);
  visit("pass_87_empties", p.pass_87_empties);
  visit("pass_95_empties", p.pass_95_empties);
  visit("pass_98_empties", p.pass_98_empties);
  visit("pass_99_empties", p.pass_99_empties);
  visit("half_window", p.half_window);
  visit("window_depth", p.window_depth);
  visit("depths_to_be_clear", p.depths_to_be_clear);
  visit("steady_within", p.steady_within);
  visit("fall", p.fall);
}

// None is forgotten above: all have four bytes.
constexpr std::size_t count_parameters() {
  std::size_t count = 0;
  const Parameters defaults;
  for_each_parameter(defaults, [&](const char*, const auto&) { ++count; });
  return count;
}
static_assert(sizeof(Parameters) == 4 * count_parameters());

}  // namespace logistello

// Counters by number of empty squares in searches to the end, and a look at every node: for the bench, which is built
// with LOGISTELLO_OBSERVE. In a normal build there is nothing here. One thread only.
#pragma once

#include "board/board.hpp"
#include "search/score.hpp"

#if defined(LOGISTELLO_OBSERVE)
#include <array>
#include <cstdint>
#include <functional>
#endif

namespace logistello::observe {

#if defined(LOGISTELLO_OBSERVE)

struct Counts {
  std::uint64_t nodes;
  std::uint64_t stability_cuts;
  std::uint64_t table_answers;     // the position itself was known
  std::uint64_t known_child_cuts;  // a child was known to refute it (ETC)
  std::uint64_t searched;          // nodes at which at least one move was searched
  std::uint64_t cuts;              // of these, those at which a move raised alpha
  std::uint64_t first_move_cuts;   // of these, those at which the first did
  std::uint64_t moves_searched;
};

inline std::array<Counts, 65> counts{};
// Called at the beginning of every null-window node from five empty squares on.
inline std::function<void(const Board&, Discs alpha)> on_node;

inline void node(const Board& board, int empties, Discs alpha) {
  ++counts[empties].nodes;
  if (on_node) on_node(board, alpha);
}
inline void stability_cut(int empties) { ++counts[empties].stability_cuts; }
inline void table_answer(int empties) { ++counts[empties].table_answers; }
inline void known_child_cut(int empties) { ++counts[empties].known_child_cuts; }
inline void searched(int empties, int moves, bool cut) {
  Counts& at = counts[empties];
  ++at.searched;
  at.cuts += cut;
  at.first_move_cuts += cut && moves == 1;
  at.moves_searched += static_cast<std::uint64_t>(moves);
}

#else

inline void node(const Board&, int, Discs) {}
inline void stability_cut(int) {}
inline void table_answer(int) {}
inline void known_child_cut(int) {}
inline void searched(int, int, bool) {}

#endif

}  // namespace logistello::observe

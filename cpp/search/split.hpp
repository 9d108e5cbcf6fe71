// Sharing one node's moves among threads (young brothers wait: the first move is searched alone).
//
// A thread that has searched the first move of a large null-window node opens a split point while others are idle.
// Threads that join take moves from it one by one. Its owner does the same, and when no move is left but others still
// search theirs, it helps below them instead of waiting (the helpful master), never elsewhere: what it waits for must
// not depend on work that has nothing to do with it.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "search/moves.hpp"
#include "search/node.hpp"

namespace logistello {

struct SplitPoint {
  const SplitPoint* parent;  // the split point its owner was working for
  const Node& node;
  int depth;        // moves ahead
  int alpha;        // of the null window, score units
  MoveList& moves;  // handed out under `guard`
  int taken;        // moves before this one are searched or being searched; guarded
  int best;         // fail-soft value so far; guarded
  int best_move;    // guarded
  std::mutex guard{};
  std::atomic<bool> cut{false};  // a move has raised alpha: the rest is not needed
  std::atomic<int> helpers{0};   // threads inside besides the owner; rises only under the board's mutex

  bool is_below(const SplitPoint* ancestor) const {
    for (const SplitPoint* at = this; at != nullptr; at = at->parent) {
      if (at == ancestor) return true;
    }
    return false;
  }
};

// All open split points of one search.
class SplitBoard {
 public:
  void open(SplitPoint& split);
  // After this nobody joins any more; those inside may still be working.
  void close(SplitPoint& split);
  // The split point with the most moves left to search ahead and work to do, at or below `ancestor` (anywhere if null);
  // null if there is none.
  SplitPoint* join(const SplitPoint* ancestor);
  // The last that a helper does with a split point: without the board's mutex, as many may leave at once.
  static void leave(SplitPoint& split) { split.helpers.fetch_sub(1, std::memory_order_release); }
  // Asked again and again by an owner who waits; false for good once the split point is closed and all have left.
  static bool has_helpers(const SplitPoint& split) { return split.helpers.load(std::memory_order_acquire) > 0; }

  // Threads that look for work.
  std::atomic<int> idle{0};

 private:
  std::mutex mutex_;
  std::vector<SplitPoint*> open_;
  std::atomic<int> open_count_{0};
};

}  // namespace logistello

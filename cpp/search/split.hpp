// Young brothers wait (YBWC): sharing one node's moves among threads, after the first move was searched alone.
//
// A thread that has searched the first move of a large null-window node opens a split point while others are idle.
// Threads that join take moves from it one by one. Its owner does the same, and when no move is left but others still
// search theirs, it helps below them instead of waiting (the helpful master), never elsewhere: what it waits for must
// not depend on work that has nothing to do with it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "search/known_children.hpp"
#include "search/moves.hpp"
#include "search/node.hpp"

namespace logistello {

struct SplitPoint {
  const SplitPoint* parent;  // the split point its owner was working for
  const Node& node;
  int depth;         // moves ahead
  Score alpha;       // of the null window
  MoveList& moves;   // handed out under `guard`
  int taken;         // moves before this one are searched or being searched; guarded
  Best<Score> best;  // so far; guarded
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
  void leave(SplitPoint& split) {
    if (split.helpers.fetch_sub(1, std::memory_order_acq_rel) == 1) tell();
  }
  // Asked again and again by an owner who waits; false for good once the split point is closed and all have left.
  static bool has_helpers(const SplitPoint& split) { return split.helpers.load(std::memory_order_acquire) > 0; }

  // Sleeping instead of asking again and again: take the news, look for work, and if there is none wait for more. News
  // are a split point that opens, one that its last helper leaves, and what others tell.
  using News = std::uint32_t;
  News news() const { return news_.load(std::memory_order_acquire); }
  void wait_for_more(News seen) const { news_.wait(seen, std::memory_order_acquire); }
  void tell() {
    news_.fetch_add(1, std::memory_order_release);
    news_.notify_all();
  }

  // Threads that look for work.
  std::atomic<int> idle{0};

 private:
  std::mutex mutex_;
  std::vector<SplitPoint*> open_;
  std::atomic<int> open_count_{0};
  std::atomic<News> news_{0};
};

}  // namespace logistello

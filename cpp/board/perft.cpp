#include "board/perft.hpp"

#include <utility>
#include <vector>

#include "threads/blocks.hpp"

namespace logistello {
namespace {

// Depths at which the stop flag is read: rarely enough to cost nothing, often enough to stop within milliseconds.
constexpr int kPollDepth = 6;

template <PassRule kRule>
class Counter {
 public:
  explicit Counter(const std::atomic<bool>& stop) : stop_(stop) {}

  // Precondition: depth >= 1.
  std::uint64_t count_leaves(const Board& board, int depth) const {
    const Bits moves = board.moves();
    if (moves == 0) return after_pass(board, depth);
    if (depth == 1) return static_cast<std::uint64_t>(count(moves));
    if (depth == 2) return count_replies(board, moves);
    if (depth >= kPollDepth && stop_.load(std::memory_order_relaxed)) return 0;
    std::uint64_t leaves = 0;
    for (const int square : squares_of(moves)) leaves += count_leaves(board.play(square), depth - 1);
    return leaves;
  }

 private:
  // The last two plies in one loop without calls, leaves counted in bulk: nine tenths of the time is spent here.
  std::uint64_t count_replies(const Board& board, Bits moves) const {
    std::uint64_t leaves = 0;
    for (const int square : squares_of(moves)) {
      const Board child = board.play(square);
      const Bits replies = child.moves();
      leaves += replies != 0 ? static_cast<std::uint64_t>(count(replies)) : after_pass(child, 1);
    }
    return leaves;
  }

  std::uint64_t after_pass(const Board& board, int depth) const {
    const Board passed = board.passed();
    if (passed.moves() == 0) return 1;
    if constexpr (kRule == PassRule::kFree) return count_leaves(passed, depth);
    return depth == 1 ? 1 : count_leaves(passed, depth - 1);
  }

  const std::atomic<bool>& stop_;
};

struct Subtree {
  Board board;
  int depth;
};

// Splits one level: the children with the depth that is left, or the pass.
void expand(const Subtree& tree, PassRule rule, std::vector<Subtree>& out, std::uint64_t& leaves) {
  const Bits moves = tree.board.moves();
  if (tree.depth == 0) {
    ++leaves;
  } else if (moves != 0) {
    for (const int square : squares_of(moves)) out.push_back({tree.board.play(square), tree.depth - 1});
  } else if (tree.board.passed().moves() == 0) {
    ++leaves;
  } else {
    out.push_back({tree.board.passed(), rule == PassRule::kFree ? tree.depth : tree.depth - 1});
  }
}

template <PassRule kRule>
std::uint64_t run(const Board& board, int depth, int threads, const std::atomic<bool>& stop) {
  const Counter<kRule> counter(stop);
  if (depth == 0) return 1;
  if (threads <= 1) return counter.count_leaves(board, depth);

  std::uint64_t leaves = 0;
  std::vector<Subtree> work{{board, depth}};
  for (int level = 0; level < 4; ++level) {
    std::vector<Subtree> next;
    for (const Subtree& tree : work) expand(tree, kRule, next, leaves);
    work = std::move(next);
  }
  std::atomic<std::uint64_t> total{leaves};
  for_each_block(work.size(), threads, stop, [&](int, std::size_t at) {
    total += work[at].depth == 0 ? 1 : counter.count_leaves(work[at].board, work[at].depth);
  });
  return total;
}

}  // namespace

std::uint64_t perft(const Board& board, int depth, PassRule rule, int threads, const std::atomic<bool>& stop) {
  return rule == PassRule::kFree ? run<PassRule::kFree>(board, depth, threads, stop)
                                 : run<PassRule::kPly>(board, depth, threads, stop);
}

}  // namespace logistello

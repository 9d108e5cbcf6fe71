// Bulk calls over arrays of positions: several threads, progress, Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/columns.hpp"
#include "bindings/interruptible.hpp"
#include "board/board.hpp"
#include "threads/blocks.hpp"

namespace logistello::bindings {

inline std::vector<Board> boards_of(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp) {
  if (own.shape(0) != opp.shape(0)) throw std::invalid_argument("own and opp have different lengths");
  std::vector<Board> boards(own.shape(0));
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if ((own(i) & opp(i)) != 0) {
      throw std::invalid_argument("own and opponent discs overlap in position " + std::to_string(i));
    }
    boards[i] = {own(i), opp(i)};
  }
  return boards;
}

inline void check_threads(int threads) {
  constexpr int kMaxThreads = 1024;
  if (threads < 1 || threads > kMaxThreads) {
    throw std::invalid_argument("threads must be 1 to " + std::to_string(kMaxThreads) + ", got " +
                                std::to_string(threads));
  }
}

// Calls work(thread, item) for every item. While it runs, `on_progress` (or None) gets the number of items done, in
// the calling thread. A signal, or an exception from there, sets `stop` and calls `on_stop`.
template <typename Work, typename OnStop>
void for_many(std::size_t items, int threads, std::atomic<bool>& stop, const nanobind::object& on_progress,
              const Work& work, const OnStop& on_stop) {
  check_threads(threads);
  std::atomic<std::size_t> done{0};
  run_interruptibly(
      [&] {
        for_each_block(items, threads, stop, [&](int thread, std::size_t item) {
          work(thread, item);
          done.fetch_add(1, std::memory_order_relaxed);
        });
      },
      [&] {
        stop = true;
        on_stop();
      },
      [&] {
        if (!on_progress.is_none()) on_progress(done.load(std::memory_order_relaxed));
      });
}

}  // namespace logistello::bindings

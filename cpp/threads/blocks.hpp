// The one loop over several threads: work cut into numbered blocks that they take one by one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace logistello {

// Calls body(thread, block) once for every block, the calling thread included. Which thread gets which block is not
// determined: a caller whose result must not depend on it keeps results per block, or adds integers. False if `stop`
// was raised before the last block began. Throws std::system_error if a thread cannot be started.
template <typename Body>
bool for_each_block(std::size_t blocks, int threads, const std::atomic<bool>& stop, const Body& body) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](int thread) {
    while (!stop.load(std::memory_order_relaxed)) {
      const std::size_t block = next.fetch_add(1, std::memory_order_relaxed);
      if (block >= blocks) return;
      body(thread, block);
    }
  };
  const int helpers =
      static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), blocks)) - 1;
  {
    std::vector<std::jthread> team;
    for (int i = 0; i < helpers; ++i) team.emplace_back(work, i + 1);
    work(0);
  }
  return next.load() >= blocks;
}

// The same over the items [0, size) in blocks of some length: body(thread, from, to). For work that nobody stops.
template <typename Body>
void for_each_range(std::size_t size, std::size_t length, int threads, const Body& body) {
  const std::atomic<bool> never{false};
  for_each_block((size + length - 1) / length, threads, never, [&](int thread, std::size_t block) {
    body(thread, block * length, std::min(size, (block + 1) * length));
  });
}

}  // namespace logistello

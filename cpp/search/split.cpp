#include "search/split.hpp"

#include <algorithm>

namespace logistello {

void SplitBoard::open(SplitPoint& split) {
  {
    std::lock_guard lock(mutex_);
    open_.push_back(&split);
    open_count_.store(static_cast<int>(open_.size()), std::memory_order_relaxed);
  }
  tell();
}

void SplitBoard::close(SplitPoint& split) {
  std::lock_guard lock(mutex_);
  open_.erase(std::find(open_.begin(), open_.end(), &split));
  open_count_.store(static_cast<int>(open_.size()), std::memory_order_relaxed);
}

SplitPoint* SplitBoard::join(const SplitPoint* ancestor) {
  if (open_count_.load(std::memory_order_relaxed) == 0) return nullptr;
  std::lock_guard lock(mutex_);
  SplitPoint* best = nullptr;
  for (SplitPoint* split : open_) {
    if (split->cut.load(std::memory_order_relaxed) || (ancestor != nullptr && !split->is_below(ancestor))) continue;
    if (best != nullptr && split->depth <= best->depth) continue;
    std::lock_guard guard(split->guard);
    if (split->taken < split->moves.size()) best = split;
  }
  if (best != nullptr) best->helpers.fetch_add(1, std::memory_order_relaxed);
  return best;
}

}  // namespace logistello

#include "learn/configuration_dag.hpp"

#include <algorithm>
#include <stdexcept>

#include "threads/blocks.hpp"

namespace logistello {
namespace {

constexpr std::size_t kBlockPositions = 1024;

// The search for one position after another, on one thread.
class Searcher {
 public:
  Searcher(const ConfigurationDag& dag, bool most_specific_only)
      : dag_(dag), most_specific_only_(most_specific_only), seen_(dag.size(), 0), active_(dag.size(), 0) {}

  // Appends the ids found.
  void search(const std::int32_t* position, std::vector<std::uint32_t>& ids) {
    if (++now_ == 0) {  // stamps have gone round: forget them all
      std::fill(seen_.begin(), seen_.end(), 0);
      now_ = 1;
    }
    const std::size_t before = ids.size();
    stack_.clear();
    for (const std::uint32_t root : dag_.roots) enter(root, position);
    while (!stack_.empty()) {
      const std::uint32_t node = stack_.back();
      stack_.pop_back();
      bool specialised = false;
      for (std::uint64_t i = dag_.child_begin[node]; i < dag_.child_begin[node + 1]; ++i) {
        specialised |= enter(dag_.children[i], position);
      }
      if (!specialised || !most_specific_only_) ids.push_back(node);
    }
    std::sort(ids.begin() + static_cast<std::ptrdiff_t>(before), ids.end());
  }

 private:
  // Whether a configuration is active; queues it the first time.
  bool enter(std::uint32_t node, const std::int32_t* position) {
    if (seen_[node] == now_) return active_[node] != 0;
    seen_[node] = now_;
    bool active = true;
    for (std::uint64_t i = dag_.relation_begin[node]; active && i < dag_.relation_begin[node + 1]; ++i) {
      active = position[dag_.features[i]] == dag_.values[i];
    }
    active_[node] = active;
    if (active) stack_.push_back(node);
    return active;
  }

  const ConfigurationDag& dag_;
  bool most_specific_only_;
  std::vector<std::uint32_t> seen_;  // the search that last looked at a node
  std::vector<std::uint8_t> active_;
  std::vector<std::uint32_t> stack_;
  std::uint32_t now_ = 0;
};

void check(const ConfigurationDag& dag, std::size_t width) {
  const auto below = [](std::span<const std::uint32_t> numbers, std::size_t limit) {
    return std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t number) { return number < limit; });
  };
  if (!below(dag.features, width)) throw std::out_of_range("a configuration names a feature that positions lack");
  if (!below(dag.children, dag.size()) || !below(dag.roots, dag.size())) {
    throw std::out_of_range("an arc leads to a configuration that does not exist");
  }
}

}  // namespace

bool find_active(const ConfigurationDag& dag, const std::int32_t* positions, std::size_t count, std::size_t width,
                 bool most_specific_only, ActiveConfigurations& found, int threads, const std::atomic<bool>& stop) {
  check(dag, width);
  const std::size_t blocks = (count + kBlockPositions - 1) / kBlockPositions;
  std::vector<ActiveConfigurations> parts(blocks);
  std::vector<Searcher> searchers(threads, Searcher(dag, most_specific_only));
  const bool done = for_each_block(blocks, threads, stop, [&](int thread, std::size_t block) {
    const std::size_t last = std::min((block + 1) * kBlockPositions, count);
    for (std::size_t i = block * kBlockPositions; i < last; ++i) {
      searchers[thread].search(positions + i * width, parts[block].ids);
      parts[block].begin.push_back(parts[block].ids.size());
    }
  });
  if (!done) return false;
  found.begin.assign(1, 0);
  found.ids.clear();
  for (const ActiveConfigurations& part : parts) {
    const std::uint64_t offset = found.ids.size();
    for (const std::uint64_t end : part.begin) found.begin.push_back(offset + end);
    found.ids.insert(found.ids.end(), part.ids.begin(), part.ids.end());
  }
  return true;
}

}  // namespace logistello

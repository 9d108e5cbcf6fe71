#include "eval/sparse_weights.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace logistello {

SparseWeights::SparseWeights(std::span<const SparsePairs> tables, std::vector<SparseInstance> instances,
                             std::span<const std::int16_t> weights, std::size_t weights_per_stage, int stages)
    : stages_(stages), instances_(std::move(instances)) {
  if (stages < 1 || weights.size() != weights_per_stage * static_cast<std::size_t>(stages)) {
    throw std::invalid_argument("the weights of sparse patterns are not whole stages");
  }
  for (const SparsePairs& pairs : tables) {
    const std::size_t size = pairs.locks.size();
    const std::string name = "sparse table " + std::to_string(tables_.size());
    if (pairs.offsets.empty() || pairs.offsets.size() > kUnlocked) {
      throw std::invalid_argument(name + " has " + std::to_string(pairs.offsets.size()) +
                                  " offsets; expected 1 to 65535");
    }
    const std::size_t largest = *std::max_element(pairs.offsets.begin(), pairs.offsets.end());
    if (pairs.ids.size() != size || largest >= size) {
      throw std::invalid_argument(name + ": offsets, locks and ids do not belong together");
    }
    Table table{{pairs.offsets.begin(), pairs.offsets.end()}, size, static_cast<std::uint32_t>(size - largest), {}};
    table.entries.assign(size * static_cast<std::size_t>(stages), entry_of(kUnlocked, 0));
    for (std::size_t entry = 0; entry < size; ++entry) {
      const std::int32_t lock = pairs.locks[entry];
      if (lock < 0) continue;
      if (static_cast<std::size_t>(lock) >= pairs.offsets.size() || pairs.ids[entry] >= weights_per_stage) {
        throw std::invalid_argument(name + ": entry " + std::to_string(entry) + " has a lock or an id out of range");
      }
      for (std::size_t stage = 0; stage < static_cast<std::size_t>(stages); ++stage) {
        table.entries[stage * size + entry] =
            entry_of(static_cast<std::uint16_t>(lock), weights[stage * weights_per_stage + pairs.ids[entry]]);
      }
    }
    tables_.push_back(std::move(table));
  }
}

void SparseWeights::check_fit(const Geometry& geometry, int stages) const {
  if (instances_.empty()) return;
  if (stages != stages_) {
    throw std::invalid_argument("sparse patterns with " + std::to_string(stages_) + " stages in a model with " +
                                std::to_string(stages));
  }
  for (const SparseInstance& instance : instances_) {
    if (instance.first >= geometry.features() || instance.second >= geometry.features() ||
        instance.table >= tables_.size()) {
      throw std::invalid_argument("a sparse instance names a feature or a table that does not exist");
    }
    const Table& table = tables_[instance.table];
    if (static_cast<std::size_t>(geometry.configurations(instance.first)) != table.offsets.size() ||
        static_cast<std::uint32_t>(geometry.configurations(instance.second)) > table.second_range) {
      throw std::invalid_argument("a sparse instance has more configurations than its table has places");
    }
  }
}

}  // namespace logistello

#include "eval/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace logistello {
namespace {

// For each index with the engine's digits (0 own, 1 empty, 2 opponent) the index with the file's (1, 0, 2).
std::vector<std::uint32_t> file_indices(int squares) {
  constexpr std::uint32_t file_digit[3] = {1, 0, 2};
  std::vector<std::uint32_t> table{0};
  std::uint32_t place_value = 1;
  for (int square = 0; square < squares; ++square) {
    std::vector<std::uint32_t> longer;
    longer.reserve(3 * table.size());
    for (const std::uint32_t digit : file_digit) {
      for (const std::uint32_t index : table) longer.push_back(index + digit * place_value);
    }
    table = std::move(longer);
    place_value *= 3;
  }
  return table;
}

// Room for one weight more a stage than the tables have, if they are whole stages.
std::size_t bytes_of_weights(const ModelTables& tables) {
  if (!tables.vectors.empty()) return sizeof(std::int16_t);  // they have the weights, too
  const std::size_t stages = tables.stage_size == 0 ? 0 : tables.weights.size() / tables.stage_size;
  return sizeof(std::int16_t) * (tables.weights.size() + stages);
}

std::size_t vectors_per_stage(const ModelTables& tables, int stages) {
  return tables.vectors.size() / (static_cast<std::size_t>(stages) * kHidden);
}

}  // namespace

Model::Model(Geometry geometry, const ModelTables& tables, SparseWeights sparse)
    : geometry_(std::move(geometry)),
      stages_(0),
      quads_(static_cast<int>((tables.pattern_of_feature.size() + 3) / 4)),
      quads_share_(false),
      stage_size_(tables.stage_size + 1),
      stage_of_discs_(tables.stage_of_discs),
      bias_(tables.bias.begin(), tables.bias.end()),
      sparse_(std::move(sparse)),
      weights_(bytes_of_weights(tables)) {
  if (tables.stage_size == 0 || tables.weights.size() % tables.stage_size != 0) {
    throw std::invalid_argument("the weights are not whole stages");
  }
  stages_ = static_cast<int>(tables.weights.size() / tables.stage_size);
  if (bias_.size() != 2 * static_cast<std::size_t>(stages_)) {
    throw std::invalid_argument("expected two bias values for each of " + std::to_string(stages_) + " stages");
  }
  for (const std::uint8_t stage : stage_of_discs_) {
    if (stage >= stages_) throw std::invalid_argument("a number of discs is assigned to a stage that does not exist");
  }
  const int with_table = static_cast<int>(tables.pattern_of_feature.size());
  if (with_table > geometry_.features()) throw std::invalid_argument("there are more pattern numbers than features");
  for (int feature = with_table; feature < std::min(4 * quads_, geometry_.features()); ++feature) {
    if (geometry_.configurations(feature) > 1) {
      throw std::invalid_argument("feature " + std::to_string(feature) + " has no table and shares a group of four " +
                                  "with features that have one");
    }
  }
  sparse_.check_fit(geometry_, stages_);
  if (!tables.vectors.empty()) {
    if (tables.vector_of_entry.size() != tables.stage_size ||
        tables.vectors.size() % (static_cast<std::size_t>(stages_) * kHidden) != 0) {
      throw std::invalid_argument("the vectors do not fit the stages and the entries of a stage");
    }
    if (std::ranges::max(tables.vector_of_entry) >= vectors_per_stage(tables, stages_)) {
      throw std::invalid_argument("an entry names a vector that does not exist");
    }
    if (!sparse_.empty()) throw std::invalid_argument("vectors and sparse patterns do not go together");
    vectors_.emplace(stages_, stage_size_, tables.heads);
  }

  base_.fill(static_cast<std::uint32_t>(tables.stage_size));
  std::vector<bool> filled(tables.table_offset.size(), false);
  for (int feature = 0; feature < with_table; ++feature) {
    const int pattern = tables.pattern_of_feature[feature];
    if (pattern < 0 || static_cast<std::size_t>(pattern) >= tables.table_offset.size() ||
        tables.table_offset[pattern] + static_cast<std::size_t>(geometry_.configurations(feature)) >
            tables.stage_size) {
      throw std::invalid_argument("feature " + std::to_string(feature) + " reads outside the tables");
    }
    base_[feature] = tables.table_offset[pattern];
    if (filled[pattern]) continue;
    filled[pattern] = true;
    const std::vector<std::uint32_t> from = file_indices(geometry_.squares_of_feature(feature));
    for (int stage = 0; stage < stages_; ++stage) {
      const std::size_t first = tables.table_offset[pattern];
      const std::size_t source = static_cast<std::size_t>(stage) * tables.stage_size + first;
      if (vectors_) {
        for (std::size_t i = 0; i < from.size(); ++i) {
          const std::size_t vector = static_cast<std::size_t>(stage) * vectors_per_stage(tables, stages_) +
                                     tables.vector_of_entry[first + from[i]];
          vectors_->set_row(stage, first + i, tables.weights[source + from[i]],
                            tables.vectors.subspan(vector * kHidden).first<kHidden>());
        }
      } else {
        std::int16_t* const to = weights_.as<std::int16_t>() + static_cast<std::size_t>(stage) * stage_size_ + first;
        for (std::size_t i = 0; i < from.size(); ++i) to[i] = tables.weights[source + from[i]];
      }
    }
  }
  quads_share_ = true;
  for (int i = 0; i < 4 * quads_; ++i) quads_share_ = quads_share_ && base_[i] == base_[i / 4 * 4];
}

Model Model::without_patterns() {
  constexpr std::int16_t kNone[2] = {0, 0};
  ModelTables tables{};
  tables.stage_size = 1;
  tables.weights = std::span(kNone, 1);
  tables.bias = kNone;
  return Model(Geometry({}), tables);
}

}  // namespace logistello

#include "bench/model_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace logistello::bench {
namespace {

static_assert(std::endian::native == std::endian::little, "the file is little-endian");

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    constexpr std::string_view kMagic = "LOGISBEN";
    char magic[kMagic.size()];
    file_.read(magic, kMagic.size());
    if (!file_ || std::string_view(magic, kMagic.size()) != kMagic) {
      throw std::runtime_error(path_ + ": expected a file made by tools/bench_model.py");
    }
  }

  template <typename T>
  std::vector<T> next() {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
    std::uint64_t bytes = 0;
    file_.read(reinterpret_cast<char*>(&bytes), sizeof bytes);
    if (!file_ || bytes > kMost || bytes % sizeof(T) != 0) throw std::runtime_error(path_ + " is damaged");
    std::vector<T> numbers(bytes / sizeof(T));
    file_.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(bytes));
    if (!file_) throw std::runtime_error(path_ + " is too short");
    return numbers;
  }

 private:
  std::string path_;
  std::ifstream file_;
};

}  // namespace

LoadedModel load_model(const std::string& path) {
  constexpr std::uint8_t kPadding = 255;
  Reader reader(path);
  const auto shape = reader.next<std::uint32_t>();
  const auto squares = reader.next<std::uint8_t>();
  if (shape.size() != 2 || squares.size() != std::size_t{shape[0]} * shape[1]) {
    throw std::runtime_error(path + " is damaged");
  }
  std::vector<std::vector<int>> features(shape[0]);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (squares[i] != kPadding) features[i / shape[1]].push_back(squares[i]);
  }
  const auto pattern_of_feature = reader.next<std::uint16_t>();
  ModelTables tables;
  tables.pattern_of_feature.assign(pattern_of_feature.begin(), pattern_of_feature.end());
  tables.table_offset = reader.next<std::uint32_t>();
  const auto weights = reader.next<std::int16_t>();
  const auto bias = reader.next<std::int16_t>();
  const auto stage_of_discs = reader.next<std::uint8_t>();
  if (bias.empty() || stage_of_discs.size() != tables.stage_of_discs.size()) {
    throw std::runtime_error(path + " is damaged");
  }
  tables.stage_size = weights.size() / (bias.size() / 2);
  tables.weights = weights;
  tables.bias = bias;
  std::copy(stage_of_discs.begin(), stage_of_discs.end(), tables.stage_of_discs.begin());
  const auto vector_of_entry = reader.next<std::uint32_t>();
  const auto vectors = reader.next<std::int8_t>();
  const auto constants = reader.next<std::int16_t>();
  const auto offsets = reader.next<std::int16_t>();
  const auto outs = reader.next<std::int16_t>();
  tables.vector_of_entry = vector_of_entry;
  tables.vectors = vectors;
  tables.heads = {constants, offsets, outs};
  const auto model = std::make_shared<const Model>(Geometry(features), tables);
  const auto midgame = reader.next<float>();
  const auto endgame = reader.next<float>();
  return {model, std::make_shared<const ProbCut>(midgame, endgame, model->stages())};
}

}  // namespace logistello::bench

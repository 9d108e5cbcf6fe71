#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "backgammon/position.hpp"
#include "backgammon/td_learner.hpp"
#include "bindings/bind.hpp"
#include "bindings/columns.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

constexpr std::size_t kBytes = 2 * 26;

backgammon::Position position_of(const nb::bytes& bytes) {
  if (bytes.size() != kBytes) throw std::invalid_argument("a position has 26 counts for each player");
  backgammon::Position position;
  const auto* const counts = static_cast<const std::uint8_t*>(bytes.data());
  for (int player = 0; player < 2; ++player) {
    std::copy_n(counts + 26 * player, 26, position.checkers[player].begin());
    int sum = 0;
    for (const std::uint8_t count : position.checkers[player]) sum += count;
    if (sum != backgammon::kCheckers) throw std::invalid_argument("a player has 15 checkers");
  }
  return position;
}

nb::bytes bytes_of(const backgammon::Position& position) {
  std::array<std::uint8_t, kBytes> counts{};
  for (int player = 0; player < 2; ++player) {
    std::copy_n(position.checkers[player].begin(), 26, counts.begin() + 26 * player);
  }
  return nb::bytes(counts.data(), counts.size());
}

std::vector<nb::bytes> backgammon_turns(const nb::bytes& position, int player, int first, int second) {
  if (player < 0 || player > 1 || std::min(first, second) < 1 || std::max(first, second) > 6) {
    throw std::invalid_argument("players are 0 and 1, dice 1 to 6");
  }
  std::vector<backgammon::Position> found;
  backgammon::turns(position_of(position), player, std::max(first, second), std::min(first, second), found);
  std::vector<nb::bytes> answer;
  answer.reserve(found.size());
  for (const backgammon::Position& each : found) answer.push_back(bytes_of(each));
  return answer;
}

Column<float> backgammon_inputs(const nb::bytes& position, int turn) {
  if (turn < 0 || turn > 1) throw std::invalid_argument("turns are 0 and 1");
  backgammon::Inputs inputs;
  backgammon::encode(position_of(position), turn, inputs);
  return as_column(std::vector<float>(inputs.begin(), inputs.end()));
}

backgammon::Inputs checked_inputs(const ColumnView<float>& values) {
  if (values.shape(0) != backgammon::kUnits) throw std::invalid_argument("a position has 198 units");
  backgammon::Inputs inputs;
  std::copy_n(values.data(), inputs.size(), inputs.begin());
  return inputs;
}

// Learns from games `first` to `first + count`; each has dice of its own.
std::vector<int> play_games(backgammon::TdLearner& learner, std::uint32_t seed, std::uint32_t first,
                            std::uint32_t count) {
  const nb::gil_scoped_release release;
  std::vector<int> points;
  for (std::uint32_t game = first; game < first + count; ++game) {
    std::seed_seq mixed{seed, game};
    std::mt19937_64 random(mixed);
    points.push_back(learner.play_game(random));
  }
  return points;
}

}  // namespace

void bind_backgammon(nb::module_& m) {
  m.def("backgammon_turns", &backgammon_turns, "position"_a, "player"_a, "first"_a, "second"_a,
        "Positions that a player can leave with a roll, as 26 counts for each player by distance.");
  m.def("backgammon_inputs", &backgammon_inputs, "position"_a, "turn"_a, "The classic 198 units.");
  nb::class_<backgammon::TdLearner>(m, "BackgammonLearner", "A network that learns backgammon by TD(lambda).")
      .def(nb::init<const std::vector<float>&, int, float, float>(), "parameters"_a, "hidden"_a, "rate"_a, "decay"_a)
      .def("parameters", [](const backgammon::TdLearner& self) { return as_column(self.parameters()); })
      .def("begin", &backgammon::TdLearner::begin, "A new game: no traces.")
      .def(
          "learn",
          [](backgammon::TdLearner& self, const ColumnView<float>& inputs, std::array<float, 3> target) {
            self.learn(checked_inputs(inputs), target);
          },
          "inputs"_a.noconvert(), "target"_a, "One step towards the next estimate.")
      .def("play_games", &play_games, "seed"_a, "first"_a, "count"_a,
           "Learns from games against itself; the points of player 0 in each.");
}

}  // namespace logistello::bindings

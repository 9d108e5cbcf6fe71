// TD-Gammon's learning (Tesauro 1995): a network with one hidden layer plays against itself and moves its estimates
// towards the next ones, with eligibility traces. The plain twin is in Python: logistello/lab/td/network.py.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "backgammon/position.hpp"

namespace logistello::backgammon {

inline constexpr int kUnits = 198;
inline constexpr int kOutputs = 3;  // player 0 wins, wins a gammon, loses a gammon

using Inputs = std::array<float, kUnits>;
using Outputs = std::array<float, kOutputs>;

// The classic coding; `turn` is the player to roll.
void encode(const Position& position, int turn, Inputs& inputs);

// What player 0 may expect, in points.
inline float equity(const Outputs& outputs) { return 2 * outputs[0] - 1 + outputs[1] - outputs[2]; }

class TdLearner {
 public:
  // `parameters`: hidden weights [hidden][units], hidden biases, output weights [outputs][hidden], output biases.
  TdLearner(const std::vector<float>& parameters, int hidden, float rate, float decay);

  std::vector<float> parameters() const;
  Outputs values(const Inputs& inputs);
  // A new game: no traces.
  void begin();
  // One step from a position towards the estimate of the next one, or the outcome.
  void learn(const Inputs& inputs, const Outputs& target);
  // One game against itself, learned from. Returns the points of player 0.
  int play_game(std::mt19937_64& random);

 private:
  void forward(const Inputs& inputs);

  int hidden_;
  float rate_;
  float decay_;
  // By unit, then by hidden unit, so that units that are 0 cost nothing; biases last.
  std::vector<float> in_;         // [units + 1][hidden]
  std::vector<float> out_;        // [outputs][hidden + 1]
  std::vector<float> trace_in_;   // [outputs][units + 1][hidden]
  std::vector<float> trace_out_;  // [outputs][hidden + 1]
  std::vector<float> activity_;   // [hidden]
  std::vector<float> slope_;      // [hidden]
  Outputs outputs_{};
};

}  // namespace logistello::backgammon

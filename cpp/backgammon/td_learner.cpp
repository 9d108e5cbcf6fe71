#include "backgammon/td_learner.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace logistello::backgammon {
namespace {

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

int die(std::mt19937_64& random) { return 1 + static_cast<int>(random() % 6); }

}  // namespace

void encode(const Position& position, int turn, Inputs& inputs) {
  inputs.fill(0);
  for (int player = 0; player < 2; ++player) {
    const auto& own = position.checkers[player];
    for (int distance = 1; distance <= 24; ++distance) {
      // Points are those of the board: player 0 goes from point 0 to point 23.
      const int point = player == 0 ? 24 - distance : distance - 1;
      float* const units = &inputs[(player * 24 + point) * 4];
      const int count = own[distance];
      units[0] = count > 0;
      units[1] = count > 1;
      units[2] = count > 2;
      units[3] = static_cast<float>(std::max(count - 3, 0)) / 2;
    }
    inputs[192 + player] = static_cast<float>(own[kBar]) / 2;
    inputs[194 + player] = static_cast<float>(own[kOff]) / kCheckers;
  }
  inputs[196 + turn] = 1;
}

TdLearner::TdLearner(const std::vector<float>& parameters, int hidden, float rate, float decay)
    : hidden_(hidden), rate_(rate), decay_(decay) {
  const std::size_t size = static_cast<std::size_t>(hidden) * (kUnits + 1) + kOutputs * (hidden + std::size_t{1});
  if (hidden < 1 || parameters.size() != size) throw std::invalid_argument("parameters do not fit the network");
  in_.resize(static_cast<std::size_t>(kUnits + 1) * hidden);
  out_.resize(kOutputs * (hidden + std::size_t{1}));
  for (int h = 0; h < hidden; ++h) {
    for (int unit = 0; unit < kUnits; ++unit) in_[unit * hidden + h] = parameters[h * kUnits + unit];
    in_[kUnits * hidden + h] = parameters[hidden * kUnits + h];
  }
  const float* const rest = parameters.data() + hidden * (kUnits + 1);
  for (int o = 0; o < kOutputs; ++o) {
    std::copy_n(rest + o * hidden, hidden, &out_[o * (hidden + 1)]);
    out_[o * (hidden + 1) + hidden] = rest[kOutputs * hidden + o];
  }
  trace_in_.resize(kOutputs * in_.size());
  trace_out_.resize(out_.size());
  activity_.resize(hidden);
  slope_.resize(hidden);
}

std::vector<float> TdLearner::parameters() const {
  std::vector<float> found(static_cast<std::size_t>(hidden_) * (kUnits + 1) + kOutputs * (hidden_ + std::size_t{1}));
  for (int h = 0; h < hidden_; ++h) {
    for (int unit = 0; unit < kUnits; ++unit) found[h * kUnits + unit] = in_[unit * hidden_ + h];
    found[hidden_ * kUnits + h] = in_[kUnits * hidden_ + h];
  }
  float* const rest = found.data() + hidden_ * (kUnits + 1);
  for (int o = 0; o < kOutputs; ++o) {
    std::copy_n(&out_[o * (hidden_ + 1)], hidden_, rest + o * hidden_);
    rest[kOutputs * hidden_ + o] = out_[o * (hidden_ + 1) + hidden_];
  }
  return found;
}

void TdLearner::forward(const Inputs& inputs) {
  std::copy_n(&in_[kUnits * hidden_], hidden_, activity_.begin());
  for (int unit = 0; unit < kUnits; ++unit) {
    const float input = inputs[unit];
    if (input == 0) continue;
    const float* const weights = &in_[unit * hidden_];
    for (int h = 0; h < hidden_; ++h) activity_[h] += input * weights[h];
  }
  for (int h = 0; h < hidden_; ++h) activity_[h] = sigmoid(activity_[h]);
  for (int o = 0; o < kOutputs; ++o) {
    const float* const weights = &out_[o * (hidden_ + 1)];
    float sum = weights[hidden_];
    for (int h = 0; h < hidden_; ++h) sum += weights[h] * activity_[h];
    outputs_[o] = sigmoid(sum);
  }
}

Outputs TdLearner::values(const Inputs& inputs) {
  forward(inputs);
  return outputs_;
}

void TdLearner::begin() {
  std::fill(trace_in_.begin(), trace_in_.end(), 0.0F);
  std::fill(trace_out_.begin(), trace_out_.end(), 0.0F);
}

void TdLearner::learn(const Inputs& inputs, const Outputs& target) {
  forward(inputs);
  for (int o = 0; o < kOutputs; ++o) {
    const float steep = outputs_[o] * (1 - outputs_[o]);
    const float* const weights = &out_[o * (hidden_ + 1)];
    for (int h = 0; h < hidden_; ++h) slope_[h] = steep * weights[h] * activity_[h] * (1 - activity_[h]);
    float* const traces = &trace_in_[o * in_.size()];
    for (std::size_t i = 0; i < in_.size(); ++i) traces[i] *= decay_;
    for (int unit = 0; unit <= kUnits; ++unit) {
      const float input = unit < kUnits ? inputs[unit] : 1;
      if (input == 0) continue;
      for (int h = 0; h < hidden_; ++h) traces[unit * hidden_ + h] += slope_[h] * input;
    }
    float* const last = &trace_out_[o * (hidden_ + 1)];
    for (int h = 0; h <= hidden_; ++h) last[h] = decay_ * last[h] + steep * (h < hidden_ ? activity_[h] : 1);
  }
  for (int o = 0; o < kOutputs; ++o) {  // after all slopes are taken: outputs share the hidden layer
    const float step = rate_ * (target[o] - outputs_[o]);
    const float* const traces = &trace_in_[o * in_.size()];
    for (std::size_t i = 0; i < in_.size(); ++i) in_[i] += step * traces[i];
    for (int h = 0; h <= hidden_; ++h) out_[o * (hidden_ + 1) + h] += step * trace_out_[o * (hidden_ + 1) + h];
  }
}

int TdLearner::play_game(std::mt19937_64& random) {
  begin();
  Position position = Position::initial();
  int first = 0;
  int second = 0;
  while (first == second) {  // the first roll decides who begins, and is played
    first = die(random);
    second = die(random);
  }
  int player = first > second ? 0 : 1;
  std::vector<Position> found;
  Inputs last{};
  Inputs inputs{};
  Inputs chosen{};
  for (bool begun = false;; begun = true) {
    turns(position, player, std::max(first, second), std::min(first, second), found);
    const Position* best = nullptr;
    float most = 0;
    Outputs estimate{};
    for (const Position& after : found) {
      Outputs here;
      if (const int points = after.points_of(player); points > 0) {
        here = player == 0 ? Outputs{1, points > 1 ? 1.0F : 0.0F, 0} : Outputs{0, 0, points > 1 ? 1.0F : 0.0F};
      } else {
        encode(after, 1 - player, inputs);
        here = values(inputs);
      }
      const float worth = player == 0 ? equity(here) : -equity(here);
      if (best != nullptr && worth <= most) continue;
      best = &after;
      most = worth;
      estimate = here;
      chosen = inputs;
    }
    if (begun) learn(last, estimate);
    if (const int points = best->points_of(player); points > 0) return player == 0 ? points : -points;
    position = *best;
    last = chosen;
    player = 1 - player;
    first = die(random);
    second = die(random);
  }
}

}  // namespace logistello::backgammon

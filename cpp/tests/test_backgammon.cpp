#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "backgammon/position.hpp"
#include "backgammon/td_learner.hpp"
#include "tests/check.hpp"

namespace logistello::tests {
namespace {

using backgammon::Position;

bool has_all_checkers(const Position& position) {
  for (const auto& side : position.checkers) {
    if (std::accumulate(side.begin(), side.end(), 0) != backgammon::kCheckers) return false;
  }
  return true;
}

}  // namespace

TEST(backgammon_turns_of_the_first_position) {
  std::vector<Position> found;
  for (const int player : {0, 1}) {
    backgammon::turns(Position::initial(), player, 3, 1, found);
    CHECK_EQ(found.size(), std::size_t{16});
    for (const Position& each : found) CHECK(has_all_checkers(each));
  }
}

TEST(backgammon_bar_and_bearing_off) {
  Position position;
  position.checkers[0][backgammon::kBar] = 2;
  position.checkers[0][6] = 13;
  position.checkers[1][6] = 2;  // player 0 cannot enter with a 6
  position.checkers[1][1] = 13;
  std::vector<Position> found;
  backgammon::turns(position, 0, 6, 6, found);
  CHECK_EQ(found.size(), std::size_t{1});
  CHECK(found.front() == position);
  Position home;
  home.checkers[0][backgammon::kOff] = 13;
  home.checkers[0][2] = 2;
  home.checkers[1][24] = 15;
  backgammon::turns(home, 0, 6, 5, found);  // high numbers take the farthest checkers
  CHECK_EQ(found.size(), std::size_t{1});
  CHECK_EQ(found.front().points_of(0), 2);
}

TEST(backgammon_learning_stays_finite) {
  constexpr int kHidden = 5;
  std::vector<float> parameters(kHidden * (backgammon::kUnits + 1) + backgammon::kOutputs * (kHidden + 1));
  std::mt19937_64 random(1);
  for (float& each : parameters) each = static_cast<float>(random() % 200) / 1000 - 0.1F;
  backgammon::TdLearner learner(parameters, kHidden, 0.1F, 0.7F);
  CHECK(learner.parameters() == parameters);
  for (int game = 0; game < 3; ++game) CHECK(learner.play_game(random) != 0);
  CHECK(learner.parameters() != parameters);
  for (const float each : learner.parameters()) CHECK(std::isfinite(each));
}

}  // namespace logistello::tests

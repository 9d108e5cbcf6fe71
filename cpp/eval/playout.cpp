#include "eval/playout.hpp"

namespace logistello {
namespace {

// A quick generator is enough here: xorshift64*.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed | 1) {}
  int below(int limit) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<int>((state_ * 0x2545f4914f6cdd1dULL >> 32) * static_cast<std::uint64_t>(limit) >> 32);
  }

 private:
  std::uint64_t state_;
};

int pick(Bits moves, Dice& dice) {
  for (int skip = dice.below(count(moves)); skip > 0; --skip) moves = without_lowest(moves);
  return first_square(moves);
}

}  // namespace

Playouts play_randomly(std::span<const Board> boards, std::uint64_t seed, const Model* model) {
  Dice dice(seed);
  Playouts total;
  for (Board board : boards) {
    FeatureVector indices{};
    if (model != nullptr) indices = model->geometry().indices(board);
    int discs = 64 - board.empty_count();
    for (;;) {
      const Bits moves = board.moves();
      if (moves == 0) {
        board = board.passed();
        if (board.moves() == 0) break;
        if (model != nullptr) indices = model->geometry().passed(indices);
        continue;
      }
      const int square = pick(moves, dice);
      const Bits flipped = flips(board.own, board.opp, square);
      board = board.after(square, flipped);
      ++discs;
      ++total.positions;
      if (model != nullptr) {
        indices = model->geometry().after(indices, square, flipped);
        total.checksum += model->evaluate(indices, discs);
      }
    }
  }
  return total;
}

}  // namespace logistello

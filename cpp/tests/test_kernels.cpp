#include "board/board.hpp"
#include "board/last_flip.hpp"
#include "eval/kernels/row_sum.hpp"
#include "tests/check.hpp"
#include "tests/naive.hpp"
#include "tests/random_boards.hpp"

namespace logistello::tests {
namespace {

void check_board(const Board& board) {
  const Bits moves = portable::legal_moves(board.own, board.opp);
  CHECK_EQ(legal_moves(board.own, board.opp), moves);
  for (const int square : squares_of(board.empties())) {
    const Bits flipped = portable::flips(board.own, board.opp, square);
    CHECK_EQ(flips(board.own, board.opp, square), flipped);
    CHECK_EQ((flipped != 0), ((moves & bit(square)) != 0));
  }
}

TEST(kernels_rows_of_bytes_add_up) {
  Random random(31);
  constexpr int kRows = 200;
  alignas(16) std::int8_t rows[kRows * kernels::kRowLanes];
  for (std::int8_t& number : rows) number = static_cast<std::int8_t>(random.below(256) - 128);
  for (int trial = 0; trial < 2'000; ++trial) {
    std::uint32_t base[64];
    std::uint16_t at[64];
    for (int i = 0; i < 64; ++i) {
      base[i] = static_cast<std::uint32_t>(random.below(kRows / 2));
      at[i] = static_cast<std::uint16_t>(random.below(kRows / 2));
    }
    const int count = 4 * random.below(17);
    const bool shared = random.below(2) == 0;
    if (shared) {
      for (int i = 0; i < 64; ++i) base[i] = base[i / 4 * 4];
    }
    int plain[kernels::kRowLanes] = {};
    for (int i = 0; i < count; ++i) {
      for (int lane = 0; lane < kernels::kRowLanes; ++lane) {
        plain[lane] += rows[(base[i] + at[i]) * kernels::kRowLanes + static_cast<std::size_t>(lane)];
      }
    }
    kernels::RowSums fast;
    kernels::RowSums portable;
    if (shared) {
      kernels::add_rows<true>(rows, base, at, count, fast);
    } else {
      kernels::add_rows<false>(rows, base, at, count, fast);
    }
    kernels::add_rows_portable(rows, base, at, count, portable);
    for (int lane = 0; lane < kernels::kRowLanes; ++lane) {
      CHECK_EQ(int{fast[lane]}, plain[lane]);
      CHECK_EQ(int{portable[lane]}, plain[lane]);
    }
  }
}

}  // namespace

TEST(kernels_portable_follows_the_rules) {
  Random random(1);
  for (int i = 0; i < 30'000; ++i) {
    const Board board = i % 2 ? scattered_board(random) : game_board(random, random.below(60));
    CHECK_EQ(portable::legal_moves(board.own, board.opp), naive::legal_moves(board.own, board.opp));
    for (const int square : squares_of(board.empties())) {
      CHECK_EQ(portable::flips(board.own, board.opp, square), naive::flips(board.own, board.opp, square));
    }
  }
}

TEST(kernels_agree_on_scattered_boards) {
  Random random(2);
  for (int i = 0; i < 1'000'000; ++i) check_board(scattered_board(random));
}

TEST(kernels_agree_on_random_games) {
  Random random(3);
  for (int game = 0; game < 20'000; ++game) {
    Board board = kStartBoard;
    do check_board(board);
    while (play_randomly(board, random));
  }
}

TEST(kernels_pass_turns_nothing) { CHECK_EQ(flips(kStartBoard.own, kStartBoard.opp, kPass), Bits{0}); }

TEST(kernels_count_last_flips) {
  Random random(4);
  for (int i = 0; i < 2'000'000; ++i) {
    const int square = random.below(64);
    const Bits own = random.next() & ~bit(square);
    CHECK_EQ(count_last_flips(own, square), count(portable::flips(own, ~own & ~bit(square), square)));
  }
}

TEST(kernels_potential_moves_hold_all_moves) {
  Random random(5);
  for (int i = 0; i < 200'000; ++i) {
    const Board board = scattered_board(random);
    CHECK_EQ(board.moves() & ~potential_moves(board.own, board.opp), Bits{0});
  }
}

}  // namespace logistello::tests

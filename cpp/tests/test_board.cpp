#include <array>
#include <atomic>
#include <unordered_set>
#include <vector>

#include "board/board.hpp"
#include "board/hash.hpp"
#include "board/perft.hpp"
#include "board/replay.hpp"
#include "board/stability.hpp"
#include "board/symmetry.hpp"
#include "tests/check.hpp"
#include "tests/random_boards.hpp"

namespace logistello::tests {
namespace {

const std::atomic<bool> kNeverStop{false};

std::uint64_t perft_from_start(int depth, PassRule rule, int threads = 1) {
  return perft(kStartBoard, depth, rule, threads, kNeverStop);
}

}  // namespace

TEST(board_perft) {
  constexpr std::uint64_t known[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
  for (int depth = 0; depth <= 9; ++depth) CHECK_EQ(perft_from_start(depth, PassRule::kPly), known[depth]);
  CHECK_EQ(perft_from_start(9, PassRule::kFree), std::uint64_t{3005320});
}

TEST(threads_perft) {
  CHECK_EQ(perft_from_start(3, PassRule::kPly, 3), std::uint64_t{56});
  CHECK_EQ(perft_from_start(8, PassRule::kPly, 3), std::uint64_t{390216});
  CHECK_EQ(perft_from_start(9, PassRule::kFree, 3), std::uint64_t{3005320});
}

TEST(board_symmetries_move_squares) {
  Random random(6);
  for (int i = 0; i < 20'000; ++i) {
    const Bits bits = random.next();
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      Bits expected = 0;
      for (const int square : squares_of(bits)) expected |= bit(transform_square(square, symmetry));
      CHECK_EQ(transform(bits, symmetry), expected);
    }
  }
}

TEST(board_canonical_is_the_same_for_all_images) {
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    const Board board = scattered_board(random);
    const Canonical found = canonical(board);
    CHECK(transform(board, found.symmetry) == found.board);
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      CHECK(canonical(transform(board, symmetry)).board == found.board);
    }
  }
}

TEST(board_final_score_gives_empties_to_the_winner) {
  CHECK_EQ(final_score({0b1, 0}), 64);
  CHECK_EQ(final_score({0, 0b1}), -64);
  CHECK_EQ(final_score({0, 0}), 0);
  CHECK_EQ(final_score({0b11, 0b1100}), 0);
  CHECK_EQ(final_score({0b111, 0b11000}), 60);
}

// Whatever is played, a stable disc stays. Either side may move at any time, which is more than the rules allow.
TEST(board_stable_discs_are_never_turned) {
  Random random(8);
  int seen = 0;
  for (int i = 0; i < 60'000; ++i) {
    Board board = i % 3 ? game_board(random, random.below(30)) : scattered_board(random);
    const Bits own = board.own;
    const Bits stable = stable_discs(board.own, board.opp);
    CHECK_EQ(stable & ~own, Bits{0});
    seen += count(stable);
    bool swapped = false;
    for (int ply = 0; ply < 40; ++ply) {
      if (random.below(3) == 0) {
        board = board.passed();
        swapped = !swapped;
      }
      if (board.moves() == 0) continue;
      play_randomly(board, random);
      swapped = !swapped;
      CHECK_EQ(stable & ~(swapped ? board.opp : board.own), Bits{0});
    }
  }
  CHECK(seen > 100'000);
}

TEST(board_full_board_is_stable) {
  Random random(9);
  for (int i = 0; i < 1'000; ++i) {
    const Bits own = random.next();
    CHECK_EQ(stable_discs(own, ~own), own);
  }
}

TEST(board_hash_spreads) {
  Random random(10);
  std::unordered_set<Bits> low_halves;
  constexpr int kBoards = 100'000;
  for (int i = 0; i < kBoards; ++i) low_halves.insert(hash(game_board(random, 20)) & 0xffffffff);
  // 100 000 values of 32 bits collide about once by chance.
  CHECK(low_halves.size() > kBoards - 20);
}

TEST(board_replay) {
  const std::array<std::uint8_t, 4> opening{37, 43, 18, 19};  // f5 d6 c3 d3
  const Replayed played = replay(opening);
  CHECK(played.status == ReplayStatus::kUnfinished);
  CHECK_EQ(int{played.plies}, 4);
  CHECK_EQ(played.black_moved, Bits{0b0101});
  CHECK_EQ(played.white_to_move, false);

  const std::array<std::uint8_t, 3> bad{37, 37, kEndOfRecord};
  CHECK(replay(bad).status == ReplayStatus::kIllegal);
  CHECK_EQ(int{replay(bad).plies}, 1);
  CHECK(replay(std::array<std::uint8_t, 1>{kPass}).status == ReplayStatus::kIllegal);
  CHECK(replay(std::array<std::uint8_t, 1>{77}).status == ReplayStatus::kIllegal);
}

// Random games come out the same with their passes written and with their passes left out.
TEST(board_replay_inserts_passes) {
  Random random(11);
  int passes = 0;
  for (int game = 0; game < 2'000; ++game) {
    std::vector<std::uint8_t> with_passes;
    std::vector<std::uint8_t> without_passes;
    Board board = kStartBoard;
    while (!board.is_over()) {
      const Board before = board;
      play_randomly(board, random);
      const Bits placed = before.empties() & ~board.empties();
      with_passes.push_back(static_cast<std::uint8_t>(placed ? first_square(placed) : kPass));
      if (placed) without_passes.push_back(with_passes.back());
      passes += placed == 0;
    }
    const Replayed a = replay(with_passes);
    const Replayed b = replay(without_passes);
    CHECK(a.status == ReplayStatus::kOver && b.status == ReplayStatus::kOver);
    CHECK(a.black == b.black && a.white == b.white);
    CHECK_EQ(a.black | a.white, board.own | board.opp);
    without_passes.push_back(0);
    CHECK(replay(without_passes).status == ReplayStatus::kAfterTheEnd);
  }
  CHECK(passes > 100);
}

}  // namespace logistello::tests

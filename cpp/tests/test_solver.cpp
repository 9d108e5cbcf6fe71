#include <chrono>
#include <thread>

#include "search/searcher.hpp"
#include "search/table.hpp"
#include "tests/brute_force.hpp"
#include "tests/check.hpp"
#include "tests/random_boards.hpp"
#include "tests/search_model.hpp"

namespace logistello::tests {
namespace {

// Guided by values that mean nothing and by passes that prune at random: exact scores must not care.
class Solver : public Searcher {
 public:
  explicit Solver(std::size_t table_bytes, std::shared_ptr<const Model> model = random_search_model(60))
      : Searcher(table_bytes, model, even_probcut(*model, 4)) {}
};

SolveResult solve(Solver& solver, const Board& board, Bounds<Discs> window = {}, int threads = 1,
                  bool all_moves = false) {
  SolveRequest request;
  request.board = board;
  request.window = window;
  request.threads = threads;
  request.all_moves = all_moves;
  return solver.solve(request);
}

// The line must lead to the end of the game and to the score.
void check_line(const Board& start, const SolveResult& result) {
  Board board = start;
  int sign = 1;
  for (const int square : result.line) {
    if (square == kPass) {
      CHECK_EQ(board.moves(), Bits{0});
      board = board.passed();
    } else {
      CHECK((board.moves() & bit(square)) != 0);
      board = board.play(square);
    }
    sign = -sign;
  }
  CHECK(board.is_over());
  CHECK_EQ(Discs(sign * final_score(board)), result.bounds.lower);
}

void check_exact(Solver& solver, const Board& board, int score) {
  const SolveResult result = solve(solver, board);
  CHECK(result.complete);
  CHECK_EQ(result.bounds.lower, Discs(score));
  CHECK_EQ(result.bounds.upper, Discs(score));
  CHECK_EQ(result.move == kNoMove, board.is_over());
  check_line(board, result);
}

Board some_board(Random& random, int empties) {
  if (random.below(4) != 0) return game_board(random, empties);
  // Unreachable positions too, often with few discs of one side.
  Bits occupied = ~Bits{0};
  while (count(~occupied) < empties) occupied &= ~bit(random.below(64));
  Bits own = random.next();
  if (random.below(2)) own &= random.next() & random.next();
  return {occupied & own, occupied & ~own};
}

}  // namespace

TEST(solver_equals_minimax) {
  Solver solver(kTableBytes);
  Random random(20);
  for (int i = 0; i < 4'000; ++i) {
    const Board board = some_board(random, random.below(8));
    check_exact(solver, board, minimax(board));
  }
}

TEST(solver_equals_alpha_beta_with_more_empties) {
  Solver solver(kTableBytes);
  Random random(21);
  for (int i = 0; i < 300; ++i) {
    const Board board = some_board(random, 8 + random.below(5));
    check_exact(solver, board, alpha_beta(board));
  }
}

TEST(solver_answers_windows) {
  Solver solver(kTableBytes);
  Random random(22);
  for (int i = 0; i < 1'500; ++i) {
    const Board board = some_board(random, random.below(11));
    const Discs score(alpha_beta(board));
    const Discs lower(-64 + random.below(127));
    const Discs upper(lower.number() + 1 + random.below(64 - lower.number()));
    const SolveResult result = solve(solver, board, {lower, upper});
    CHECK(result.complete);
    CHECK(result.bounds.lower <= score && score <= result.bounds.upper);
    if (score > lower && score < upper) CHECK(result.bounds.exact());
    if (score <= lower) CHECK(result.bounds.upper <= lower || result.bounds.exact());
    if (score >= upper) CHECK(result.bounds.lower >= upper || result.bounds.exact());
  }
}

TEST(solver_answers_for_all_moves) {
  Solver solver(kTableBytes);
  Random random(23);
  for (int i = 0; i < 400; ++i) {
    const Board board = some_board(random, 1 + random.below(9));
    const Bits moves = board.moves();
    if (moves == 0) continue;
    const SolveResult result = solve(solver, board, {}, 1, true);
    Bits seen = 0;
    for (const SolvedMove& move : result.moves) {
      seen |= bit(move.square);
      CHECK(move.bounds.exact());
      CHECK_EQ(move.bounds.lower, Discs(-alpha_beta(board.play(move.square))));
    }
    CHECK_EQ(seen, moves);
    CHECK_EQ(result.bounds.lower, result.moves.front().bounds.lower);
  }
}

TEST(solver_knows_finished_games_and_wiped_out_sides) {
  Solver solver(kTableBytes);
  check_exact(solver, {~Bits{0}, 0}, 64);
  check_exact(solver, {0, ~Bits{0}}, -64);
  check_exact(solver, {0, 0}, 0);
  check_exact(solver, {0x0f0f, 0}, 64);
  check_exact(solver, {0, 0x0f0f}, -64);
  const Bits half = 0x5555555555555555ULL;
  check_exact(solver, {half, ~half}, 0);
}

TEST(solver_repeats_its_node_count) {
  Random random(24);
  const Board board = game_board(random, 16);
  Solver first(kTableBytes);
  Solver second(kTableBytes);
  CHECK_EQ(solve(first, board).nodes, solve(second, board).nodes);
}

TEST(threads_solver_scores_do_not_depend_on_threads) {
  Random random(25);
  for (int i = 0; i < 4; ++i) {
    const Board board = game_board(random, 16);
    Solver alone(kTableBytes);
    const Discs score = solve(alone, board).bounds.lower;
    for (const int threads : {2, 4}) {
      Solver together(kTableBytes);
      const SolveResult result = solve(together, board, {}, threads);
      CHECK_EQ(result.bounds.lower, score);
      CHECK_EQ(result.bounds.upper, score);
      check_line(board, result);
    }
  }
}

TEST(threads_solver_stops_when_told) {
  Solver solver(kTableBytes);
  for (const int threads : {1, 3}) {
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      solver.stop();
    });
    solver.arm();
    const SolveResult result = solve(solver, kStartBoard, {}, threads);
    CHECK(!result.complete);
    CHECK(result.bounds.lower <= Discs(0) && result.bounds.upper >= Discs(0));
    CHECK(result.seconds < 5);  // generous: sanitizers and busy machines
  }
}

TEST(solver_keeps_to_its_limits) {
  Solver solver(kTableBytes);
  SolveRequest request;
  request.board = kStartBoard;
  request.limits.nodes = 1'000'000;
  const SolveResult by_nodes = solver.solve(request);
  solver.arm();
  CHECK(!by_nodes.complete);
  CHECK(by_nodes.nodes >= 1'000'000 && by_nodes.nodes < 1'500'000);
  request.limits = {};
  request.limits.seconds = 0.1;
  CHECK(!solver.solve(request).complete);
}

TEST(table_finds_what_was_stored) {
  Table table(1 << 16);
  Random random(26);
  for (int i = 0; i < 10'000; ++i) {
    const Bits key = random.next();
    table.store(key, {20, Confidence::exact, to_score(Discs(-4)), to_score(Discs(6)), to_score(Discs(2)), 19});
    const auto found = table.probe(key);
    CHECK(found.has_value());
    const TableEntry& entry = *found;
    CHECK_EQ(to_discs(entry.bounds.lower), Discs(2));
    CHECK_EQ(to_discs(entry.bounds.upper), Discs(2));
    CHECK_EQ(int{entry.depth}, 20);
    CHECK(entry.confidence == Confidence::exact);
    CHECK_EQ(int{entry.move[0]}, 19);
    CHECK_EQ(int{entry.move[1]}, kNoMove);
  }
}

TEST(table_merges_bounds_of_the_same_search) {
  Table table(1 << 16);
  table.store(7,
              {12, Confidence::exact, to_score(Discs(0)), to_score(Discs(1)), to_score(Discs(4)), 10});  // at least 4
  table.store(7, {12, Confidence::exact, to_score(Discs(8)), to_score(Discs(9)), to_score(Discs(-64)),
                  11});  // contradicts: at most -64
  CHECK_EQ(to_discs(table.probe(7).value().bounds.upper), Discs(-64));
  table.store(7, {12, Confidence::exact, to_score(Discs(-65)), to_score(Discs(-64)), to_score(Discs(-64)), 11});
  table.store(8, {12, Confidence::exact, to_score(Discs(0)), to_score(Discs(1)), to_score(Discs(4)), 10});
  table.store(8, {12, Confidence::exact, to_score(Discs(8)), to_score(Discs(9)), to_score(Discs(6)), 11});
  TableEntry entry = table.probe(8).value();
  CHECK_EQ(to_discs(entry.bounds.lower), Discs(4));
  CHECK_EQ(to_discs(entry.bounds.upper), Discs(6));
  CHECK_EQ(int{entry.move[0]}, 11);
  CHECK_EQ(int{entry.move[1]}, 10);
  table.store(8, {12, Confidence::percent_87, to_score(Discs(0)), to_score(Discs(1)), to_score(Discs(2)),
                  12});  // another confidence: nothing is merged
  entry = table.probe(8).value();
  CHECK_EQ(to_discs(entry.bounds.lower), Discs(2));
  CHECK_EQ(to_discs(entry.bounds.upper), Discs(64));
}

TEST(table_keeps_deep_entries_of_this_search) {
  Table table(64);  // one bucket of four
  for (Bits key = 1; key <= 4; ++key) table.store(key, {30, Confidence::exact, Score(0), Score(128), Score(256), 1});
  for (Bits key = 100; key < 200; ++key) table.store(key, {12, Confidence::exact, Score(0), Score(128), Score(256), 1});
  int left = 0;
  for (Bits key = 1; key <= 4; ++key) left += table.probe(key).has_value();
  CHECK(left >= 3);
  table.new_search();
  for (int search = 0; search < 10; ++search) table.new_search();
  for (Bits key = 200; key < 204; ++key) table.store(key, {12, Confidence::exact, Score(0), Score(128), Score(256), 1});
  left = 0;
  for (Bits key = 1; key <= 4; ++key) left += table.probe(key).has_value();
  CHECK(left <= 1);
}

TEST(threads_table_never_mixes_entries) {
  Table table(1 << 12);  // small: threads collide all the time
  const auto work = [&](std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 50'000; ++i) {
      // The move and the depth follow from the key, so a mixed entry shows.
      const Bits key = random.next() % 997 * 0x9e3779b97f4a7c15ULL;
      if (const auto entry = table.probe(key)) CHECK_EQ(int{entry->depth}, static_cast<int>(key % 60));
      table.store(key, {static_cast<int>(key % 60), Confidence::percent_60, Score(0), Score(128), Score(64),
                        static_cast<int>(key % 64)});
    }
  };
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) threads.emplace_back(work, seed);
}

}  // namespace logistello::tests

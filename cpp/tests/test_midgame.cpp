#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "eval/lookahead.hpp"
#include "search/node_sample.hpp"
#include "search/parameters.hpp"
#include "search/passes.hpp"
#include "search/searcher.hpp"
#include "search/shallow_table.hpp"
#include "tests/brute_force.hpp"
#include "tests/check.hpp"
#include "tests/random_boards.hpp"
#include "tests/search_model.hpp"

namespace logistello::tests {
namespace {

constexpr SearchOptions kFullWidth{.selectivity = Selectivity::none};

SearchResult search(Searcher& searcher, const Board& board, int depth, int threads = 1, int best_moves = 1) {
  SearchRequest request;
  request.board = board;
  request.depth = depth;
  request.threads = threads;
  request.best_moves = best_moves;
  searcher.arm();
  return searcher.search(request);
}

Score minimax_value(const Model& model, const Board& board, int depth) {
  const std::atomic<bool> stop{false};
  return Score(look_ahead(model, board, depth, kScorePerDisc, stop));
}

// Every move of the line must be legal.
void check_legal(Board board, const std::vector<int>& line) {
  for (const int square : line) {
    if (square == kPass) {
      CHECK_EQ(board.moves(), Bits{0});
      board = board.passed();
    } else {
      CHECK((board.moves() & bit(square)) != 0);
      board = board.play(square);
    }
  }
}

}  // namespace

TEST(midgame_equals_minimax) {
  Random random(50);
  for (int i = 0; i < 1'000; ++i) {
    const auto model = random_search_model(static_cast<std::uint64_t>(i / 50));
    Searcher searcher(1 << 16, model, nullptr, kFullWidth);
    const Board board = game_board(random, random.below(61));
    const int depth = 1 + random.below(5);
    const SearchResult result = search(searcher, board, depth);
    CHECK(result.complete);
    CHECK_EQ(result.best.empty(), board.is_over());
    if (board.is_over()) continue;
    const Info& best = result.best.front();
    CHECK_EQ(best.score, minimax_value(*model, board, depth));
    check_legal(board, best.line);
    CHECK_EQ(best.to_end, depth >= board.empty_count());
  }
}

// Selective passes take deeper entries of the table for shallower ones; full-width values must not.
TEST(full_width_value_is_that_of_its_depth_after_deeper_searches) {
  Random random(57);
  const auto model = random_search_model(57);
  Searcher searcher(kTableBytes, model, nullptr, kFullWidth);
  for (int i = 0; i < 60; ++i) {
    const Board board = game_board(random, 10 + random.below(35));
    if (board.is_over()) continue;
    const int deepest = i % 4 == 0 ? 6 : 5;  // by the oracle a depth of 6 takes ten times as long as one of 5
    for (const int depth : {deepest, deepest - 2, deepest - 1, deepest - 3}) {
      CHECK_EQ(search(searcher, board, depth).best.front().score, minimax_value(*model, board, depth));
    }
  }
}

TEST(shallow_table_merges_bounds_and_forgets_others) {
  ShallowTable table;
  const Bits key = ShallowTable::key(kStartBoard, 2);
  CHECK(key != ShallowTable::key(kStartBoard, 1));
  CHECK_EQ(table.known(key).upper, kMaxScore);
  table.store(key, Score(10), Score(11), Score(5));  // failed low: an upper bound
  CHECK_EQ(table.known(key).upper, Score(5));
  CHECK_EQ(table.known(key).lower, -kMaxScore);
  table.store(key, Score(2), Score(3), Score(3));  // failed high: a lower bound
  CHECK_EQ(table.known(key).lower, Score(3));
  CHECK(!table.known(key).exact());
  table.store(key, Score(0), Score(9), Score(4));
  CHECK(table.known(key).exact());
  table.store(key ^ 1, Score(0), Score(9), Score(7));  // the same place
  CHECK_EQ(table.known(key).upper, kMaxScore);
  CHECK_EQ(table.known(key ^ 1).lower, Score(7));
}

TEST(midgame_gives_every_move_its_value) {
  Random random(51);
  const auto model = random_search_model(1);
  for (int i = 0; i < 100; ++i) {
    Searcher searcher(1 << 16, model, nullptr, kFullWidth);
    const Board board = game_board(random, 1 + random.below(50));
    const int depth = 2 + random.below(3);
    if (board.moves() == 0) continue;
    const SearchResult result = search(searcher, board, depth, 1, 99);
    CHECK_EQ(static_cast<int>(result.best.size()), count(board.moves()));
    Bits seen = 0;
    for (std::size_t rank = 0; rank < result.best.size(); ++rank) {
      const Info& info = result.best[rank];
      seen |= bit(info.line.front());
      CHECK_EQ(info.score, -minimax_value(*model, board.play(info.line.front()), depth - 1));
      if (rank > 0) CHECK(info.score <= result.best[rank - 1].score);
    }
    CHECK_EQ(seen, board.moves());
  }
}

TEST(midgame_cut_short_ranks_every_move_once) {
  Random random(52);
  const auto model = random_search_model(1);
  int mixed = 0;
  for (int i = 0; i < 6; ++i) {
    const Board board = game_board(random, 20 + random.below(30));
    if (board.moves() == 0) continue;
    for (std::uint64_t nodes = 500; nodes < 20'000; nodes *= 2) {
      Searcher searcher(1 << 16, model, nullptr, kFullWidth);
      SearchRequest request;
      request.board = board;
      request.best_moves = 4;
      request.limits.nodes = nodes;
      const SearchResult result = searcher.search(request);
      if (result.best.empty() || result.best.front().depth < 2) continue;
      CHECK_EQ(static_cast<int>(result.best.size()), std::min(4, count(board.moves())));
      Bits seen = 0;
      for (std::size_t rank = 0; rank < result.best.size(); ++rank) {
        const Info& info = result.best[rank];
        CHECK_EQ(info.rank, static_cast<int>(rank));
        CHECK_EQ(seen & bit(info.line.front()), Bits{0});
        seen |= bit(info.line.front());
        if (rank > 0) CHECK(info.depth <= result.best[rank - 1].depth);
      }
      mixed += result.best.back().depth < result.best.front().depth ? 1 : 0;
    }
  }
  CHECK(mixed > 0);
}

TEST(midgame_to_the_end_is_exact_whatever_was_pruned_before) {
  Random random(52);
  const auto model = random_search_model(2);
  Searcher searcher(kTableBytes, model, even_probcut(*model, 3));
  for (int i = 0; i < 60; ++i) {
    const Board board = game_board(random, 12 + random.below(2));
    if (board.is_over()) continue;
    const SearchResult result = search(searcher, board, 60);
    CHECK(result.best.front().exact());
    CHECK_EQ(result.best.front().score, to_score(Discs(alpha_beta(board))));
  }
}

TEST(midgame_repeats_its_node_count) {
  Random random(53);
  const auto model = random_search_model(3);
  const Board board = game_board(random, 40);
  Searcher first(kTableBytes, model, even_probcut(*model, 4));
  Searcher second(kTableBytes, model, even_probcut(*model, 4));
  const std::uint64_t nodes = search(first, board, 7).nodes;
  CHECK_EQ(search(second, board, 7).nodes, nodes);
  CHECK(search(second, board, 7).nodes < nodes);  // it remembers
  second.clear();
  CHECK_EQ(search(second, board, 7).nodes, nodes);
}

// The score at the end of a line that was played out, for the side to move at its beginning.
int score_after(Board board, const std::vector<int>& line) {
  int sign = 1;
  for (const int square : line) {
    board = square == kPass ? board.passed() : board.play(square);
    sign = -sign;
  }
  CHECK(board.is_over());
  return sign * final_score(board);
}

TEST(midgame_lines_are_whole) {
  Random random(56);
  const auto model = random_search_model(7);
  const auto probcut = even_probcut(*model, 4);
  int positions = 0;
  int whole = 0;
  for (int i = 0; i < 24; ++i) {
    const Board board = game_board(random, 1 + 2 * i);
    if (board.is_over()) continue;
    // Two that do the same but for the lines.
    Searcher plain(1 << 18, model, probcut);
    Searcher searcher(1 << 18, model, probcut);
    SearchRequest request;
    request.board = board;
    request.depth = board.empty_count() <= 13 ? 60 : 5;
    request.best_moves = 2;
    const std::uint64_t nodes = plain.search(request).nodes;
    request.whole_lines = true;
    const SearchResult result = searcher.search(request);
    CHECK_EQ(result.nodes, nodes);
    // The same whether somebody listens to all passes or waits for the answer.
    Searcher heard(1 << 18, model, probcut);
    const SearchResult told = heard.search(request, [](const Info&) {});
    CHECK_EQ(told.best.size(), result.best.size());
    for (std::size_t rank = 0; rank < told.best.size(); ++rank) CHECK(told.best[rank].line == result.best[rank].line);
    for (const Info& info : result.best) {
      check_legal(board, info.line);
      Board end = board;
      for (const int square : info.line) end = square == kPass ? end.passed() : end.play(square);
      ++positions;
      whole += end.is_over() || board.empty_count() - end.empty_count() == info.depth;
      if (info.exact()) CHECK_EQ(to_score(Discs(score_after(board, info.line))), info.score);
    }
  }
  CHECK(positions > 30);
  CHECK(whole >= positions - 1);
}

TEST(threads_midgame_scores_do_not_depend_on_threads) {
  Random random(54);
  const auto model = random_search_model(4);
  for (int i = 0; i < 3; ++i) {
    const Board board = game_board(random, 20 + 10 * i);
    Searcher alone(kTableBytes, model, nullptr, kFullWidth);
    const Score score = search(alone, board, 6).best.front().score;
    for (const int threads : {2, 4}) {
      Searcher together(kTableBytes, model, nullptr, kFullWidth);
      CHECK_EQ(search(together, board, 6, threads).best.front().score, score);
    }
  }
}

TEST(threads_midgame_stops_when_told) {
  const auto model = random_search_model(5);
  Searcher searcher(kTableBytes, model, even_probcut(*model, 4));
  for (const int threads : {1, 3}) {
    searcher.arm();
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      searcher.stop();
    });
    SearchRequest request;
    request.board = kStartBoard;
    request.threads = threads;
    const SearchResult result = searcher.search(request);
    CHECK(!result.complete);
    CHECK(!result.best.empty());
    CHECK(result.seconds < 5);  // generous: sanitizers and busy machines
  }
}

TEST(midgame_deep_passes_are_surer) {
  for (Confidence step{}; step != Confidence::exact; step = surer(step)) {
    CHECK_EQ(percent_within(threshold_of(step)), percent_of(step));
  }
  for (const int empties : {12, 24, 40, 60}) {
    for (const Confidence usual : {Confidence::percent_73, Confidence::percent_95}) {
      const auto plan = [&](Goal goal, Selectivity selectivity) {
        return plan_passes(empties, empties - 1, goal, selectivity, usual, Thresholds{});
      };
      const std::vector<Pass> passes = plan(Goal::best_move, Selectivity::multi_probcut);
      CHECK_EQ(passes.front().threshold, threshold_of(usual));
      for (std::size_t i = 1; i < passes.size(); ++i) {
        CHECK(passes[i].threshold >= passes[i - 1].threshold);
        CHECK(passes[i].confidence == usual);
      }
      CHECK((passes.back().threshold > threshold_of(usual)) == (empties > 24));
      // A proof does not depend on what guides it, and full width is not less than full.
      for (const Pass& pass : plan(Goal::proof, Selectivity::multi_probcut)) {
        CHECK_EQ(pass.threshold, threshold_of(usual));
      }
      for (const Pass& pass : plan(Goal::best_move, Selectivity::none)) {
        CHECK(pass.confidence == Confidence::exact && pass.threshold == 0);
      }
    }
  }
}

// What passes of depth a, b, ... there are, as a set of bits.
std::uint64_t depths_of(const std::vector<Pass>& passes) {
  std::uint64_t depths = 0;
  for (const Pass& pass : passes) depths |= std::uint64_t{1} << pass.depth;
  return depths;
}

TEST(midgame_deepens_by_two_and_ends_where_it_should) {
  for (const int empties : {20, 33, 40, 60}) {
    for (int depth = 1; depth < empties; ++depth) {
      const auto plan = [&](Goal goal, Selectivity selectivity) {
        return plan_passes(empties, depth, goal, selectivity, Confidence::percent_73, Thresholds{});
      };
      const std::uint64_t all = (std::uint64_t{2} << depth) - 2;
      CHECK_EQ(depths_of(plan(Goal::every_depth, Selectivity::multi_probcut)), all);
      CHECK_EQ(depths_of(plan(Goal::best_move, Selectivity::none)), all);
      CHECK_EQ(depths_of(plan(Goal::proof, Selectivity::multi_probcut)), all);
      const std::vector<Pass> passes = plan(Goal::best_move, Selectivity::multi_probcut);
      CHECK_EQ(passes.back().depth, depth);
      int before = 0;
      for (const Pass& pass : passes) {
        CHECK(pass.depth - before == 1 || (pass.depth - before == 2 && pass.depth > parameters.long_steps_depth));
        if (pass.depth > parameters.long_steps_depth) CHECK_EQ((depth - pass.depth) % 2, 0);
        before = pass.depth;
      }
    }
  }
}

TEST(midgame_samples_its_nodes) {
  Random random(21);
  const auto model = random_search_model(7);
  Searcher searcher(kTableBytes, model, even_probcut(*model, 2));
  SearchRequest request;
  request.board = game_board(random, 14);
  request.depth = 9;
  const auto sample = [&](std::size_t per_depth, std::uint64_t seed) {
    NodeSample kept(per_depth, seed);
    searcher.clear();
    searcher.offer_nodes_to(&kept);
    searcher.arm();
    searcher.search(request);
    searcher.offer_nodes_to(nullptr);
    return kept.kept();
  };
  const std::vector<SampledNode> nodes = sample(3, 1);
  int of_depth[61] = {};
  for (const SampledNode& node : nodes) {
    ++of_depth[node.depth];
    CHECK((node.board.own & node.board.opp) == 0);
    CHECK(node.board.moves() != 0);
    // So many moves were made that the rest of the depth is left; a check search looks less far.
    CHECK(count(request.board.empties()) - count(node.board.empties()) <= request.depth - node.depth);
  }
  for (int depth = 3; depth <= 8; ++depth) CHECK_EQ(of_depth[depth], 3);
  // The same seed keeps the same nodes, another one others; an unwatched search tells nobody.
  const auto boards = [](const std::vector<SampledNode>& of) {
    std::vector<Bits> found;
    for (const SampledNode& node : of) found.push_back(node.board.own);
    return found;
  };
  CHECK(boards(sample(3, 1)) == boards(nodes));
  CHECK(boards(sample(3, 2)) != boards(nodes));
}

TEST(midgame_sample_is_even) {
  // A thousand nodes of one depth, ten are kept: each half of them gets about half of the places.
  int early = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    NodeSample sample(10, seed);
    for (int i = 0; i < 1000; ++i) sample.offer(kStartBoard, 7, Score(i));
    for (const SampledNode& node : sample.kept()) early += node.alpha < Score(500);
  }
  CHECK(early > 900 && early < 1100);
}

TEST(midgame_tells_how_sure_it_is) {
  Random random(8);
  const auto model = random_search_model(7);
  SearchOptions options;
  options.thresholds.sure_depth = 0;
  Searcher searcher(kTableBytes, model, even_probcut(*model, 1), options);
  SearchRequest request;
  request.board = game_board(random, 14);
  request.depth = 13;
  std::vector<int> percents;
  searcher.arm();
  searcher.search(request, [&](const Info& info) { percents.push_back(info.percent()); });
  CHECK_EQ(percents.front(), 73);
  CHECK(percents.back() > 73 && percents.back() < 100);
  CHECK(std::is_sorted(percents.begin(), percents.end()));
}

TEST(midgame_processor_time_counts_work_and_not_waiting) {
  ProcessorClock clock;
  clock.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(clock.seconds() < 0.04);
  const auto model = random_search_model(5);
  Searcher searcher(kTableBytes, model, even_probcut(*model, 4));
  for (const int threads : {1, 3}) {
    SearchRequest request;
    request.board = kStartBoard;
    request.threads = threads;
    request.limits.processor_seconds = 0.05;
    searcher.arm();
    clock.start();
    const SearchResult result = searcher.search(request);
    CHECK(!result.complete);
    if (threads == 1) CHECK(clock.seconds() >= 0.05);
  }
}

TEST(midgame_corner_quiescence_never_lowers_the_last_word_of_the_mover) {
  // At depth 1 the opponent may answer with a corner: the value can only fall for the side to move.
  Random random(55);
  const auto model = random_search_model(6);
  for (int i = 0; i < 200; ++i) {
    const Board board = game_board(random, 20 + random.below(30));
    if (board.is_over() || board.moves() == 0) continue;
    Searcher plain(1 << 16, model, nullptr, kFullWidth);
    Searcher quiet(1 << 16, model, nullptr, {.selectivity = Selectivity::none, .corner_quiescence = true});
    CHECK(search(quiet, board, 1).best.front().score <= search(plain, board, 1).best.front().score ||
          (board.moves() & kCorners) != 0);
  }
}

}  // namespace logistello::tests

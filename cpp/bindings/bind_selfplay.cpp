// Many games or searches at once, one a thread.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/many.hpp"
#include "bindings/searcher_settings.hpp"
#include "board/replay.hpp"
#include "selfplay/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

constexpr std::size_t kMostMoves = 60;

// A searcher for each thread, all with the same model.
class Crew {
 public:
  Crew(nb::handle evaluator, const std::optional<Numbers>& midgame, const std::optional<Numbers>& endgame,
       std::size_t table_bytes, int threads) {
    check_threads(threads);
    const std::shared_ptr<const Model> model = model_of(evaluator);
    const std::shared_ptr<const ProbCut> probcut = probcut_of(*model, midgame, endgame);
    for (int i = 0; i < threads; ++i) searchers_.push_back(std::make_unique<Searcher>(table_bytes, model, probcut));
  }

  Searcher& of(int thread) { return *searchers_[static_cast<std::size_t>(thread)]; }
  void stop() {
    for (const auto& searcher : searchers_) searcher->stop();
  }

 private:
  std::vector<std::unique_ptr<Searcher>> searchers_;
};

// Before any thread starts: an exception in one of several threads would end the process.
void check_openings(const RowsView<std::uint8_t>& openings) {
  const std::size_t width = openings.shape(1);
  if (width > kMostMoves) throw std::invalid_argument("an opening has at most 60 moves");
  for (std::size_t row = 0; row < openings.shape(0); ++row) {
    const std::span entries(openings.data() + row * width, width);
    if (std::ranges::find(entries, kPass) != entries.end()) {
      throw std::invalid_argument("opening " + std::to_string(row) + " names a pass; passes are left out");
    }
    const Replayed replayed = replay(entries);
    if (replayed.status == ReplayStatus::kOver || replayed.status == ReplayStatus::kUnfinished) continue;
    throw std::invalid_argument("opening " + std::to_string(row) + ": its move number " +
                                std::to_string(replayed.plies + 1) + " cannot be played");
  }
}

using Games = std::tuple<Rows<std::uint8_t>, Rows<std::int16_t>, Rows<std::uint8_t>>;

Games self_play(nb::handle evaluator, const std::optional<Numbers>& midgame, const std::optional<Numbers>& endgame,
                const RowsView<std::uint8_t>& openings, const ColumnView<std::uint8_t>& random_moves,
                const ColumnView<float>& blunder_chance, const ColumnView<std::uint64_t>& seeds, int depth,
                int exact_empties, int threads, std::size_t table_bytes, const nb::object& on_progress) {
  const std::size_t games = openings.shape(0);
  check_openings(openings);
  if (random_moves.shape(0) != games || blunder_chance.shape(0) != games || seeds.shape(0) != games) {
    throw std::invalid_argument("expected as many openings, random moves, blunder chances and seeds");
  }
  if (depth < 1 || exact_empties < 0) throw std::invalid_argument("depth must be positive, exact_empties not negative");
  Crew crew(evaluator, midgame, endgame, table_bytes, threads);
  auto [all_squares, squares] = new_rows<std::uint8_t>(games, kMostMoves);
  auto [all_values, values] = new_rows<std::int16_t>(games, kMostMoves);
  auto [all_reasons, reasons] = new_rows<std::uint8_t>(games, kMostMoves);
  std::fill_n(squares, games * kMostMoves, kEndOfRecord);
  const PlaySettings settings{depth, exact_empties};
  std::atomic<bool> stop{false};
  for_many(
      games, threads, stop, on_progress,
      [&, squares = squares, values = values, reasons = reasons](int thread, std::size_t game) {
        const std::uint8_t* const given = openings.data() + game * openings.shape(1);
        const std::uint8_t* const given_end = std::find(given, given + openings.shape(1), kEndOfRecord);
        const Opening opening{{given, given_end}, random_moves(game), blunder_chance(game)};
        std::size_t at = game * kMostMoves;
        for (const PlayedMove& move : play_game(crew.of(thread), opening, settings, seeds(game))) {
          squares[at] = move.square;
          values[at] = static_cast<std::int16_t>(move.value.number());
          reasons[at] = static_cast<std::uint8_t>(move.reason);
          ++at;
        }
      },
      [&] { crew.stop(); });
  return {all_squares, all_values, all_reasons};
}

std::tuple<Column<float>, Column<std::uint8_t>> search_many(nb::handle evaluator, const std::optional<Numbers>& midgame,
                                                            const std::optional<Numbers>& endgame,
                                                            const ColumnView<std::uint64_t>& own,
                                                            const ColumnView<std::uint64_t>& opp, int depth,
                                                            int threads, std::size_t table_bytes,
                                                            const nb::object& on_progress) {
  if (depth < 1) throw std::invalid_argument("depth must be positive, got " + std::to_string(depth));
  Crew crew(evaluator, midgame, endgame, table_bytes, threads);
  const std::vector<Board> boards = boards_of(own, opp);
  auto [values, to_values] = new_column<float>(boards.size());
  auto [squares, to_squares] = new_column<std::uint8_t>(boards.size());
  std::atomic<bool> stop{false};
  for_many(
      boards.size(), threads, stop, on_progress,
      [&, value = to_values, square = to_squares](int thread, std::size_t i) {
        Searcher& searcher = crew.of(thread);
        searcher.clear();  // the answers must not depend on what was asked before
        SearchRequest request;
        request.board = boards[i];
        request.depth = depth;
        const SearchResult found = searcher.search(request);
        if (found.best.empty()) {  // the game is over, or a stop came
          value[i] = static_cast<float>(final_score(boards[i]));
          square[i] = kNoMove;
        } else {
          value[i] = static_cast<float>(found.best.front().score.number()) / kScorePerDisc;
          square[i] = static_cast<std::uint8_t>(found.best.front().line.front());
        }
      },
      [&] { crew.stop(); });
  return {values, squares};
}

}  // namespace

void bind_selfplay(nb::module_& m) {
  m.def("self_play", &self_play, "evaluator"_a, "probcut_midgame"_a = nb::none(), "probcut_endgame"_a = nb::none(),
        nb::kw_only(), "openings"_a, "random_moves"_a, "blunder_chance"_a, "seeds"_a, "depth"_a = 6,
        "exact_empties"_a = 16, "threads"_a = 1, "table_bytes"_a = 1 << 21, "on_progress"_a = nb::none(),
        "Whole games from rows of opening moves, filled up with 255: the squares, the values before each move in 1/128 "
        "disc for the side to move, and why each move was played (0 given, 1 random, 2 blunder, 3 searched, 4 exact). "
        "Each game depends on nothing but its row. `on_progress` gets the number of games done.");
  m.def("search_many", &search_many, "evaluator"_a, "probcut_midgame"_a = nb::none(), "probcut_endgame"_a = nb::none(),
        nb::kw_only(), "own"_a, "opp"_a, "depth"_a, "threads"_a = 1, "table_bytes"_a = 1 << 18,
        "on_progress"_a = nb::none(),
        "Values in discs for the side to move and best squares (64: pass, 65: none) by the selective search. The "
        "answers do not depend on threads or order. `on_progress` gets the number of positions done.");
}

}  // namespace logistello::bindings

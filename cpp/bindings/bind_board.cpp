#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "bindings/interruptible.hpp"
#include "board/board.hpp"
#include "board/hash.hpp"
#include "board/last_flip.hpp"
#include "board/perft.hpp"
#include "board/replay.hpp"
#include "board/stability.hpp"
#include "board/symmetry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

int checked_square(int square) {
  if (square < 0 || square > 63) {
    throw std::invalid_argument("square " + std::to_string(square) + " is not on the board (0 to 63)");
  }
  return square;
}

int checked_symmetry(int symmetry) {
  if (symmetry < 0 || symmetry >= kSymmetries) {
    throw std::invalid_argument("symmetry " + std::to_string(symmetry) + " is not one of 0 to 7");
  }
  return symmetry;
}

void check_width(std::size_t width) {
  if (width > 128) {
    throw std::invalid_argument("rows have " + std::to_string(width) + " entries; a game has at most 128");
  }
}

// Where the games of many rows lead, a column for each member of Replayed.
class ReplayColumns {
 public:
  explicit ReplayColumns(std::size_t games)
      : black_(new_column<std::uint64_t>(games)),
        white_(new_column<std::uint64_t>(games)),
        turn_(new_column<std::uint8_t>(games)),
        plies_(new_column<std::uint8_t>(games)),
        status_(new_column<std::uint8_t>(games)),
        black_moved_(new_column<std::uint64_t>(games)) {}

  void set(std::size_t row, const Replayed& game) {
    black_.second[row] = game.black;
    white_.second[row] = game.white;
    turn_.second[row] = game.white_to_move;
    plies_.second[row] = game.plies;
    status_.second[row] = static_cast<std::uint8_t>(game.status);
    black_moved_.second[row] = game.black_moved;
  }

  auto columns() const {
    return std::make_tuple(black_.first, white_.first, turn_.first, plies_.first, status_.first, black_moved_.first);
  }

 private:
  template <typename T>
  using Column = decltype(new_column<T>(0));

  Column<std::uint64_t> black_;
  Column<std::uint64_t> white_;
  Column<std::uint8_t> turn_;
  Column<std::uint8_t> plies_;
  Column<std::uint8_t> status_;
  Column<std::uint64_t> black_moved_;
};

auto replay_rows(const RowsView<std::uint8_t>& rows) {
  const std::size_t width = rows.shape(1);
  check_width(width);
  ReplayColumns found(rows.shape(0));
  {
    const std::uint8_t* data = rows.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < rows.shape(0); ++i) found.set(i, replay({data + i * width, width}));
  }
  return found.columns();
}

auto replay_positions(const RowsView<std::uint8_t>& rows) {
  const std::size_t width = rows.shape(1);
  check_width(width);
  ReplayColumns found(rows.shape(0));
  std::vector<std::uint64_t> own;
  std::vector<std::uint64_t> opp;
  std::vector<std::uint8_t> turn;
  std::vector<std::uint32_t> game;
  std::vector<std::uint8_t> ply;
  {
    const std::uint8_t* data = rows.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < rows.shape(0); ++i) {
      std::uint8_t number = 0;
      found.set(i, replay({data + i * width, width}, [&](const Board& board, bool white_to_move) {
                  own.push_back(board.own);
                  opp.push_back(board.opp);
                  turn.push_back(white_to_move);
                  game.push_back(static_cast<std::uint32_t>(i));
                  ply.push_back(number++);
                }));
    }
  }
  return std::make_tuple(
      found.columns(), std::make_tuple(as_column(std::move(own)), as_column(std::move(opp)), as_column(std::move(turn)),
                                       as_column(std::move(game)), as_column(std::move(ply))));
}

auto canonical_many(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp) {
  if (own.shape(0) != opp.shape(0)) throw std::invalid_argument("own and opp have different lengths");
  const std::size_t size = own.shape(0);
  auto [own_column, own_out] = new_column<std::uint64_t>(size);
  auto [opp_column, opp_out] = new_column<std::uint64_t>(size);
  {
    const std::uint64_t* own_data = own.data();
    const std::uint64_t* opp_data = opp.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < size; ++i) {
      const Board board = canonical({own_data[i], opp_data[i]}).board;
      own_out[i] = board.own;
      opp_out[i] = board.opp;
    }
  }
  return std::make_tuple(own_column, opp_column);
}

std::uint64_t count_perft(Bits own, Bits opp, int depth, bool free_pass, int threads) {
  if (depth < 0) throw std::invalid_argument("depth must not be negative, got " + std::to_string(depth));
  if (threads < 1) throw std::invalid_argument("threads must be at least 1, got " + std::to_string(threads));
  std::atomic<bool> stop{false};
  std::uint64_t leaves = 0;
  const PassRule rule = free_pass ? PassRule::kFree : PassRule::kPly;
  run_interruptibly([&] { leaves = perft({own, opp}, depth, rule, threads, stop); }, [&] { stop = true; });
  return leaves;
}

}  // namespace

void bind_board(nb::module_& m) {
  m.def(
      "legal_moves", [](Bits own, Bits opp) { return legal_moves(own, opp); }, "own"_a, "opp"_a,
      "Squares where the side with discs `own` may move, as a bitboard.");
  m.def(
      "flips", [](Bits own, Bits opp, int square) { return flips(own, opp, checked_square(square)); }, "own"_a, "opp"_a,
      "square"_a, "Discs of `opp` turned by a move to an empty square; 0 if the move is illegal.");
  m.def(
      "count_last_flips", [](Bits own, int square) { return count_last_flips(own, checked_square(square)); }, "own"_a,
      "square"_a, "Number of discs turned by filling the only empty square of the board.");
  m.def(
      "potential_moves", [](Bits own, Bits opp) { return potential_moves(own, opp); }, "own"_a, "opp"_a,
      "Empty squares beside an opponent's disc that could be flanked.");
  m.def(
      "stable_discs", [](Bits own, Bits opp) { return stable_discs(own, opp); }, "own"_a, "opp"_a,
      "Discs of `own` that can never be turned again (a lower bound).");
  m.def(
      "transform", [](Bits bits, int symmetry) { return transform(bits, checked_symmetry(symmetry)); }, "bits"_a,
      "symmetry"_a, "The bitboard under one of the 8 symmetries.");
  m.def(
      "canonical",
      [](Bits own, Bits opp) {
        const Canonical found = canonical({own, opp});
        return std::make_tuple(found.board.own, found.board.opp, found.symmetry);
      },
      "own"_a, "opp"_a, "The smallest of the 8 symmetric boards, and the symmetry that leads to it.");
  m.def("hash", [](Bits own, Bits opp) { return hash(Board{own, opp}); }, "own"_a, "opp"_a, "64-bit hash of a board.");
  m.def("perft", &count_perft, "own"_a, "opp"_a, "depth"_a, "free_pass"_a = false, "threads"_a = 1,
        "Leaves of the game tree after `depth` plies.");
  m.def("canonical_many", &canonical_many, "own"_a, "opp"_a, "The smallest of the 8 symmetric boards, in bulk.");
  m.def("replay_positions", &replay_positions, "moves"_a,
        "What `replay` gives, and every position with a legal move that the rows lead through (as far as they are "
        "legal): own, opp, turn, game (row number), ply (moves made before it).");
  m.def("replay", &replay_rows, "moves"_a,
        "Replay rows of moves from the start position; returns black, white, turn, plies, status, black_moved.");
}

}  // namespace logistello::bindings

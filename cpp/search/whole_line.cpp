#include "search/whole_line.hpp"

#include <atomic>

#include "board/hash.hpp"
#include "board/square.hpp"
#include "eval/lookahead.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"
#include "search/shallow_search.hpp"

namespace logistello {

void WholeLine::complete(Board board, int depth, std::vector<int>& line) {
  for (const int square : line) {
    board = square == kPass ? board.passed() : board.play(square);
    if (square != kPass) --depth;
  }
  while (depth > 0 && !board.is_over()) {
    const int square = board.moves() == 0 ? kPass : next_move(board, depth);
    if (square == kNoMove) return;
    line.push_back(square);
    board = square == kPass ? board.passed() : board.play(square);
    if (square != kPass) --depth;
  }
}

// The board has a legal move, `depth` more are wanted.
int WholeLine::next_move(const Board& board, int depth) {
  const int empties = board.empty_count();
  // What the search does without the shared table is done again: the last squares of the game...
  if (depth >= empties && empties <= parameters.endgame_empties) return best_exact_move(board);
  const TableEntry entry = table_.probe(hash(board)).value_or(TableEntry{});
  for (const int square : entry.move) {
    if (square < kPass && (board.moves() & bit(square)) != 0) return square;
  }
  // ... and the last moves before the horizon.
  if (depth > ShallowSearch::kMostDepth) return kNoMove;
  const std::atomic<bool> never{false};
  return best_by_look_ahead(model_, board, depth, kScorePerDisc, never).square;
}

int WholeLine::best_exact_move(const Board& board) {
  if (!endgame_) endgame_.emplace();
  const int empties = board.empty_count();
  const Discs score = endgame_->solve(board, empties, Discs(-kMaxDiscs), Discs(kMaxDiscs));
  for (const int square : squares_of(board.moves())) {
    if (endgame_->solve(board.play(square), empties - 1, -score, just_above(-score)) <= -score) return square;
  }
  return kNoMove;  // not reached: some move gets the score
}

}  // namespace logistello

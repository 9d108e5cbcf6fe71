#include "board/replay.hpp"

namespace logistello {
namespace {

template <typename Visit>
Replayed replay_and(std::span<const std::uint8_t> entries, Visit visit) {
  Board board = kStartBoard;
  bool white_to_move = false;
  Bits black_moved = 0;
  std::uint8_t plies = 0;
  const auto finish = [&](ReplayStatus status) {
    return Replayed{white_to_move ? board.opp : board.own,
                    white_to_move ? board.own : board.opp,
                    white_to_move,
                    plies,
                    status,
                    black_moved};
  };
  const auto pass = [&] {
    board = board.passed();
    white_to_move = !white_to_move;
  };

  for (const std::uint8_t entry : entries) {
    if (entry == kEndOfRecord) break;
    if (board.moves() == 0) {
      if (board.passed().moves() == 0) return finish(ReplayStatus::kAfterTheEnd);
      if (entry != kPass) pass();
    } else if (entry == kPass) {
      return finish(ReplayStatus::kIllegal);
    }
    if (!white_to_move && plies < 64) black_moved |= bit(plies);
    if (entry == kPass) {
      pass();
    } else {
      const bool empty = entry < 64 && (board.empties() & bit(entry)) != 0;
      const Bits flipped = empty ? flips(board.own, board.opp, entry) : 0;
      if (flipped == 0) {
        if (plies < 64) black_moved &= ~bit(plies);
        return finish(ReplayStatus::kIllegal);
      }
      visit(board, white_to_move);
      board = board.after(entry, flipped);
      white_to_move = !white_to_move;
    }
    ++plies;
  }
  return finish(board.is_over() ? ReplayStatus::kOver : ReplayStatus::kUnfinished);
}

}  // namespace

Replayed replay(std::span<const std::uint8_t> entries) {
  return replay_and(entries, [](const Board&, bool) {});
}

Replayed replay(std::span<const std::uint8_t> entries, const OnPosition& on_position) {
  return replay_and(entries, on_position);
}

}  // namespace logistello

// A position inside a search: the board with what the evaluation needs to follow it.
#pragma once

#include "board/board.hpp"
#include "board/square.hpp"
#include "eval/model.hpp"
#include "search/moves.hpp"

namespace logistello {

struct Node {
  Board board;
  FeatureVector indices;
  int empties;
  int last_move;  // the opponent's, kNoMove if unknown

  int discs() const { return 64 - empties; }

  static Node root(const Model& model, const Board& board) {
    return {board, model.geometry().indices(board), board.empty_count(), kNoMove};
  }
  Node passed(const Model& model) const { return {board.passed(), model.geometry().passed(indices), empties, kPass}; }
  Node after(const Model& model, int square, Bits flipped) const {
    return {board.after(square, flipped), model.geometry().after(indices, square, flipped), empties - 1, square};
  }
  Node after(const Model& model, const Move& move) const {
    const Bits flipped = (move.child.opp ^ board.own) & ~bit(move.square);
    return {move.child, model.geometry().after(indices, move.square, flipped), empties - 1, move.square};
  }
};

}  // namespace logistello

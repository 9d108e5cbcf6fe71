// What others ask a search, and what it answers. Everything is seen by the side to move.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "board/board.hpp"
#include "board/square.hpp"
#include "search/confidence.hpp"
#include "search/control.hpp"
#include "search/score.hpp"

namespace logistello {

// ---- exact scores ----

struct SolveRequest {
  Board board{};
  Bounds<Discs> window{};  // the question: scores outside it need no exact answer
  bool all_moves = false;
  int threads = 1;
  Limits limits{};
};

struct SolvedMove {
  int square;
  Bounds<Discs> bounds;  // for the side that makes the move
};

struct SolveResult {
  Bounds<Discs> bounds;
  int move = kNoMove;             // kPass for a forced pass, kNoMove if the game is over or nothing is known yet
  std::vector<int> line;          // principal variation, passes included
  std::vector<SolvedMove> moves;  // with all_moves: every legal move that was reached
  bool complete = false;          // the question is answered; false if a limit or stop() came first
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// A better bound was found while the search goes on. Called from the searching thread.
struct SolveProgress {
  Bounds<Discs> bounds;
  int move;
  std::uint64_t nodes;
  double seconds;
};
using OnProgress = std::function<void(const SolveProgress&)>;

// ---- the best move ----

struct SearchRequest {
  Board board{};
  int depth = 60;      // moves ahead at most
  int best_moves = 1;  // so many moves get a value and a line of their own
  Bits excluded = 0;   // root moves that are not looked at; must leave one, and has no meaning where a pass is forced
  // Before the exact pass, one that only asks who wins: it takes a part of the time, and what it proves is never given
  // up for discs. Has no meaning with several best moves.
  bool winner_first = false;
  bool stop_if_lost = false;  // then a proven loss ends the search: by how much is not asked
  // Lines are completed, which takes a few milliseconds where one reaches the end of the game: after each pass if
  // somebody listens, otherwise once, when the search is over.
  bool whole_lines = false;
  bool every_depth = false;  // passes of every depth, where otherwise some are left out
  int threads = 1;
  Limits limits{};
};

// What one pass found out about one move.
struct Info {
  int rank;   // 0 for the best move
  int depth;  // moves ahead; with `to_end` all empty squares
  bool to_end;
  Confidence confidence;
  float threshold;  // how sure: standard deviations to spare before something was cut
  Score score;
  std::vector<int> line;  // starts with the move; kPass for a forced pass
  std::uint64_t nodes;
  double seconds;
  bool complete;           // false if the pass was cut short or asked who wins only: another move may be better still
  Bounds<Score> proven{};  // of the position: what exact passes to the end have shown so far

  // The same as a probability.
  int percent() const { return confidence == Confidence::exact ? 100 : percent_within(threshold); }
  bool exact() const { return to_end && confidence == Confidence::exact && complete; }
};
using OnInfo = std::function<void(const Info&)>;

struct SearchResult {
  std::vector<Info> best;  // by rank; empty only if the game is over or not even the first pass was finished
  bool complete = false;   // the depth asked for was reached; false if a limit or stop() came first
  std::uint64_t nodes = 0;
  double seconds = 0;
};

}  // namespace logistello

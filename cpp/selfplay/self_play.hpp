// Games of the engine against itself, made for learning: openings that are given or random, now and then a blunder
// that the other side may punish, and an exact ending.
//
// Buro, "From simple features to sophisticated evaluation functions", section 3: positions in which mistakes are
// exploited must be among the training data, or the evaluation never learns what good players avoid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "search/searcher.hpp"

namespace logistello {

struct PlaySettings {
  int depth = 6;           // moves ahead until the ending
  int exact_empties = 16;  // with at most so many empty squares the game is played out without a mistake
};

// Why a move was played. Only positions of the last three kinds have a value.
enum class Reason : std::uint8_t {
  given,     // part of an opening
  random,    // any legal move
  blunder,   // any legal move but the best
  searched,  // the best one, as far as `depth` moves ahead tell
  exact,     // best play to the end
};

struct PlayedMove {
  std::uint8_t square;
  Reason reason;
  Score value;  // of the position before the move, for the side that moves
};

// How one game begins and how often it goes wrong.
struct Opening {
  std::span<const std::uint8_t> moves;  // legal from the initial position, passes left out
  int random_moves = 0;                 // after the given ones
  double blunder_chance = 0;            // of every searched move
};

// A whole game, passes left out; shorter if the searcher is stopped. It depends on nothing but the arguments and what
// the searcher was made with: its table is cleared first. Throws std::invalid_argument if a given move is illegal.
std::vector<PlayedMove> play_game(Searcher& searcher, const Opening& opening, const PlaySettings& settings,
                                  std::uint64_t seed);

}  // namespace logistello

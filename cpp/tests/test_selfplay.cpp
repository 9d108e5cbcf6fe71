#include <stdexcept>

#include "board/board.hpp"
#include "selfplay/self_play.hpp"
#include "tests/brute_force.hpp"
#include "tests/check.hpp"
#include "tests/random_boards.hpp"
#include "tests/search_model.hpp"

namespace logistello::tests {
namespace {

constexpr std::size_t kSmallTableBytes = 1 << 18;

// Plays the moves again; gives the board before each and checks that it was legal.
std::vector<Board> boards_of(const std::vector<PlayedMove>& game) {
  std::vector<Board> boards;
  Board board = kStartBoard;
  for (const PlayedMove& move : game) {
    if (board.moves() == 0) board = board.passed();
    CHECK((board.moves() & bit(move.square)) != 0);
    boards.push_back(board);
    board = board.play(move.square);
  }
  CHECK(board.is_over());
  return boards;
}

bool same(const std::vector<PlayedMove>& one, const std::vector<PlayedMove>& other) {
  if (one.size() != other.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].square != other[i].square || one[i].reason != other[i].reason || one[i].value != other[i].value) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST(selfplay_games_are_legal_and_reasons_are_true) {
  const auto model = random_search_model(1);
  Searcher searcher(kSmallTableBytes, model, nullptr);
  const PlaySettings settings{.depth = 2, .exact_empties = 8};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Opening opening{.moves = {}, .random_moves = static_cast<int>(seed), .blunder_chance = 0.1};
    const std::vector<PlayedMove> game = play_game(searcher, opening, settings, seed);
    const std::vector<Board> boards = boards_of(game);
    for (std::size_t i = 0; i < game.size(); ++i) {
      const bool exact = boards[i].empty_count() <= settings.exact_empties;
      const bool random = i < seed;
      CHECK_EQ(game[i].reason == Reason::random, random);
      CHECK_EQ(game[i].reason == Reason::exact, exact && !random);
      if (random) CHECK_EQ(game[i].value, Score{0});
    }
    CHECK(same(game, play_game(searcher, opening, settings, seed)));
  }
}

TEST(selfplay_endings_are_exact) {
  const auto model = random_search_model(2);
  Searcher searcher(kSmallTableBytes, model, nullptr);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Opening opening{.moves = {}, .random_moves = 52, .blunder_chance = 0};
    const std::vector<PlayedMove> game = play_game(searcher, opening, {.depth = 1, .exact_empties = 8}, seed);
    const std::vector<Board> boards = boards_of(game);
    for (std::size_t i = 0; i < game.size(); ++i) {
      if (game[i].reason == Reason::exact) CHECK_EQ(game[i].value, to_score(Discs(alpha_beta(boards[i]))));
    }
  }
}

// The first searched move of a game is what a searcher with an empty table says; a blunder is any other move, and the
// value is that of the best one.
TEST(selfplay_values_are_those_of_searches) {
  const auto model = random_search_model(3);
  Searcher searcher(kSmallTableBytes, model, nullptr);
  int blunders = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Opening opening{.moves = {}, .random_moves = 10, .blunder_chance = 0.5};
    const std::vector<PlayedMove> game = play_game(searcher, opening, {.depth = 3, .exact_empties = 6}, seed);
    const std::vector<Board> boards = boards_of(game);
    Searcher fresh(kSmallTableBytes, model, nullptr);
    SearchRequest request;
    request.board = boards[10];
    request.depth = 3;
    const SearchResult found = fresh.search(request);
    CHECK_EQ(found.best.front().score, game[10].value);
    const bool best = found.best.front().line.front() == game[10].square;
    CHECK_EQ(best, game[10].reason == Reason::searched);
    blunders += best ? 0 : 1;
  }
  CHECK(blunders > 15 && blunders < 45);
}

TEST(selfplay_begins_with_the_given_moves) {
  const auto model = random_search_model(4);
  Searcher searcher(kSmallTableBytes, model, nullptr);
  const std::vector<std::uint8_t> moves{37, 43, 18};  // f5d6c3
  const Opening opening{.moves = moves, .random_moves = 2, .blunder_chance = 0};
  const std::vector<PlayedMove> game = play_game(searcher, opening, {.depth = 1, .exact_empties = 6}, 9);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    CHECK_EQ(game[i].square, moves[i]);
    CHECK(game[i].reason == Reason::given);
  }
  CHECK(game[3].reason == Reason::random && game[4].reason == Reason::random && game[5].reason == Reason::searched);
  const std::vector<std::uint8_t> illegal{0};
  bool refused = false;
  try {
    play_game(searcher, {.moves = illegal}, {.depth = 1, .exact_empties = 6}, 9);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

}  // namespace logistello::tests

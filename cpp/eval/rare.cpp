#include "eval/rare.hpp"

#include <algorithm>
#include <unordered_set>

#include "board/hash.hpp"
#include "board/symmetry.hpp"
#include "eval/dice.hpp"

namespace logistello {
namespace {

// The places of the counters of a board, one a feature.
void find_counters(const ConfigurationCounters& counters, const Board& board, std::uint32_t* out) {
  counters.extractor.extract(board, out);
  const std::size_t stage = counters.stage_of_discs[64 - board.empty_count()];
  const auto first = static_cast<std::uint32_t>(stage * counters.weights);
  for (std::size_t i = 0; i < counters.extractor.features(); ++i) {
    out[i] = first + counters.weight_of[counters.offset_of_feature[i] + out[i]];
  }
}

// The boards that are not new, by the hash of their canonical form.
class Known {
 public:
  explicit Known(std::span<const Board> boards) {
    given_.reserve(boards.size());
    for (const Board& board : boards) given_.push_back(hash(canonical(board).board));
    std::sort(given_.begin(), given_.end());
  }

  // False if it was there already.
  bool add(const Board& canonical_board) {
    const Bits key = hash(canonical_board);
    return !std::binary_search(given_.begin(), given_.end(), key) && added_.insert(key).second;
  }

 private:
  std::vector<Bits> given_;
  std::unordered_set<Bits> added_;
};

}  // namespace

void ConfigurationCounters::add(const Board& board, std::uint32_t* scratch) const {
  find_counters(*this, board, scratch);
  for (std::size_t i = 0; i < extractor.features(); ++i) ++matches[scratch[i]];
}

std::vector<FilledPosition> fill_rare(std::span<const Board> roots, const ConfigurationCounters& counters,
                                      const FillRareOptions& options, const std::atomic<bool>& stop,
                                      std::atomic<std::size_t>& kept, std::atomic<std::uint64_t>& walked) {
  std::vector<FilledPosition> found;
  if (roots.empty()) return found;
  Known known(roots);
  Dice dice(options.seed);
  std::vector<std::uint32_t> places(counters.extractor.features());
  const auto is_rare = [&](std::uint32_t place) { return counters.matches[place] < options.enough; };
  for (std::uint64_t walk = 0; walk < options.walks; ++walk) {
    if (stop.load(std::memory_order_relaxed)) break;
    const auto root = static_cast<std::size_t>(dice.below(roots.size()));
    Board board = roots[root];
    for (auto left = 1 + dice.below(static_cast<std::uint64_t>(options.most_moves)); left > 0; --left) {
      Bits moves = board.moves();
      if (moves == 0) {
        board = board.passed();
        moves = board.moves();
        if (moves == 0) break;
      }
      board = board.play(dice.pick(moves));
      if (board.moves() == 0) continue;  // the side to move of a labelled position has a move
      find_counters(counters, board, places.data());
      if (std::none_of(places.begin(), places.end(), is_rare)) continue;
      const Board image = canonical(board).board;
      if (!known.add(image)) continue;
      for (const std::uint32_t place : places) ++counters.matches[place];
      found.push_back({image, root});
      kept.store(found.size(), std::memory_order_relaxed);
      if (found.size() >= options.positions) return found;
    }
    walked.store(walk + 1, std::memory_order_relaxed);
  }
  return found;
}

}  // namespace logistello

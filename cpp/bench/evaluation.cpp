// How good the evaluation is where the solver asks it: on the children of nodes inside its trees.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>

#include "bench/commands.hpp"
#include "bench/model_file.hpp"
#include "bench/positions.hpp"
#include "eval/lookahead.hpp"
#include "search/searcher.hpp"

namespace logistello::bench {
namespace {

struct Child {
  double exact;  // discs, for the side that makes the move
  double value;
};

// Sums over parents and children.
class Errors {
 public:
  void add(const std::vector<Child>& brothers) {
    double mean = 0, most = -1e9, best_exact = -1e9, chosen = 0;
    for (const Child& child : brothers) mean += (child.value - child.exact) / static_cast<double>(brothers.size());
    for (const Child& child : brothers) {
      const double error = child.value - child.exact;
      absolute_ += std::abs(error);
      squared_ += error * error;
      among_brothers_ += (error - mean) * (error - mean);
      best_exact = std::max(best_exact, child.exact);
      if (child.value > most) {
        most = child.value;
        chosen = child.exact;
      }
    }
    children_ += static_cast<double>(brothers.size());
    parents_ += 1;
    best_ += chosen == best_exact;
    regret_ += best_exact - chosen;
  }

  void print() const {
    std::printf("parents %.0f, children %.0f\n", parents_, children_);
    std::printf("mean absolute error %.2f, root mean square %.2f, deviation among brothers %.2f discs\n",
                absolute_ / children_, std::sqrt(squared_ / children_), std::sqrt(among_brothers_ / children_));
    std::printf("the most promising move is best in %.1f %%, regret %.2f discs\n", 100 * best_ / parents_,
                regret_ / parents_);
  }

 private:
  double parents_ = 0, children_ = 0, absolute_ = 0, squared_ = 0, among_brothers_ = 0, best_ = 0, regret_ = 0;
};

}  // namespace

int evaluation(const Arguments& arguments) {
  const LoadedModel loaded = load_model(arguments.text("model"));
  const int depth = arguments.number("depth", 0);
  std::vector<RecordedPosition> positions = read_positions(arguments.text("positions"));
  positions.resize(std::min(positions.size(), static_cast<std::size_t>(arguments.number("most", 1000))));
  Searcher searcher(std::size_t{256} << 20, loaded.model, loaded.probcut);
  const std::atomic<bool> never{false};
  Errors errors;
  for (const RecordedPosition& parent : positions) {
    std::vector<Child> brothers;
    for (const int square : squares_of(parent.board.moves())) {
      SolveRequest request;
      request.board = parent.board.play(square);
      const double exact = -searcher.solve(request).bounds.lower.number();
      const int units = -look_ahead(*loaded.model, request.board, depth, kScorePerDisc, never);
      brothers.push_back({exact, static_cast<double>(units) / kScorePerDisc});
    }
    if (!brothers.empty()) errors.add(brothers);
  }
  errors.print();
  return 0;
}

}  // namespace logistello::bench

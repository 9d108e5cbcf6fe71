#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>

#include "bench/commands.hpp"
#include "bench/model_file.hpp"
#include "bench/positions.hpp"
#include "bench/problems.hpp"
#include "eval/dice.hpp"
#include "search/observe.hpp"
#include "search/searcher.hpp"

namespace logistello::bench {
namespace {

using Count = unsigned long long;

#if defined(LOGISTELLO_OBSERVE)
void print_counters() {
  std::puts("empties\tnodes\tstable\ttable\tETC\tsearched\tcut\tfirst\tmoves/node");
  for (int empties = 5; empties <= 64; ++empties) {
    const observe::Counts& at = observe::counts[static_cast<std::size_t>(empties)];
    if (at.nodes == 0) continue;
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
      return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    std::printf("%d\t%llu\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f%%\t%.2f\n", empties,
                static_cast<Count>(at.nodes), share(at.stability_cuts, at.nodes), share(at.table_answers, at.nodes),
                share(at.known_child_cuts, at.nodes), share(at.searched, at.nodes), share(at.cuts, at.searched),
                share(at.first_move_cuts, at.cuts), share(at.moves_searched, at.searched) / 100);
  }
}
#else
void print_counters() {}
#endif

struct Solved {
  const Problem& problem;
  const SolveResult& result;
  double seconds;
};

void solve_all(const Arguments& arguments, const std::function<void(const Solved&)>& on_solved) {
  const LoadedModel loaded = load_model(arguments.text("model"));
  const auto megabytes = static_cast<std::size_t>(arguments.number("hash-mb", 512));
  Searcher searcher(megabytes << 20, loaded.model, loaded.probcut);
  searcher.clear();  // touches every page: what the system needs to hand them out is not part of the times
  const std::string only = arguments.text("only", "");
  for (const Problem& problem : read_problems(arguments.text("problems"), arguments.number("first", 1))) {
    if (!is_listed(only, problem.number)) continue;
    SolveRequest request;
    request.board = problem.board;
    request.threads = arguments.number("threads", 1);
    const double began = processor_seconds();
    const SolveResult result = searcher.solve(request);
    on_solved({problem, result, processor_seconds() - began});
  }
}

}  // namespace

int solve(const Arguments& arguments) {
  Count nodes = 0;
  double seconds = 0;
  int wrong = 0;
  solve_all(arguments, [&](const Solved& solved) {
    const Discs score = solved.result.bounds.lower;
    const bool right = !solved.problem.score || Discs(*solved.problem.score) == score;
    std::printf("%d\t%d\t%+d\t%llu\t%.3f%s\n", solved.problem.number, solved.problem.board.empty_count(),
                score.number(), static_cast<Count>(solved.result.nodes), solved.seconds, right ? "" : "\tWRONG");
    std::fflush(stdout);
    nodes += solved.result.nodes;
    seconds += solved.seconds;
    wrong += !right;
  });
  std::printf("total\t\t\t%llu\t%.3f\n", nodes, seconds);
  print_counters();
  return wrong == 0 ? 0 : 1;
}

int record(const Arguments& arguments) {
#if defined(LOGISTELLO_OBSERVE)
  const int empties = arguments.number("empties", 6);
  const auto most = static_cast<std::size_t>(arguments.number("most", 100'000));
  Dice dice(static_cast<std::uint64_t>(arguments.number("seed", 1)));
  std::vector<RecordedPosition> kept;
  std::uint64_t met = 0;
  // Reservoir sampling: each position that is met has the same chance to be kept.
  observe::on_node = [&](const Board& board, Discs alpha) {
    if (board.empty_count() != empties) return;
    ++met;
    if (kept.size() < most) {
      kept.push_back({board, alpha});
    } else if (const std::uint64_t at = dice.next() % met; at < most) {
      kept[at] = {board, alpha};
    }
  };
  solve_all(arguments, [](const Solved&) {});
  observe::on_node = nullptr;
  write_positions(arguments.text("out"), kept);
  std::printf("%zu of %llu positions\n", kept.size(), static_cast<Count>(met));
  return 0;
#else
  static_cast<void>(arguments);
  throw std::runtime_error("positions are recorded by a program built with OBSERVE=ON");
#endif
}

}  // namespace logistello::bench

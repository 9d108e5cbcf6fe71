#include <cstdio>

#include "bench/commands.hpp"
#include "bench/model_file.hpp"
#include "bench/problems.hpp"
#include "search/searcher.hpp"

namespace logistello::bench {

int solve(const Arguments& arguments) {
  const LoadedModel loaded = load_model(arguments.text("model"));
  Searcher searcher(std::size_t(arguments.number("hash-mb", 512)) << 20, loaded.model, loaded.probcut);
  searcher.clear();  // touches every page: what the system needs to hand them out is not part of the times
  const std::string only = arguments.text("only", "");
  std::uint64_t nodes = 0;
  double seconds = 0;
  int wrong = 0;
  for (const Problem& problem : read_problems(arguments.text("problems"), arguments.number("first", 1))) {
    if (!is_listed(only, problem.number)) continue;
    SolveRequest request;
    request.board = problem.board;
    request.threads = arguments.number("threads", 1);
    const double began = processor_seconds();
    const SolveResult result = searcher.solve(request);
    const double took = processor_seconds() - began;
    const bool right = !problem.score || Discs(*problem.score) == result.bounds.lower;
    std::printf("%d\t%d\t%+d\t%llu\t%.3f%s\n", problem.number, problem.board.empty_count(),
                result.bounds.lower.number(), static_cast<unsigned long long>(result.nodes), took,
                right ? "" : "\tWRONG");
    std::fflush(stdout);
    nodes += result.nodes;
    seconds += took;
    wrong += !right;
  }
  std::printf("total\t\t\t%llu\t%.3f\n", static_cast<unsigned long long>(nodes), seconds);
  return wrong == 0 ? 0 : 1;
}

}  // namespace logistello::bench

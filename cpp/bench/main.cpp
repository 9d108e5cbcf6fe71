// The bench: experiments on the solver without Python. docs/results/solver-speed.md says how it is used.
#include <cstdio>
#include <exception>
#include <string_view>

#include "bench/commands.hpp"

namespace {

constexpr const char* kUsage = R"(bench COMMAND --name value ...
  solve       --model M --problems F [--first N] [--only 40-47,50] [--threads N] [--hash-mb N] [--set name=value]
  record      as solve, and --empties N [--most N] [--seed N] --out POSITIONS   (built with OBSERVE=ON)
  replay      --positions POSITIONS [--rounds N] [--set name=value]
  evaluation  --model M --positions POSITIONS [--most N] [--depth N]
  compare     A B [--rounds N] and what solve takes: two programs in turns
  parameters  their names and values; --set needs a program built with TUNABLE=ON
M is made by tools/bench_model.py; the first line of F is called --first.
)";

}  // namespace

int main(int count, char** words) {
  using namespace logistello::bench;
  try {
    const std::string_view command = count > 1 ? words[1] : "";
    const Arguments arguments(count - 2, words + 2);
    set_parameters(arguments);
    if (command == "solve") return solve(arguments);
    if (command == "record") return record(arguments);
    if (command == "replay") return replay(arguments);
    if (command == "evaluation") return evaluation(arguments);
    if (command == "compare") return compare(arguments);
    if (command == "parameters") return list_parameters();
    std::fputs(kUsage, stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

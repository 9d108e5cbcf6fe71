// A against B: a machine that is shared and noisy gives both the same chances only in turns.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "bench/commands.hpp"

namespace logistello::bench {
namespace {

struct Result {
  double nodes = 0;
  double seconds = 1e9;  // the least of all rounds
};
using Results = std::map<int, Result>;  // by number of the problem

void run(const std::string& command, Results& results) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::array<char, 256> line{};
  bool any = false;
  while (std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    int number = 0, empties = 0, score = 0;
    double nodes = 0, seconds = 0;
    if (!(words >> number >> empties >> score >> nodes >> seconds)) continue;
    any = true;
    std::string wrong;
    if (words >> wrong) throw std::runtime_error(command + ": problem " + std::to_string(number) + " is wrong");
    Result& result = results[number];
    result.nodes = nodes;
    result.seconds = std::min(result.seconds, seconds);
  }
  if (!any) throw std::runtime_error(command + " solved nothing");
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

int compare(const Arguments& arguments) {
  if (arguments.words().size() != 2) throw std::runtime_error("compare takes two programs");
  std::string options;
  for (const char* name : {"model", "problems", "first", "only", "threads", "hash-mb"}) {
    for (const std::string& value : arguments.all(name)) options += std::string(" --") + name + " " + quoted(value);
  }
  std::array<Results, 2> results;
  for (int round = 0; round < arguments.number("rounds", 5); ++round) {
    for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t turn = round % 2 == 0 ? which : 1 - which;
      std::string command = quoted(arguments.words()[turn]) + " solve" + options;
      if (turn == 1) {  // --set applies to B: one program can be compared with itself
        for (const std::string& each : arguments.all("set-b")) command += " --set " + quoted(each);
      }
      run(command, results[turn]);
    }
  }
  Result total[2] = {{0, 0}, {0, 0}};
  std::puts("number\tnodes A\tnodes B\tratio\tseconds A\tseconds B\tratio");
  for (const auto& [number, a] : results[0]) {
    const Result& b = results[1][number];
    std::printf("%d\t%.0f\t%.0f\t%.3f\t%.3f\t%.3f\t%.3f\n", number, a.nodes, b.nodes, b.nodes / a.nodes, a.seconds,
                b.seconds, b.seconds / a.seconds);
    total[0] = {total[0].nodes + a.nodes, total[0].seconds + a.seconds};
    total[1] = {total[1].nodes + b.nodes, total[1].seconds + b.seconds};
  }
  std::printf("total\t%.0f\t%.0f\t%.3f\t%.3f\t%.3f\t%.3f\n", total[0].nodes, total[1].nodes,
              total[1].nodes / total[0].nodes, total[0].seconds, total[1].seconds, total[1].seconds / total[0].seconds);
  return 0;
}

}  // namespace logistello::bench

// The bench: experiments on the solver without Python.
#include <cstdio>
#include <exception>
#include <string_view>

#include "bench/commands.hpp"

int main(int count, char** words) {
  using namespace logistello::bench;
  try {
    const std::string_view command = count > 1 ? words[1] : "";
    const Arguments arguments(count - 2, words + 2);
    if (command == "solve") return solve(arguments);
    std::fprintf(stderr, "commands: solve\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

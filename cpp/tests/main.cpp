// Runs all tests, or those whose names begin with one of the arguments. part=2/4 runs every fourth of them, from the
// second on: four processes then run them all.
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

#include "board/flip.hpp"
#include "tests/check.hpp"

int main(int argc, char** argv) {
  using namespace logistello::tests;
  int part = 1;
  int parts = 1;
  std::vector<std::string_view> beginnings;
  for (int i = 1; i < argc; ++i) {
    if (std::sscanf(argv[i], "part=%d/%d", &part, &parts) != 2) beginnings.emplace_back(argv[i]);
  }
  int found = 0;
  int passed = 0;
  int failed = 0;
  for (const Test& test : all_tests()) {
    bool wanted = beginnings.empty();
    for (const std::string_view beginning : beginnings) wanted |= test.name.starts_with(beginning);
    if (!wanted || found++ % parts != part - 1) continue;
    const auto start = std::chrono::steady_clock::now();
    try {
      test.body();
      ++passed;
    } catch (const std::exception& error) {
      ++failed;
      std::cout << "FAILED " << test.name << ": " << error.what() << '\n';
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << test.name << ' ' << seconds.count() << " s\n";
  }
  std::cout << logistello::kKernelName << ": " << passed << " passed, " << failed << " failed\n";
  return failed == 0 && passed > 0 ? 0 : 1;
}

// Runs all tests, or those whose names begin with one of the arguments.
#include <chrono>
#include <string_view>

#include "board/flip.hpp"
#include "tests/check.hpp"

int main(int argc, char** argv) {
  using namespace logistello::tests;
  int passed = 0;
  int failed = 0;
  for (const Test& test : all_tests()) {
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i) wanted |= test.name.starts_with(argv[i]);
    if (!wanted) continue;
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

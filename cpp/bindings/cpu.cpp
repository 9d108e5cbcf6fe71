// Tells which instruction-set level this CPU has. Built for the baseline, so that it loads everywhere.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

NB_MODULE(_cpu, m) {
  m.def(
      "supported_levels",
      [] {
        std::vector<std::string> levels;
#if defined(__x86_64__)
        __builtin_cpu_init();
        if (__builtin_cpu_supports("x86-64-v2")) levels.emplace_back("v2");
        if (__builtin_cpu_supports("x86-64-v3")) levels.emplace_back("v3");
        if (__builtin_cpu_supports("x86-64-v4")) levels.emplace_back("v4");
#endif
        levels.insert(levels.begin(), "generic");
        return levels;
      },
      "Levels this CPU can run, slowest first.");
}

// What the bench can do, one function a command. Each returns the exit status.
#pragma once

#include <ctime>

#include "bench/arguments.hpp"

namespace logistello::bench {

// Solves problems one after the other with one searcher: score, nodes and processor time of each.
int solve(const Arguments& arguments);

// Processor time of all threads of this process, in seconds.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace logistello::bench

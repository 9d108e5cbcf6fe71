// What the bench can do, one function a command. Each returns the exit status and throws std::exception with what is
// wrong.
#pragma once

#include <ctime>

#include "bench/arguments.hpp"

namespace logistello::bench {

// Solves problems one after the other with one searcher: score, nodes and processor time of each; in an observing build
// the counters by number of empty squares as well.
int solve(const Arguments& arguments);

// Solves problems and keeps positions with a given number of empty squares that were met inside (observing build).
int record(const Arguments& arguments);

// Time and nodes of EndgameSolver on recorded positions.
int replay(const Arguments& arguments);

// Errors of the evaluation on the children of recorded positions, against their exact scores.
int evaluation(const Arguments& arguments);

// Two builds of the bench solve the same problems in turns.
int compare(const Arguments& arguments);

// The names and values of all parameters.
int list_parameters();
// What --set name=value asks for. Throws std::runtime_error unless the build is tunable and knows the name.
void set_parameters(const Arguments& arguments);

// Processor time of all threads of this process, in seconds.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace logistello::bench

#include <nanobind/nanobind.h>

#include "bindings/bind.hpp"
#include "board/flip.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
  // One public home for every level, so that pickles and messages do not depend on the CPU. Must come first.
  m.attr("__name__") = "logistello._native";
  // After Ctrl-C the interpreter may end while something still holds an engine: nothing that users should read about.
  nb::set_leak_warnings(false);
  m.attr("level") = LOGISTELLO_LEVEL;
  m.attr("kernel") = logistello::kKernelName;
  m.attr("compiler") = LOGISTELLO_COMPILER;
  logistello::bindings::bind_backgammon(m);
  logistello::bindings::bind_board(m);
  logistello::bindings::bind_eval(m);
  logistello::bindings::bind_learn(m);
  logistello::bindings::bind_rare(m);
  logistello::bindings::bind_search(m);
  logistello::bindings::bind_selfplay(m);
  logistello::bindings::bind_vector_fit(m);
}

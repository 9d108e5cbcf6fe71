// The bind functions: one per folder of the core, and one for filling rare configurations.
#pragma once

#include <nanobind/nanobind.h>

namespace logistello::bindings {

void bind_board(nanobind::module_& m);
void bind_eval(nanobind::module_& m);
void bind_learn(nanobind::module_& m);
void bind_rare(nanobind::module_& m);
void bind_search(nanobind::module_& m);

}  // namespace logistello::bindings

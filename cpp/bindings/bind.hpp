// The bind functions: one per folder of the core, and one each for filling rare configurations and
// for training vectors.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "eval/model.hpp"

namespace logistello::bindings {

void bind_backgammon(nanobind::module_& m);
void bind_board(nanobind::module_& m);
void bind_eval(nanobind::module_& m);
void bind_learn(nanobind::module_& m);
void bind_rare(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_selfplay(nanobind::module_& m);
void bind_vector_fit(nanobind::module_& m);

// The model inside a Python object of class Evaluator. Throws nanobind::cast_error for another object.
std::shared_ptr<const Model> model_of(nanobind::handle evaluator);

}  // namespace logistello::bindings

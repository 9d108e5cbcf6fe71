// A model as tools/bench_model.py writes it: the arrays that the core is made from.
#pragma once

#include <memory>
#include <string>

#include "eval/model.hpp"
#include "search/probcut.hpp"

namespace logistello::bench {

struct LoadedModel {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const ProbCut> probcut;
};

// Throws std::runtime_error if the file is missing or is not such a file.
LoadedModel load_model(const std::string& path);

}  // namespace logistello::bench

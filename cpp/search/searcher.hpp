// The search as others use it: owns the table and the threads, answers questions about one position at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "search/questions.hpp"
#include "search/team.hpp"

namespace logistello {

class Searcher {
 public:
  // Throws std::bad_alloc if the table does not fit. Without `probcut` nothing is pruned by probability.
  Searcher(std::size_t table_bytes, std::shared_ptr<const Model> model,
           std::shared_ptr<const ProbCut> probcut = nullptr, const SearchOptions& options = {})
      : team_(table_bytes, std::move(model), std::move(probcut), options) {}

  // The three below block and must not be called while another call is running. A stop() that came before still counts,
  // unless arm() came in between. Throw std::system_error if a thread cannot be started.

  // The exact score (solving.cpp).
  SolveResult solve(const SolveRequest& request, const OnProgress& on_progress = {});

  // The best move within limits (deepening.cpp).
  SearchResult search(const SearchRequest& request, const OnInfo& on_info = {});

  // Forgets earlier calls of stop(): what comes from now on is meant for the next call.
  void arm() { team_.shared().control.forget_stop(); }

  // From any thread: the running call returns soon with what it knows.
  void stop() { team_.shared().control.request_stop(); }

  void clear() { team_.clear(); }

  // From now on searches offer their null-window nodes to it; null: no longer. Not while a call is running.
  void offer_nodes_to(NodeSample* sample) { team_.shared().sample = sample; }

 private:
  Team team_;
};

}  // namespace logistello

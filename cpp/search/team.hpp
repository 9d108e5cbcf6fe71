// What one engine searches with: a table, a worker per thread, and the threads while a search runs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "search/midgame.hpp"
#include "search/shared.hpp"

namespace logistello {

class Team {
 public:
  // Throws std::bad_alloc if the table does not fit. Without `probcut` nothing is pruned by probability.
  Team(std::size_t table_bytes, std::shared_ptr<const Model> model, std::shared_ptr<const ProbCut> probcut,
       const SearchOptions& options)
      : model_(std::move(model)),
        probcut_(std::move(probcut)),
        table_(table_bytes),
        shared_{table_, *model_, probcut_.get(), options} {}

  const Model& model() const { return *model_; }
  SharedSearch& shared() { return shared_; }
  Midgame& main() { return *workers_.front(); }

  // Forgets everything learned from earlier searches.
  void clear() {
    table_.clear();
    workers_.clear();
  }

  // Starts the clock and `threads` - 1 helpers, does `work` in the calling thread, ends the helpers.
  // Throws std::system_error if a thread cannot be started.
  template <typename Work>
  void run(int threads, const Limits& limits, Work work) {
    while (static_cast<int>(workers_.size()) < std::max(threads, 1)) {
      workers_.push_back(std::make_unique<Midgame>(shared_));
    }
    table_.new_search();
    shared_.control.start(limits);
    std::atomic<bool> done{false};
    std::vector<std::jthread> helpers;
    // Whatever happens, the helpers are told to end before they are joined.
    struct AtExit {
      std::atomic<bool>& flag;
      ~AtExit() { flag = true; }
    } const end_helpers{done};
    for (int i = 1; i < threads; ++i) {
      helpers.emplace_back([&, i] {
        Midgame& worker = *workers_[static_cast<std::size_t>(i)];
        worker.help_until([&] { return done.load(std::memory_order_relaxed); });
        worker.report_nodes();
      });
    }
    work();
    main().report_nodes();
    done = true;
    helpers.clear();
  }

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const ProbCut> probcut_;
  Table table_;
  SharedSearch shared_;
  std::vector<std::unique_ptr<Midgame>> workers_;  // one per thread, kept between calls
};

}  // namespace logistello

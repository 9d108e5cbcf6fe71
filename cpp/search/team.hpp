// What one engine searches with: a table, a worker per thread, and the threads, which live as long as the engine and
// sleep while there is nothing to do.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "search/shared.hpp"
#include "search/worker.hpp"

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

  ~Team() {
    helpers_wanted_ = kNoMore;
    begin_call();
  }

  const Model& model() const { return *model_; }
  SharedSearch& shared() { return shared_; }
  Worker& main() { return *workers_.front(); }

  // Forgets everything learned from earlier searches. Not while work runs.
  void clear() {
    table_.clear();
    workers_.clear();
  }

  // Starts the clock, does `work` in the calling thread with the help of `threads` - 1 others, and sends those to
  // sleep. Throws std::system_error if a thread cannot be started.
  template <typename Work>
  void run(int threads, const Limits& limits, Work work) {
    const auto wanted = static_cast<std::size_t>(std::max(threads, 1));
    while (workers_.size() < wanted) workers_.push_back(std::make_unique<Worker>(shared_));
    while (helpers_.size() + 1 < wanted) {
      helpers_.emplace_back([this, at = helpers_.size() + 1, calls = calls_.load()] { help(at, calls); });
    }
    table_.new_search();
    shared_.control.start(limits);
    if (wanted == 1) {
      work();
    } else {
      // Whatever happens, the helpers are sent to sleep.
      struct AtExit {
        Team& team;
        ~AtExit() { team.end_call(); }
      } const end_helpers{*this};
      helpers_wanted_ = static_cast<int>(wanted) - 1;
      done_.store(false, std::memory_order_relaxed);
      busy_.store(helpers_.size(), std::memory_order_relaxed);
      begin_call();
      work();
    }
    main().report_nodes();
  }

 private:
  static constexpr int kNoMore = -1;

  void begin_call() {
    calls_.fetch_add(1, std::memory_order_release);
    calls_.notify_all();
  }

  void end_call() {
    done_.store(true, std::memory_order_release);
    shared_.splits.tell();
    for (std::size_t busy = busy_.load(std::memory_order_acquire); busy != 0;
         busy = busy_.load(std::memory_order_acquire)) {
      busy_.wait(busy, std::memory_order_acquire);
    }
  }

  // The life of a helper: sleep until a call begins, help if it is wanted, sleep again.
  void help(std::size_t at, std::uint32_t seen) {
    for (;;) {
      calls_.wait(seen, std::memory_order_acquire);
      seen = calls_.load(std::memory_order_acquire);
      if (helpers_wanted_ == kNoMore) return;
      if (static_cast<int>(at) <= helpers_wanted_) {
        Worker& worker = *workers_[at];
        worker.help_until([&] { return done_.load(std::memory_order_acquire); });
        worker.report_nodes();
      }
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_all();
    }
  }

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const ProbCut> probcut_;
  Table table_;
  SharedSearch shared_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one per thread, kept between calls
  int helpers_wanted_ = 0;                        // of the call under way; set before it begins
  std::atomic<std::uint32_t> calls_{0};           // how many have begun
  std::atomic<bool> done_{false};                 // the call under way needs no more help
  std::atomic<std::size_t> busy_{0};              // helpers that have not gone back to sleep
  std::vector<std::jthread> helpers_;             // last: joined before what they use is gone
};

}  // namespace logistello

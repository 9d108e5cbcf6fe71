// What stops a search, and what it tells the outside while it runs. Shared by all threads of one search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "search/processor_clock.hpp"
#include "search/steadiness.hpp"

namespace logistello {

struct Limits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  // Of the thread that leads the search: for measurements on a machine that is shared.
  double processor_seconds = std::numeric_limits<double>::infinity();
  // After so long no new pass begins, by what the passes before looked like: it would hardly be finished, or change
  // nothing.
  struct NewPass {
    double if_clear = std::numeric_limits<double>::infinity();
    double usually = std::numeric_limits<double>::infinity();
    double in_doubt = std::numeric_limits<double>::infinity();
  } seconds_for_new_pass{};
};

class Control {
 public:
  using Clock = std::chrono::steady_clock;

  void start(const Limits& limits) {
    limits_ = limits;
    started_ = Clock::now();
    processor_.start();
    nodes_.store(0, std::memory_order_relaxed);
  }

  // Whoever starts a search forgets earlier requests first, at a moment after which a stop is meant for this search.
  void forget_stop() { stop_.store(false, std::memory_order_relaxed); }
  void request_stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }

  // Threads report their nodes in portions, every millisecond or two: the counter is not contended, and this is
  // often enough to watch the clock.
  void add_nodes(std::uint64_t portion) {
    const std::uint64_t total = nodes_.fetch_add(portion, std::memory_order_relaxed) + portion;
    if (total >= limits_.nodes || seconds() >= limits_.seconds || processor_time_is_up()) request_stop();
  }

  bool time_for_another_pass(Mood mood) const {
    const Limits::NewPass& until = limits_.seconds_for_new_pass;
    return seconds() < (mood == Mood::clear ? until.if_clear : mood == Mood::in_doubt ? until.in_doubt : until.usually);
  }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

 private:
  // To read this clock is a call of the system, unlike the other.
  bool processor_time_is_up() const {
    return limits_.processor_seconds != std::numeric_limits<double>::infinity() &&
           processor_.seconds() >= limits_.processor_seconds;
  }

  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> nodes_{0};
  Limits limits_;
  Clock::time_point started_ = Clock::now();
  ProcessorClock processor_;
};

}  // namespace logistello

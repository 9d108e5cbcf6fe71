// Long native calls: without the GIL, and Ctrl-C ends them at once.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace logistello::bindings {

// Runs `work` on a thread of its own while the caller wakes regularly, with the GIL, for Python's signals and for
// `on_wake`. On a signal, or when `on_wake` throws, `request_stop` is called, the work is awaited, and the exception
// is raised.
template <typename Work, typename RequestStop, typename OnWake>
void run_interruptibly(Work&& work, RequestStop&& request_stop, OnWake&& on_wake) {
  constexpr std::chrono::milliseconds kWake{10};
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    {
      std::lock_guard lock(mutex);
      done = true;
    }
    changed.notify_all();
  });
  std::exception_ptr interruption;
  for (bool finished = false; !finished;) {
    {
      nanobind::gil_scoped_release release;
      std::unique_lock lock(mutex);
      finished = changed.wait_for(lock, kWake, [&] { return done; });
    }
    if (interruption) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      on_wake();
    } catch (...) {
      interruption = std::current_exception();
      request_stop();
    }
  }
  worker.join();
  if (interruption) std::rethrow_exception(interruption);
  if (failure) std::rethrow_exception(failure);
}

template <typename Work, typename RequestStop>
void run_interruptibly(Work&& work, RequestStop&& request_stop) {
  run_interruptibly(std::forward<Work>(work), std::forward<RequestStop>(request_stop), [] {});
}

}  // namespace logistello::bindings

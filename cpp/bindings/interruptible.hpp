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

// Runs `work` on a thread of its own while the caller wakes regularly for Python's signals.
// On a signal `request_stop` is called, the work is awaited, and the Python exception is raised.
template <typename Work, typename RequestStop>
void run_interruptibly(Work&& work, RequestStop&& request_stop) {
  constexpr std::chrono::milliseconds kWake{20};
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
  bool interrupted = false;
  for (;;) {
    bool finished = false;
    {
      nanobind::gil_scoped_release release;
      std::unique_lock lock(mutex);
      finished = changed.wait_for(lock, kWake, [&] { return done; });
    }
    if (finished) break;
    if (!interrupted && PyErr_CheckSignals() != 0) {
      interrupted = true;
      request_stop();
    }
  }
  worker.join();
  if (interrupted) throw nanobind::python_error();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace logistello::bindings

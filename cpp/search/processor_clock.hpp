// Processor time of one thread: what a thread does in a second of it does not depend on what else the machine does.
#pragma once

#include <pthread.h>

#include <ctime>

namespace logistello {

class ProcessorClock {
 public:
  // From now on the time of the calling thread counts.
  void start() {
    pthread_getcpuclockid(pthread_self(), &clock_);
    started_ = now();
  }

  // Since then. From any thread, while the one that started it lives.
  double seconds() const { return now() - started_; }

 private:
  double now() const {
    timespec time{};
    clock_gettime(clock_, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  clockid_t clock_ = CLOCK_THREAD_CPUTIME_ID;
  double started_ = 0;
};

}  // namespace logistello

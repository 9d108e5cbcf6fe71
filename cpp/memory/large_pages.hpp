// Zeroed memory on large pages where the system has them: big tables read at random miss the address cache less.
#pragma once

#include <cstddef>

namespace logistello {

class LargePages {
 public:
  // Throws std::bad_alloc. On Linux pages never touched cost nothing.
  explicit LargePages(std::size_t bytes);
  ~LargePages();
  LargePages(LargePages&& other) noexcept;
  LargePages& operator=(LargePages&& other) = delete;

  std::size_t bytes() const { return bytes_; }

  // The memory as an array; the caller knows how many fit.
  template <typename T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  std::size_t bytes_;
  void* memory_;
};

}  // namespace logistello

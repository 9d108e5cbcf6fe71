#include "memory/large_pages.hpp"

#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#else
#include <cstdlib>
#include <cstring>
#endif

namespace logistello {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

LargePages::LargePages(std::size_t bytes) : bytes_(bytes) {
#if defined(__linux__)
  // A mapping of whole large pages: the system aligns it only if asked for, so ask for one page more and cut.
  const std::size_t size = rounded_up(bytes, kLargePage);
  void* const memory = mmap(nullptr, size + kLargePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(memory);
  const std::size_t before =
      rounded_up(reinterpret_cast<std::size_t>(begin), kLargePage) - reinterpret_cast<std::size_t>(begin);
  if (before > 0) munmap(begin, before);
  if (before < kLargePage) munmap(begin + before + size, kLargePage - before);
  memory_ = begin + before;
  madvise(memory_, size, MADV_HUGEPAGE);
#else
  memory_ = std::aligned_alloc(64, rounded_up(bytes, 64));
  if (memory_ == nullptr) throw std::bad_alloc();
  std::memset(memory_, 0, bytes);
#endif
}

LargePages::LargePages(LargePages&& other) noexcept
    : bytes_(std::exchange(other.bytes_, 0)), memory_(std::exchange(other.memory_, nullptr)) {}

LargePages::~LargePages() {
  if (memory_ == nullptr) return;
#if defined(__linux__)
  munmap(memory_, rounded_up(bytes_, kLargePage));
#else
  std::free(memory_);
#endif
}

}  // namespace logistello

// Which configurations are active in a position, and which of these are the most specific (Buro 1999, section 4.3).
//
// Configurations form a directed acyclic graph whose arcs lead to the next more special ones in the set. A depth-first
// search from the root visits active configurations only, each once; those without an active specialisation are the
// most specific.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace logistello {

struct ConfigurationDag {
  // Configuration i: feature features[k] = values[k] for k from relation_begin[i] to relation_begin[i + 1].
  std::span<const std::uint64_t> relation_begin;
  std::span<const std::uint32_t> features;
  std::span<const std::int32_t> values;
  // Specialisations of configuration i: children[child_begin[i] .. child_begin[i + 1]].
  std::span<const std::uint64_t> child_begin;
  std::span<const std::uint32_t> children;
  std::span<const std::uint32_t> roots;  // configurations without a generalisation in the set

  std::size_t size() const { return relation_begin.size() - 1; }
};

struct ActiveConfigurations {
  std::vector<std::uint64_t> begin;  // [positions + 1]
  std::vector<std::uint32_t> ids;    // ascending within a position
};

// For positions [count][width] of feature values. Throws std::out_of_range for features or arcs that do not exist.
// False if stopped.
bool find_active(const ConfigurationDag& dag, const std::int32_t* positions, std::size_t count, std::size_t width,
                 bool most_specific_only, ActiveConfigurations& found, int threads, const std::atomic<bool>& stop);

}  // namespace logistello

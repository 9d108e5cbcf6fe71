// NumPy arrays: new ones that the core fills, and views of what Python passes.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

namespace logistello::bindings {

template <typename T>
using Column = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>, nanobind::c_contig>;
template <typename T>
using Rows = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>, nanobind::c_contig>;
template <typename T>
using ColumnView = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <typename T>
using RowsView = nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

template <typename T>
std::pair<nanobind::capsule, T*> new_memory(std::size_t size) {
  auto data = std::make_unique<T[]>(size);
  T* raw = data.get();
  return {nanobind::capsule(data.release(), [](void* p) noexcept { delete[] static_cast<T*>(p); }), raw};
}

// A fresh array of `size` elements, and where to write them.
template <typename T>
std::pair<Column<T>, T*> new_column(std::size_t size) {
  auto [owner, raw] = new_memory<T>(size);
  return {Column<T>(raw, {size}, owner), raw};
}

template <typename T>
std::pair<Rows<T>, T*> new_rows(std::size_t rows, std::size_t width) {
  auto [owner, raw] = new_memory<T>(rows * width);
  return {Rows<T>(raw, {rows, width}, owner), raw};
}

// An array that takes over a vector's elements.
template <typename T>
Column<T> as_column(std::vector<T>&& values) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  std::vector<T>* const raw = owned.get();
  nanobind::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Column<T>(raw->data(), {raw->size()}, owner);
}

}  // namespace logistello::bindings

// The Grundy values of heaps 0, 1, 2, ... in as few bytes as they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/values/mex.h"

namespace bouton {

/// A growing list of values, 1, 2 or 4 bytes each: as many as the greatest one needs.
class GrundyValues {
 public:
  /// Calls `function` with the values as a span of const std::uint8_t, std::uint16_t or std::uint32_t, which the next change
  /// of the list invalidates.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(
        [&](const auto& values) -> decltype(auto) {
          return std::forward<Function>(function)(std::span(values.data(), values.size()));
        },
        values_);
  }

  std::size_t size() const {
    return visit([](auto values) { return values.size(); });
  }
  Grundy operator[](std::size_t n) const {
    return visit([n](auto values) -> Grundy { return values[n]; });
  }
  /// The greatest value; 0 if there is none.
  Grundy greatest() const { return greatest_; }
  /// The greatest value that fits in the bytes which one value takes.
  Grundy widest() const {
    return visit([](auto values) -> Grundy {
      return std::numeric_limits<std::remove_cv_t<typename decltype(values)::element_type>>::max();
    });
  }
  /// Bytes that one value takes.
  std::size_t width() const {
    return visit([](auto values) { return sizeof(values[0]); });
  }
  /// Bytes in use.
  std::size_t memory() const {
    return std::visit([](const auto& values) { return values.capacity() * sizeof(values[0]); }, values_);
  }

  void reserve(std::size_t size) {
    std::visit([size](auto& values) { values.reserve(size); }, values_);
  }
  /// O(1) amortised; O(size()) where the values get wider.
  void push_back(Grundy value) {
    if (value > greatest_) grow(value);
    std::visit(
        [value](auto& values) { values.push_back(static_cast<typename std::decay_t<decltype(values)>::value_type>(value)); },
        values_);
  }
  /// The same for several values.
  void append(std::span<const Grundy> values);
  /// Appends `count` values, each the one `period` <= size() before it.
  void repeat(std::size_t period, std::size_t count) {
    std::visit(
        [&](auto& values) {
          for (std::size_t i = 0; i < count; ++i) values.push_back(values[values.size() - period]);
        },
        values_);
  }
  /// Removes the values from heap `size` on. The remaining ones keep their width. O(size) if the greatest value goes, else
  /// O(values forgotten).
  void truncate(std::size_t size);

  friend bool operator==(const GrundyValues& a, const GrundyValues& b) {
    return a.visit([&](auto of_a) {
      return b.visit([&](auto of_b) {
        if (of_a.size() != of_b.size()) return false;
        for (std::size_t n = 0; n < of_a.size(); ++n)
          if (of_a[n] != of_b[n]) return false;
        return true;
      });
    });
  }

 private:
  void grow(Grundy value);
  template <class Wider>
  void widen();

  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> values_;
  Grundy greatest_ = 0;
};

}  // namespace bouton

// A value, or the refusal that stands in its place.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "engine/base/refusal.h"

namespace bouton {

/// What is answered where an answer may not exist: a value, else the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}            // NOLINT: it is an answer
  Result(Refusal refusal) : held_(std::in_place_index<1>, std::move(refusal)) {}  // NOLINT: so is this

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  /// The value. Throws std::bad_variant_access if there is a refusal.
  T& operator*() & { return std::get<0>(held_); }
  const T& operator*() const& { return std::get<0>(held_); }
  T operator*() && { return std::get<0>(std::move(held_)); }
  T* operator->() & { return &**this; }
  const T* operator->() const& { return &**this; }
  /// The refusal. Throws std::bad_variant_access if there is a value.
  const Refusal& refusal() const { return std::get<1>(held_); }
  const std::string& reason() const { return refusal().reason; }

 private:
  std::variant<T, Refusal> held_;
};

}  // namespace bouton

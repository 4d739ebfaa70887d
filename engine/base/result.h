// A value, or the refusal that stands in its place.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "engine/base/refusal.h"

namespace bouton {

/// What is answered where an answer may not exist: a value, else the reason why there is none.
template <class T>
class [[nodiscard]] Result : public std::variant<T, Refusal> {
 public:
  Result(T value) : std::variant<T, Refusal>(std::in_place_index<0>, std::move(value)) {}            // NOLINT: it is an answer
  Result(Refusal refusal) : std::variant<T, Refusal>(std::in_place_index<1>, std::move(refusal)) {}  // NOLINT: so is this

  bool has_value() const { return this->index() == 0; }
  explicit operator bool() const { return has_value(); }
  /// The value. Throws std::bad_variant_access if there is a refusal.
  T& operator*() & { return std::get<0>(*this); }
  const T& operator*() const& { return std::get<0>(*this); }
  T operator*() && { return std::get<0>(std::move(*this)); }
  T* operator->() & { return &**this; }
  const T* operator->() const& { return &**this; }
  /// The refusal. Throws std::bad_variant_access if there is a value.
  const Refusal& refusal() const { return std::get<1>(*this); }
  const std::string& reason() const { return refusal().reason; }
};

}  // namespace bouton

// How a game says which formula answers for it.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/position/integer.h"

namespace bouton {

/// A function, evaluated on integers of any size. A truth value is returned as 0 or 1.
struct IntegerFunction {
  /// What is known of a function of one integer x >= 1 that must not decrease.
  enum class Growth {
    promised,  ///< whoever gave it answers for it
    unknown,   ///< it has to be checked wherever it matters
    proved     ///< it never decreases
  };

  IntegerFunction(std::function<Integer(std::span<const Integer>)> function, Growth known = Growth::promised)  // NOLINT
      : call(std::move(function)), growth(known) {}
  template <class Function>
  requires std::is_invocable_r_v<Integer, Function&, std::span<const Integer>> IntegerFunction(Function function)
      : call(std::move(function)) {}  // NOLINT: a function is one of integers

  Integer operator()(std::span<const Integer> arguments) const { return call(arguments); }

  std::function<Integer(std::span<const Integer>)> call;
  Growth growth = Growth::promised;
};

/// Arguments of a closed form, by name.
using ClosedFormArgument = std::variant<Integer, std::vector<Integer>, std::string, IntegerFunction>;
using ClosedFormArguments = std::map<std::string, ClosedFormArgument, std::less<>>;

/// The name of a closed form (engine/closed_form/registry/registry.h) and its arguments.
struct ClosedFormBinding {
  std::string name;
  ClosedFormArguments arguments;
};

}  // namespace bouton

// How a game says which formula answers for it.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/position/integer.h"

namespace bouton {

/// A function of a rule's, evaluated on integers of any size. A truth value is returned as 0 or 1.
using IntegerFunction = std::function<Integer(std::span<const Integer>)>;

/// Arguments of a closed form, by name.
using ClosedFormArgument = std::variant<Integer, std::vector<Integer>, std::string, IntegerFunction>;
using ClosedFormArguments = std::map<std::string, ClosedFormArgument, std::less<>>;

/// The name of a closed form (engine/closed_form/registry.h) and its arguments.
struct ClosedFormBinding {
  std::string name;
  ClosedFormArguments arguments;
};

}  // namespace bouton

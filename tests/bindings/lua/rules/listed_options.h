// The options of a position as text, or the error of the rule.
#pragma once

#include <string>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"

namespace bouton::lua {

/// Whatever is asked: the options with the numbers of their names, or the error.
inline std::string listed(const Rules& rules, PositionView position, bool by_reference) {
  Options options;
  try {
    if (by_reference) rules.reference_options(position, options);
    else rules.options(position, options);
  } catch (const RuleError& error) {
    return error.what();
  }
  std::string text;
  for (std::size_t i = 0; i < options.size(); ++i) text += fmt::format("{} {}; ", options[i].label(), to_string(options[i][0]));
  return text;
}

}  // namespace bouton::lua

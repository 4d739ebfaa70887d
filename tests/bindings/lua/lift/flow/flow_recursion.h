// Values of positions by plain recursion over what Lua says of each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "engine/values/table.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {

struct Plain {
  std::uint32_t grundy = 0;
  bool is_n = false;
  std::uint32_t remoteness = 0;
};

/// By the definitions; of rules that split Grundy values, and outcomes by these.
class Recursion {
 public:
  Recursion(RuleFunction& function, bool misere) : function_(function), misere_(misere) {}

  const Plain& of(const Position& position) {
    const std::vector<Coordinate> key(position.begin(), position.end());
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const RuleRun run = function_.interpret(position);
    failed_ = failed_ || run.failed;
    Plain value;
    std::vector<std::uint32_t> values;
    bool to_p = false;
    std::uint32_t least_p = 0, greatest_n = 0;
    for (std::size_t i = 0; i < run.options.size(); ++i) {
      const Plain option = sum_of(run.options[i]);
      values.push_back(option.grundy);
      if (option.is_n) {
        greatest_n = std::max(greatest_n, option.remoteness + 1);
      } else {
        least_p = to_p ? std::min(least_p, option.remoteness + 1) : option.remoteness + 1;
        to_p = true;
      }
    }
    while (std::ranges::find(values, value.grundy) != values.end()) ++value.grundy;
    value.is_n = run.options.empty() ? misere_ : to_p;
    value.remoteness = to_p ? least_p : greatest_n;
    return known_.emplace(key, value).first->second;
  }
  Plain sum_of(const Options::Option& option) {
    if (!option.is_split()) return of(Position(option[0]));
    Plain sum;
    for (std::size_t part = 0; part < option.size(); ++part) sum.grundy ^= of(Position(option[part])).grundy;
    sum.is_n = sum.grundy != 0;
    return sum;
  }
  /// Whether the function raised an error somewhere.
  bool failed() const { return failed_; }

 private:
  RuleFunction& function_;
  bool misere_;
  bool failed_ = false;
  std::map<std::vector<Coordinate>, Plain> known_;
};

inline std::uint32_t value_of(const Plain& plain, ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return plain.grundy;
    case ValueKind::outcome: return plain.is_n ? 1 : 0;
    case ValueKind::remoteness: return plain.remoteness;
    case ValueKind::suspense:
    case ValueKind::longest: break;
  }
  throw std::logic_error("plain recursion finds neither suspense numbers nor longest plays");
}

}  // namespace bouton::lua

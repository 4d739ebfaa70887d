// What comparisons of programs with the interpreter of rules have in common.
#pragma once

#include <algorithm>

#include "bindings/lua/host/state.h"
#include "engine/base/errors.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Whether both have the same options in the same order, with the same names.
inline bool same(const Options& a, const Options& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].label() != b[i].label() || a[i].size() != b[i].size()) return false;
    for (std::size_t part = 0; part < a[i].size(); ++part)
      if (!std::ranges::equal(a[i][part], b[i][part])) return false;
  }
  return true;
}

/// Runs `interpret`; false where the rule raises an error. Throws LimitError where its calls nest too deeply: that takes so
/// long to find out that it is asked of one position, not of twenty. Never inlined: of a try within a try the web's compiler
/// (LLVM 14) makes a program that traps.
template <class Interpret>
[[gnu::noinline]] bool succeeds(const Interpret& interpret) {
  try {
    interpret();
    return true;
  } catch (const NestingError& error) {
    throw LimitError(error.what());
  } catch (const RuleError&) {
    return false;
  }
}

/// What a rule's function may take of its time while it is compared: where it never ends, that is found out before the
/// question about it, which then has its own time.
class PartOfTime {
 public:
  explicit PartOfTime(Seconds& limit) : limit_(limit), whole_(limit) { limit_ /= 10; }
  ~PartOfTime() { limit_ = whole_; }
  PartOfTime(const PartOfTime&) = delete;
  PartOfTime& operator=(const PartOfTime&) = delete;

 private:
  Seconds& limit_;
  Seconds whole_;
};

}  // namespace bouton::lua

// What rule files get from Lua's libraries: a table of what they write and what it gives.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {

struct SandboxCase {
  const char* name;
  std::string (*evaluate)(const std::string&);
  std::string source;
  std::string expected;
};

inline void PrintTo(const SandboxCase& c, std::ostream* out) { *out << c.source; }

/// Test names of cases, of which several may have one name.
inline std::string name_of_case(const testing::TestParamInfo<SandboxCase>& info) {
  return info.param.name + std::to_string(info.index);
}

/// The text that `statements` leave in the local variable `text`; or the error.
inline std::string text_after(const std::string& statements) {
  RuleDirectory directory;
  try {
    return directory.load(statements + "\nreturn game { position = { 'n' }, moves = function(n) end, title = '.' .. text }")
        ->title.substr(1);
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace bouton

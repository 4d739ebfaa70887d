// A rule function without a rule file: a Lua state with the words of the rule language, for tests of the lifter.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/lift/lift.h"
#include "engine/rules/options.h"

namespace bouton::lua {

/// A game as far as the lifter needs to know it.
struct Shape {
  std::vector<std::string> coordinates;  ///< names; of a piles game, the one name
  std::size_t piles = 0;                 ///< the number of piles, in a piles game
  bool is_piles = false;
};

/// What a function did for a position, lifted or interpreted.
struct Outcome {
  bool failed = false;  ///< it raised an error, or trapped
  std::string error = {};
  Options options = {};
  std::vector<std::int64_t> results = {};
};

/// The Lua function that a chunk returns, run by the interpreter and lifted.
class RuleFunction {
 public:
  /// `source` is a chunk that returns the function. It sees move, split, math, table, ipairs, assert, error, type.
  RuleFunction(const std::string& source, Shape shape, Results results = Results::none);
  ~RuleFunction();
  RuleFunction(const RuleFunction&) = delete;
  RuleFunction& operator=(const RuleFunction&) = delete;

  /// Empty, or why there is no function.
  const std::string& problem() const { return problem_; }

  std::variant<MoveProgram, Refusal> lift();
  LiftContext context();

  Outcome interpret(PositionView position);

  /// Lifts, and gives the program as text, or the refusal.
  std::string text();

  const std::vector<std::string>& labels() const { return labels_; }
  lua_State* state() { return L_; }

 private:
  Label label(std::string_view name);

  lua_State* L_;
  Shape shape_;
  Results results_;
  std::string problem_;
  std::vector<std::string> labels_{""};
};

/// The outcome of the lifted program.
Outcome run(const MoveProgram& program, PositionView position);

/// Whether both did the same; else how they differ.
std::optional<std::string> difference(const Outcome& interpreted, const Outcome& lifted, Results results = Results::none);

}  // namespace bouton::lua

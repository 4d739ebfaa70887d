#include "engine/program/analysis/move_families.h"

#include <optional>

#include <fmt/format.h>

#include "engine/program/analysis/plain_loops.h"

namespace bouton {
namespace {

/// Option statements, each counted with the loops and guards around it: for more, whoever looks at each beside each other takes
/// long.
constexpr std::size_t kMostFamilyParts = std::size_t{1} << 15;

/// Whether running the block always ends in `leave` or `finish`, and in which.
std::optional<Statement::Kind> exit_of(const Block& block) {
  if (block.empty()) return std::nullopt;
  const Statement::Kind last = block.back().kind;
  if (last == Statement::Kind::finish || last == Statement::Kind::leave) return last;
  return std::nullopt;
}

class Walk {
 public:
  explicit Walk(MoveFamilies& out) : out_(out) {}

  std::optional<Refusal> block(const Block& block) {
    const std::size_t guards = guards_.size();
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Statement& statement = block[i];
      switch (statement.kind) {
        case Statement::Kind::assign: return Refusal{"a variable is assigned", statement.line};
        case Statement::Kind::split: return Refusal{"a move splits the position", statement.line};
        case Statement::Kind::leave: return Refusal{"a loop is left early", statement.line};
        case Statement::Kind::finish:
          if (!loops_.empty()) return Refusal{"the function returns inside a loop", statement.line};
          guards_.resize(guards);
          return std::nullopt;
        case Statement::Kind::option: {
          parts_ += 1 + loops_.size() + guards_.size();
          if (parts_ > kMostFamilyParts)
            return Refusal{
                fmt::format("the moves, with the loops and guards around each, have more than {} parts", kMostFamilyParts),
                statement.line};
          out_.families.push_back({&statement, statement.line, statement.label, loops_, guards_, statement.to.at(0),
                                   statement.label_arguments, statement.label_pattern});
          break;
        }
        case Statement::Kind::loop: {
          const Expression step = out_.program[statement.c];
          if (step.op != Op::constant || step.value == 0) return Refusal{"a loop's step is not constant", statement.line};
          loops_.push_back(
              {statement.slot, out_.program.variable(statement.slot), statement.a, statement.b, step.value, &statement});
          auto refusal = this->block(statement.body);
          loops_.pop_back();
          if (refusal) return refusal;
          break;
        }
        case Statement::Kind::branch: {
          guards_.push_back(guard(statement.a, true));
          if (auto refusal = this->block(statement.body)) return refusal;
          guards_.back() = guard(statement.a, false);
          if (auto refusal = this->block(statement.otherwise)) return refusal;
          guards_.pop_back();
          // `if c then ... return end` guards all that follows by "not c".
          const bool body_leaves = exit_of(statement.body).has_value();
          const bool otherwise_leaves = exit_of(statement.otherwise).has_value();
          if (body_leaves && otherwise_leaves) {
            guards_.resize(guards);
            return std::nullopt;
          }
          if (body_leaves) guards_.push_back(guard(statement.a, false));
          if (otherwise_leaves) guards_.push_back(guard(statement.a, true));
          if (!body_leaves && may_finish(statement.body)) return Refusal{"the function returns early", statement.line};
          if (!otherwise_leaves && may_finish(statement.otherwise))
            return Refusal{"the function returns early", statement.line};
          break;
        }
      }
    }
    guards_.resize(guards);
    return std::nullopt;
  }

 private:
  static bool may_finish(const Block& block) {
    for (const Statement& statement : block)
      if (statement.kind == Statement::Kind::finish || may_finish(statement.body) || may_finish(statement.otherwise))
        return true;
    return false;
  }

  Guard guard(ExpressionId condition, bool wanted) const {
    Guard result{.condition = condition, .wanted = wanted, .depth = loops_.size(), .constraints = {}, .exact = false};
    result.exact = add_constraints(out_.program, condition, wanted, result.constraints);
    if (!result.exact) result.constraints.clear();
    return result;
  }

  MoveFamilies& out_;
  std::vector<CountedLoop> loops_;
  std::vector<Guard> guards_;
  std::size_t parts_ = 0;
};

}  // namespace

Result<MoveFamilies> move_families(const MoveProgram& program) {
  MoveFamilies result{program, {}};
  Walk walk(result);
  if (auto refusal = walk.block(program.body)) return *refusal;
  for (Family& family : result.families) guards_as_bounds(result.program, family);
  return result;
}

}  // namespace bouton

// Rules with a program of their own, for tests of theorems.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/program/move_program_run.h"
#include "engine/rules/rules.h"

namespace bouton::test {

/// Builds expressions and statements of a program, for two coordinates S and L and loop variables that it names itself.
struct ProgramBuilder {
  MoveProgram program;

  explicit ProgramBuilder(std::size_t dimensions) {
    program.dimensions = dimensions;
    for (std::size_t i = 0; i < dimensions; ++i) program.coordinate_names.push_back(std::string(1, static_cast<char>('a' + i)));
  }
  ExpressionId x(std::size_t i) { return program.coordinate(i); }
  ExpressionId c(std::int64_t value) { return program.constant(value); }
  ExpressionId add(ExpressionId a, ExpressionId b) { return program.binary(Op::add, a, b); }
  ExpressionId sub(ExpressionId a, ExpressionId b) { return program.binary(Op::sub, a, b); }
  ExpressionId binary(Op op, ExpressionId a, ExpressionId b) { return program.binary(op, a, b); }
  Slot slot() { return program.new_slot("t" + std::to_string(program.slot_names.size())); }
  ExpressionId t(Slot slot) { return program.variable(slot); }

  Statement loop(Slot slot, ExpressionId first, ExpressionId last, ExpressionId step, Block body, int line = 1) {
    return {
        .kind = Statement::Kind::loop, .line = line, .slot = slot, .a = first, .b = last, .c = step, .body = std::move(body)};
  }
  Statement branch(ExpressionId condition, Block body, Block otherwise = {}, int line = 1) {
    return {.kind = Statement::Kind::branch,
            .line = line,
            .a = condition,
            .body = std::move(body),
            .otherwise = std::move(otherwise)};
  }
  Statement option(std::vector<ExpressionId> to, int line = 1) {
    return {.kind = Statement::Kind::option, .line = line, .to = {std::move(to)}};
  }
  Statement finish(ExpressionId result) { return {.kind = Statement::Kind::finish, .line = 1, .to = {{result}}}; }
};

/// Rules whose moves are a program, run as it is.
class ProgramRules final : public Rules {
 public:
  ProgramRules(Domain domain, MoveProgram moves, Play play = Play::normal)
      : domain_(std::move(domain)), moves_(std::move(moves)), compiled_(moves_), play_(play) {}

  void set_valid(MoveProgram valid) {
    valid_ = std::move(valid);
    compiled_valid_.emplace(*valid_);
  }
  void set_terminal(MoveProgram terminal) {
    terminal_ = std::move(terminal);
    compiled_terminal_.emplace(*terminal_);
    play_ = Play::by_position;
  }

  const Domain& domain() const override { return domain_; }
  void options(PositionView position, Options& out) const override { compiled_.options(position, out); }
  Play play() const override { return play_; }
  bool valid(PositionView position) const override { return !compiled_valid_ || result(*compiled_valid_, position) != 0; }
  Outcome terminal_outcome(PositionView position) const override {
    if (!compiled_terminal_) return bouton::terminal_outcome(play_);
    const std::int64_t found = result(*compiled_terminal_, position);
    return found == 0 ? Outcome::P : found == 1 ? Outcome::N : Outcome::draw;
  }
  Lifting lifting(std::size_t /*dimensions*/) const override {
    Lifting lifting;
    lifting.moves = &moves_;
    lifting.valid = valid_ ? &*valid_ : nullptr;
    lifting.play = terminal_ ? &*terminal_ : nullptr;
    return lifting;
  }
  Lifting unbounded_lifting(std::size_t dimensions) const override { return lifting(dimensions); }

 private:
  static std::int64_t result(const CompiledProgram& program, PositionView position) {
    std::vector<std::int64_t> results;
    program.results(position, results);
    return results.at(0);
  }

  Domain domain_;
  MoveProgram moves_;
  CompiledProgram compiled_;
  std::optional<MoveProgram> valid_, terminal_;
  std::optional<CompiledProgram> compiled_valid_, compiled_terminal_;
  Play play_;
};

/// Two heaps; from each alone any number; from both (t, t) for t = first, first + step, ...
inline MoveProgram wythoff_program(std::int64_t first = 1, std::int64_t step = 1) {
  ProgramBuilder b(2);
  const Slot i = b.slot(), j = b.slot(), k = b.slot();
  b.program.body = {
      b.loop(i, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(i)), b.x(1)})}),
      b.loop(j, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(j))})}),
      b.loop(k, b.c(first), b.binary(Op::min, b.x(0), b.x(1)), b.c(step),
             {b.option({b.sub(b.x(0), b.t(k)), b.sub(b.x(1), b.t(k))})}),
  };
  return b.program;
}

/// Two heaps, from both together s and t with |s - t| < k (Fraenkel 1982).
inline MoveProgram generalised_wythoff_program(std::int64_t k) {
  ProgramBuilder b(2);
  const Slot s = b.slot(), t = b.slot();
  const ExpressionId difference = b.program.unary(Op::abs, b.sub(b.t(s), b.t(t)));
  const ExpressionId one_alone =
      b.binary(Op::logical_or, b.binary(Op::equal, b.t(s), b.c(0)), b.binary(Op::equal, b.t(t), b.c(0)));
  const ExpressionId allowed = b.binary(Op::logical_and, b.binary(Op::less, b.c(0), b.add(b.t(s), b.t(t))),
                                        b.binary(Op::logical_or, one_alone, b.binary(Op::less, difference, b.c(k))));
  b.program.body = {b.loop(
      s, b.c(0), b.x(0), b.c(1),
      {b.loop(t, b.c(0), b.x(1), b.c(1), {b.branch(allowed, {b.option({b.sub(b.x(0), b.t(s)), b.sub(b.x(1), b.t(t))})})})})};
  return b.program;
}

}  // namespace bouton::test

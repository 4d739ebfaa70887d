#include "engine/table/batch/unrolled.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/program/analysis/affine.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"
#include "engine/table/batch/loop_rounds.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMostRoundsWrittenOut = 8;
constexpr std::size_t kMostStatements = 400;
/// Operands, counted as often as they are read, of an expression that is put in for a variable.
constexpr std::size_t kMostOperands = 60;

/// Whether a `leave` in the block leaves the loop that the block is the body of.
bool leaves_loop(const Block& block) {
  return std::ranges::any_of(block, [](const Statement& statement) {
    if (statement.kind == Statement::Kind::leave) return true;
    return statement.kind == Statement::Kind::branch && (leaves_loop(statement.body) || leaves_loop(statement.otherwise));
  });
}

class Unroller {
 public:
  explicit Unroller(const MoveProgram& program) : out_(program) {}

  std::optional<MoveProgram> run() {
    const Block body = std::move(out_.body);
    Known known;
    out_.body = block(body, known);
    if (!changed_ || statements_ > kMostStatements) return std::nullopt;
    return std::move(out_);
  }

 private:
  /// What slots hold, as far as that is known: expressions of what does not change meanwhile.
  using Known = std::map<Slot, ExpressionId>;

  /// The slot changes: so does what depends on it.
  void forget(Known& known, Slot slot) const {
    known.erase(slot);
    std::erase_if(known, [&](const auto& entry) { return depends_on_slot(out_, entry.second, slot); });
  }
  void forget_assigned(Known& known, const Block& body) const {
    std::vector<Slot> slots;
    collect_assigned(body, slots);
    collect_loops(body, slots);
    for (const Slot slot : slots) forget(known, slot);
  }

  std::size_t operands(ExpressionId id) const {
    std::size_t count = 1;
    for_each_operand(out_[id], [&](ExpressionId operand) {
      if (count <= kMostOperands) count += operands(operand);
    });
    return count;
  }

  ExpressionId put_in(ExpressionId id, const Known& known) {
    if (known.empty()) return id;
    std::map<ExpressionId, ExpressionId> done;
    return put_in(id, known, done);
  }
  ExpressionId put_in(ExpressionId id, const Known& known, std::map<ExpressionId, ExpressionId>& done) {
    if (const auto found = done.find(id); found != done.end()) return found->second;
    const Expression e = out_[id];  // a copy: the list of them grows
    ExpressionId result = id;
    const auto in = [&](ExpressionId operand) { return put_in(operand, known, done); };
    switch (operand_count(e.op)) {
      case 0:
        if (e.op == Op::variable)
          if (const auto value = known.find(static_cast<Slot>(e.value)); value != known.end()) {
            result = value->second;
            changed_ = true;
          }
        break;
      case 1: {
        const ExpressionId a = in(e.a);
        if (a != e.a) result = e.op == Op::element ? out_.element(static_cast<std::size_t>(e.value), a) : out_.unary(e.op, a);
        break;
      }
      case 2: {
        const ExpressionId a = in(e.a), b = in(e.b);
        if (a != e.a || b != e.b) result = out_.binary(e.op, a, b);
        break;
      }
      default: {
        const ExpressionId a = in(e.a), b = in(e.b), c = in(e.c);
        if (a != e.a || b != e.b || c != e.c) result = out_.select(a, b, c);
      }
    }
    done.emplace(id, result);
    return result;
  }

  Block block(const Block& statements, Known& known) {
    Block result;
    for (const Statement& statement : statements) {
      if (++statements_ > kMostStatements) return result;
      add(statement, known, result);
    }
    return result;
  }

  void add(const Statement& from, Known& known, Block& result) {
    Statement to = from;
    switch (from.kind) {
      case Statement::Kind::assign:
        to.a = put_in(from.a, known);
        forget(known, from.slot);
        if (!depends_on_slot(out_, to.a, from.slot) && operands(to.a) <= kMostOperands) known[from.slot] = to.a;
        break;
      case Statement::Kind::branch: {
        to.a = put_in(from.a, known);
        Known body = known, otherwise = known;
        to.body = block(from.body, body);
        to.otherwise = block(from.otherwise, otherwise);
        forget_assigned(known, from.body);
        forget_assigned(known, from.otherwise);
        break;
      }
      case Statement::Kind::loop:
        if (write_out(from, known, result)) return;
        add_loop(from, known, to);
        break;
      default:
        for (std::vector<ExpressionId>& position : to.to)
          for (ExpressionId& id : position) id = put_in(id, known);
        for (ExpressionId& id : to.label_arguments) id = put_in(id, known);
    }
    result.push_back(std::move(to));
  }

  void add_loop(const Statement& from, Known& known, Statement& to) {
    for (ExpressionId* bound : {&to.a, &to.b, &to.c}) *bound = put_in(*bound, known);
    // What one round leaves, the next one finds.
    forget_assigned(known, from.body);
    forget(known, from.slot);
    Known body = known;
    to.body = block(from.body, body);
  }

  /// The rounds one after another, where they are few and known. False if not.
  bool write_out(const Statement& loop, Known& known, Block& result) {
    const Expression first = out_[put_in(loop.a, known)], last = out_[put_in(loop.b, known)],
                     step = out_[put_in(loop.c, known)];
    for (const Expression* bound : {&first, &last, &step})
      if (bound->op != Op::constant) return false;
    if (step.value == 0 || leaves_loop(loop.body)) return false;
    const std::uint64_t count = loop_count(first.value, last.value, step.value);
    if (count > kMostRoundsWrittenOut) return false;
    changed_ = true;
    for (std::uint64_t round = 0; round < count; ++round) {
      forget(known, loop.slot);
      known[loop.slot] = out_.constant(first.value + static_cast<std::int64_t>(round) * step.value);
      for (Statement& statement : block(loop.body, known)) result.push_back(std::move(statement));
    }
    forget(known, loop.slot);
    return true;
  }

  MoveProgram out_;
  std::size_t statements_ = 0;
  bool changed_ = false;
};

}  // namespace

std::optional<MoveProgram> unrolled(const MoveProgram& program) { return Unroller(program).run(); }

}  // namespace bouton

// Independence, read off the program of the moves: each family of options belongs to one number of the list, and the families
// of every number are, spelled without its place in the list, those of a list of one number.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "engine/program/analysis/affine.h"
#include "engine/program/analysis/move_families.h"
#include "engine/program/operands.h"
#include "engine/rules/independence.h"

namespace bouton {
namespace {

/// Spells families of one number of a list so that equal texts mean equal moves.
class Spelling {
 public:
  Spelling(const MoveProgram& program, std::size_t number) : program_(program), number_(number) {}

  /// Nothing where the family looks at another number, or is too long to be spelled.
  std::optional<std::string> family(const Family& family) {
    text_.clear();
    ends_ = false;
    loops_ = &family.loops;
    for (const CountedLoop& loop : family.loops) {
      text_ += fmt::format("loop {} ", loop.step);
      expression(loop.first);
      expression(loop.last);
    }
    for (const Guard& guard : family.guards) {
      text_ += fmt::format("if {} {} ", guard.depth, guard.wanted);
      expression(guard.condition);
    }
    text_ += "to ";
    expression(family.to[number_]);
    if (ends_) return std::nullopt;
    return text_;
  }

 private:
  static constexpr std::size_t kLongest = 10'000;

  void expression(ExpressionId id) {
    if (text_.size() > kLongest) ends_ = true;
    if (ends_) return;
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::coordinate:
        ends_ = static_cast<std::size_t>(e.value) != number_;
        text_ += "x ";
        return;
      case Op::variable: {
        const auto loop = std::ranges::find(*loops_, static_cast<Slot>(e.value), &CountedLoop::slot);
        ends_ = loop == loops_->end();
        text_ += fmt::format("v{} ", loop - loops_->begin());
        return;
      }
      case Op::element: text_ += fmt::format("[{}] ", fmt::join(program_.lists[static_cast<std::size_t>(e.value)], ",")); break;
      default: text_ += fmt::format("{}:{} ", static_cast<int>(e.op), e.value); break;
    }
    for_each_operand(e, [&](ExpressionId operand) { expression(operand); });
  }

  const MoveProgram& program_;
  const std::size_t number_;
  const std::vector<CountedLoop>* loops_ = nullptr;
  std::string text_;
  bool ends_ = false;
};

bool is_coordinate(const MoveProgram& program, ExpressionId expression, std::size_t number) {
  const Expression& e = program[expression];
  return e.op == Op::coordinate && static_cast<std::size_t>(e.value) == number;
}

/// The number of the list that a family changes, if it is one.
std::optional<std::size_t> changed_number(const MoveProgram& program, const Family& family) {
  std::optional<std::size_t> changed;
  for (std::size_t i = 0; i < family.to.size(); ++i) {
    if (is_coordinate(program, family.to[i], i)) continue;
    if (changed) return std::nullopt;
    changed = i;
  }
  return changed;
}

/// Of each number its families, spelled; nothing where some family is not one number's.
std::optional<std::vector<std::set<std::string>>> spelled(const Rules& rules, std::size_t dimensions) {
  const Lifting lifting = rules.lifting(dimensions);
  if (lifting.moves == nullptr || lifting.valid != nullptr || !lifting.valid_refusal.empty()) return std::nullopt;
  const Result<MoveFamilies> families = move_families(*lifting.moves);
  if (!families) return std::nullopt;
  std::vector<std::set<std::string>> texts(dimensions);
  for (const Family& family : families->families) {
    if (family.to.size() != dimensions) return std::nullopt;
    const std::optional<std::size_t> number = changed_number(families->program, family);
    if (!number) return std::nullopt;
    std::optional<std::string> text = Spelling(families->program, *number).family(family);
    if (!text) return std::nullopt;
    texts[*number].insert(*std::move(text));
  }
  return texts;
}

/// Whether the family's options have a smaller number at this place, as the bounds of its loops show.
bool makes_smaller(const MoveFamilies& families, const Family& family, std::size_t number, const Domain& domain) {
  const MoveProgram& program = families.program;
  Affine change = affine(program, family.to[number]);
  for (auto loop = family.loops.rbegin(); loop != family.loops.rend(); ++loop) {
    const std::int64_t coefficient = change.coefficient(loop->variable);
    if (coefficient == 0) continue;
    // The greatest change is at one end of the loop.
    const bool is_at_first = (coefficient < 0) == (loop->step > 0);
    if (is_at_first) {
      change = substituted(change, loop->variable, affine(program, loop->first));
    } else {
      if (loop->step < 0) return false;
      const std::optional<std::vector<Quotient>> last = as_minimum(program, loop->last);
      if (!last || last->front().divisor != 1) return false;
      change = substituted(change, loop->variable, last->front().sum);
    }
  }
  if (change.terms.size() > 1 || domain.axis(number).least < 0) return false;
  if (change.terms.empty()) return change.constant < 0;
  const auto& [term, coefficient] = change.terms.front();
  return is_coordinate(program, term, number) && coefficient <= 1 && change.constant < 0;
}

}  // namespace

std::optional<std::vector<std::size_t>> kinds_of_coordinates(const Rules& rules, std::size_t dimensions) {
  const auto texts = spelled(rules, dimensions);
  if (!texts) return std::nullopt;
  std::vector<std::size_t> kinds;
  std::map<std::set<std::string>, std::size_t> numbers;
  for (const std::set<std::string>& of_coordinate : *texts)
    kinds.push_back(of_coordinate.empty() ? 0 : numbers.emplace(of_coordinate, numbers.size() + 1).first->second);
  return kinds;
}

bool moves_make_smaller(const Rules& rules, std::size_t dimensions) {
  const Lifting lifting = rules.lifting(dimensions);
  if (lifting.moves == nullptr) return false;
  const Result<MoveFamilies> families = move_families(*lifting.moves);
  if (!families) return false;
  return std::ranges::all_of(families->families, [&](const Family& family) {
    if (family.to.size() != dimensions) return false;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < dimensions; ++i) {
      if (is_coordinate(families->program, family.to[i], i)) continue;
      if (!makes_smaller(*families, family, i, rules.domain())) return false;
      ++changed;
    }
    return changed > 0;
  });
}

bool independence_is_proved(const Rules& rules, std::size_t dimensions) {
  const Domain& domain = rules.domain();
  if (!domain.is_piles() || !domain.has_length(1) || !domain.has_length(dimensions)) return false;
  const auto alone = spelled(rules, 1);
  if (!alone) return false;
  const auto all = spelled(rules, dimensions);
  return all && std::ranges::all_of(*all, [&](const std::set<std::string>& one) { return one == alone->front(); });
}

std::string independence_claim(const Rules& rules, std::size_t dimensions) {
  if (!rules.independent() || rules.play() != Play::normal || independence_is_proved(rules, dimensions)) return {};
  const std::string where = rules.where(Rules::Claim::independence);
  const std::size_t end = where.find_last_not_of(": ");
  const std::string_view field = rules.domain().is_terms() ? "components" : "independent";
  return end == std::string::npos ? std::string(field) : fmt::format("{} ({})", field, where.substr(0, end + 1));
}

}  // namespace bouton

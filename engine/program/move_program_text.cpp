// MoveProgram as text.
#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/program/move_program.h"

namespace bouton {
namespace {

/// Lua's precedences, loosest first.
enum Precedence {
  kOr = 1,
  kAnd,
  kComparison,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum = 9,  // concatenation would be 8
  kProduct,
  kUnary,
  kAtom
};

struct InfixOperator {
  std::string_view text;
  Precedence precedence;
};

InfixOperator infix(Op op) {
  switch (op) {
    case Op::add: return {" + ", kSum};
    case Op::sub: return {" - ", kSum};
    case Op::mul: return {" * ", kProduct};
    case Op::floor_div: return {" // ", kProduct};
    case Op::floor_mod: return {" % ", kProduct};
    case Op::bit_and: return {" & ", kBitAnd};
    case Op::bit_or: return {" | ", kBitOr};
    case Op::bit_xor: return {" ~ ", kBitXor};
    case Op::shift_left: return {" << ", kShift};
    case Op::shift_right: return {" >> ", kShift};
    case Op::equal: return {" == ", kComparison};
    case Op::less: return {" < ", kComparison};
    case Op::less_equal: return {" <= ", kComparison};
    case Op::logical_and: return {" and ", kAnd};
    case Op::logical_or: return {" or ", kOr};
    default: return {"", kAtom};
  }
}

/// How the functions of Lua's math library are called.
enum class Style {
  lua,   ///< math.min(S, L)
  terse  ///< min(S, L)
};

class ExpressionPrinter {
 public:
  ExpressionPrinter(const MoveProgram& program, Style style) : program_(program), style_(style) {}

  std::string print(ExpressionId id, int least_precedence = kOr) const {
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::constant: return enclose(fmt::format("{}", e.value), e.value < 0 ? kUnary : kAtom, least_precedence);
      case Op::coordinate: return program_.coordinate_names[static_cast<std::size_t>(e.value)];
      case Op::variable: return program_.slot_names[static_cast<std::size_t>(e.value)];
      case Op::element: return fmt::format("{}[{}]", list(static_cast<std::size_t>(e.value)), print(e.a));
      case Op::min: return call("min", {e.a, e.b}, e.op);
      case Op::max: return call("max", {e.a, e.b}, e.op);
      case Op::abs: return call("abs", {e.a}, e.op);
      case Op::unsigned_less: return call("ult", {e.a, e.b}, e.op);
      case Op::neg: return enclose("-" + print(e.a, kUnary), kUnary, least_precedence);
      case Op::bit_not: return enclose("~" + print(e.a, kUnary), kUnary, least_precedence);
      case Op::logical_not:
        if (program_[e.a].op == Op::equal) return compare(program_[e.a], " ~= ", least_precedence);
        return enclose("not " + print(e.a, kUnary), kUnary, least_precedence);
      case Op::select:
        return enclose(fmt::format("{} and {} or {}", print(e.a, kAnd), print(e.b, kComparison), print(e.c, kAnd)), kOr,
                       least_precedence);
      case Op::equal:
      case Op::less:
      case Op::less_equal: return compare(e, infix(e.op).text, least_precedence);
      default: {
        const InfixOperator sign = infix(e.op);
        const bool associative = e.op == Op::logical_and || e.op == Op::logical_or;
        return enclose(fmt::format("{}{}{}", print(e.a, sign.precedence), sign.text,
                                   print(e.b, associative ? sign.precedence : sign.precedence + 1)),
                       sign.precedence, least_precedence);
      }
    }
  }

  /// The negation, as Lua authors write it.
  std::string print_not(ExpressionId id) const {
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::logical_not: return print(e.a);
      case Op::equal: return compare(e, " ~= ", kOr);
      case Op::less: return compare(e, " >= ", kOr);
      case Op::less_equal: return compare(e, " > ", kOr);
      default: return "not " + print(id, kUnary);
    }
  }

 private:
  static std::string enclose(std::string text, int precedence, int least) {
    return precedence < least ? "(" + text + ")" : text;
  }

  /// A comparison; a constant stands on the right.
  std::string compare(const Expression& e, std::string_view sign, int least_precedence) const {
    ExpressionId a = e.a, b = e.b;
    if (program_[a].op == Op::constant && program_[b].op != Op::constant) {
      std::swap(a, b);
      constexpr std::array<std::pair<std::string_view, std::string_view>, 4> mirrored{
          {{" < ", " > "}, {" <= ", " >= "}, {" > ", " < "}, {" >= ", " <= "}}};
      for (const auto& [from, to] : mirrored) {
        if (sign != from) continue;
        sign = to;
        break;
      }
    }
    return enclose(fmt::format("{}{}{}", print(a, kBitOr), sign, print(b, kBitOr)), kComparison, least_precedence);
  }

  std::string call(std::string_view name, std::initializer_list<ExpressionId> arguments, Op flattened) const {
    std::string text;
    const auto add = [&](const auto& self, ExpressionId id) -> void {
      const Expression& e = program_[id];
      if (e.op == flattened && (flattened == Op::min || flattened == Op::max)) {
        self(self, e.a);
        self(self, e.b);
        return;
      }
      if (!text.empty()) text += ", ";
      text += print(id);
    };
    for (const ExpressionId argument : arguments) add(add, argument);
    return fmt::format("{}{}({})", style_ == Style::lua ? "math." : "", name, text);
  }

  std::string list(std::size_t number) const {
    constexpr std::size_t kShown = 6;
    const std::vector<std::int64_t>& values = program_.lists[number];
    std::string text;
    for (std::size_t i = 0; i < std::min(values.size(), kShown); ++i)
      text += fmt::format("{}{}", i == 0 ? "" : ", ", values[i]);
    if (values.size() > kShown) text += ", ...";
    return "{" + text + "}";
  }

  const MoveProgram& program_;
  Style style_;
};

/// A line of the listing, in the columns it is aligned by.
struct Line {
  std::string where, what, context, to;
};

class ProgramPrinter {
 public:
  ProgramPrinter(const MoveProgram& program, const std::vector<std::string>& label_names)
      : program_(program), expressions_(program, Style::terse), label_names_(label_names) {}

  std::string print() {
    visit(program_.body);
    std::size_t where = 0, what = 0, context = 0;
    for (const Line& line : lines_) {
      where = std::max(where, line.where.size());
      what = std::max(what, line.what.size());
      if (!line.to.empty()) context = std::max(context, line.context.size());
    }
    std::string text;
    for (const Line& line : lines_) {
      std::string row = where == 0 ? std::string() : fmt::format("{:<{}} ", line.where, where);
      row += fmt::format("{:<{}}", line.what, what);
      if (context > 0 || !line.context.empty()) row += fmt::format("  {:<{}}", line.context, context);
      if (!line.to.empty()) row += " -> " + line.to;
      row.erase(row.find_last_not_of(' ') + 1);
      text += row + "\n";
    }
    return text;
  }

 private:
  void visit(const Block& block) {
    for (const Statement& statement : block) visit(statement);
  }

  void visit(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::assign:
        add(s, fmt::format("{} = {}", program_.slot_names[s.slot], expressions_.print(s.a)), {});
        break;
      case Statement::Kind::loop: within(loop_text(s), s.body); break;
      case Statement::Kind::branch:
        within("if " + expressions_.print(s.a), s.body);
        within("if " + expressions_.print_not(s.a), s.otherwise);
        break;
      case Statement::Kind::option: add(s, label_text(s, "move"), position_text(s.to.at(0))); break;
      case Statement::Kind::split: add(s, label_text(s, "split"), sum_text(s)); break;
      case Statement::Kind::leave: add(s, "leave", {}); break;
      case Statement::Kind::finish: add(s, "return", s.to.empty() ? std::string() : position_text(s.to[0])); break;
    }
  }

  void within(std::string context, const Block& block) {
    context_.push_back(std::move(context));
    visit(block);
    context_.pop_back();
  }

  void add(const Statement& s, std::string what, std::string to) {
    std::string context;
    for (const std::string& part : context_) context += (context.empty() ? "" : ", ") + part;
    lines_.push_back({s.line > 0 ? fmt::format("line {}:", s.line) : "", std::move(what), std::move(context), std::move(to)});
  }

  std::string loop_text(const Statement& s) const {
    // A loop to the end of the integers is left from within.
    const Expression& step = program_[s.c];
    const Expression& last = program_[s.b];
    const bool has_end = last.op != Op::constant || last.value != (step.value < 0 ? std::numeric_limits<std::int64_t>::min()
                                                                                  : std::numeric_limits<std::int64_t>::max());
    std::string text = fmt::format("{} in {}..{}", program_.slot_names[s.slot], expressions_.print(s.a, kSum),
                                   has_end ? expressions_.print(s.b, kSum) : std::string());
    if (step.op != Op::constant || step.value != 1) text += " by " + expressions_.print(s.c, kSum);
    return text;
  }

  std::string label_text(const Statement& s, std::string_view unnamed) const {
    if (!s.label_arguments.empty()) return computed_label(program_, s);
    const Label label = name_of(s.label);
    const std::string named = label < label_names_.size() ? label_names_[label] : "";
    const std::string kind(name(kind_of(s.label)));
    if (!kind.empty()) return named.empty() ? kind : kind + " " + named;
    return named.empty() ? std::string(unnamed) : named;
  }

  std::string position_text(const std::vector<ExpressionId>& position) const {
    std::string text;
    for (const ExpressionId coordinate : position) text += (text.empty() ? "" : ", ") + expressions_.print(coordinate);
    return "(" + text + ")";
  }

  std::string sum_text(const Statement& s) const {
    std::string text;
    for (const auto& position : s.to) text += (text.empty() ? "" : " + ") + position_text(position);
    return text.empty() ? "nothing" : text;
  }

  const MoveProgram& program_;
  ExpressionPrinter expressions_;
  const std::vector<std::string>& label_names_;
  std::vector<std::string> context_;
  std::vector<Line> lines_;
};

}  // namespace

std::string computed_label(const MoveProgram& program, const Statement& option) {
  const std::vector<std::string>& pattern = program.label_patterns[option.label_pattern];
  std::string name = pattern[0];
  for (std::size_t i = 0; i < option.label_arguments.size(); ++i)
    name += fmt::format("<{}>{}", to_string(program, option.label_arguments[i]), pattern[i + 1]);
  return name;
}

std::string to_string(const MoveProgram& program, ExpressionId expression) {
  return ExpressionPrinter(program, Style::lua).print(expression);
}

std::string to_string(const MoveProgram& program, const std::vector<std::string>& label_names) {
  return ProgramPrinter(program, label_names).print();
}

}  // namespace bouton

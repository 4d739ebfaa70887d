#include "engine/automata/expression/regular_expression.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace bouton {
namespace {

constexpr std::size_t kMostStates = 64;
/// Expressions on the way are shorter than this many times what is wanted, or there is none.
constexpr std::size_t kLongerOnTheWay = 30;

class Expression;
using Expressions = std::vector<Expression>;

/// A value; equal expressions have equal texts.
class Expression {
 public:
  enum class Kind { none, empty, letter, sequence, choice, repeated };

  /// No word, the empty word, a letter.
  static Expression none() { return Expression(Kind::none, {}, "none"); }
  static Expression empty() { return Expression(Kind::empty, {}, "()"); }
  static Expression letter(std::string text) { return Expression(Kind::letter, {}, std::move(text)); }
  /// One word after the other, words of either, words of it any number of times.
  static Expression sequence(const Expression& first, const Expression& second);
  static Expression choice(const Expression& a, const Expression& b);
  static Expression repeated(const Expression& of);

  bool is_none() const { return kind_ == Kind::none; }
  const std::string& text() const { return text_; }
  std::size_t length() const { return text_.size(); }
  friend bool operator==(const Expression& a, const Expression& b) { return a.text_ == b.text_; }

 private:
  Expression(Kind kind, Expressions parts, std::string text)
      : kind_(kind), parts_(std::make_shared<const Expressions>(std::move(parts))), text_(std::move(text)) {}

  static Expression sequence_of(Expressions factors);
  static Expression choice_of(Expressions alternatives);
  static std::optional<Expression> joined(const Expression& a, const Expression& b);
  Expressions factors() const;
  Expressions alternatives() const;
  /// Whether the empty word is one of them.
  bool has_empty() const;
  /// The text between others in a sequence. A choice one of whose alternatives is the empty word ends in "?", before which it
  /// is in parentheses already.
  std::string factor_text() const {
    const auto is_empty = [](const Expression& part) { return part.kind_ == Kind::empty; };
    return kind_ == Kind::choice && std::ranges::none_of(*parts_, is_empty) ? "(" + text_ + ")" : text_;
  }

  Kind kind_;
  std::shared_ptr<const Expressions> parts_;
  std::string text_;
};

Expressions Expression::factors() const {
  if (kind_ == Kind::sequence) return *parts_;
  if (kind_ == Kind::empty) return {};
  return {*this};
}

Expressions Expression::alternatives() const {
  if (kind_ == Kind::choice) return *parts_;
  if (kind_ == Kind::none) return {};
  return {*this};
}

bool Expression::has_empty() const {
  switch (kind_) {
    case Kind::empty:
    case Kind::repeated: return true;
    case Kind::choice: return std::ranges::any_of(*parts_, &Expression::has_empty);
    case Kind::sequence: return std::ranges::all_of(*parts_, &Expression::has_empty);
    default: return false;
  }
}

Expression Expression::sequence_of(Expressions factors) {
  if (factors.empty()) return empty();
  if (factors.size() == 1) return factors[0];
  std::string text;
  for (const Expression& factor : factors) text += factor.factor_text();
  return Expression(Kind::sequence, std::move(factors), std::move(text));
}

Expression Expression::sequence(const Expression& first, const Expression& second) {
  if (first.is_none() || second.is_none()) return none();
  Expressions factors = first.factors();
  for (const Expression& factor : second.factors()) {
    // x*x* is x*.
    if (!factors.empty() && factor.kind_ == Kind::repeated && factors.back() == factor) continue;
    factors.push_back(factor);
  }
  return sequence_of(std::move(factors));
}

/// What two alternatives are together, where that is one expression: one that has the other in it, or with a common beginning
/// or end.
std::optional<Expression> Expression::joined(const Expression& a, const Expression& b) {
  if (a == b) return a;
  if (a.kind_ == Kind::empty && b.has_empty()) return b;
  if (b.kind_ == Kind::empty && a.has_empty()) return a;
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    // x x* or the empty word: x*.
    if (one->kind_ != Kind::empty || other->kind_ != Kind::sequence) continue;
    const Expressions& factors = *other->parts_;
    for (const bool at_end : {true, false}) {
      const Expression& star = at_end ? factors.back() : factors.front();
      if (star.kind_ != Kind::repeated) continue;
      const Expressions rest =
          at_end ? Expressions(factors.begin(), factors.end() - 1) : Expressions(factors.begin() + 1, factors.end());
      if (star == repeated(sequence_of(rest))) return star;
    }
  }
  const Expressions of_a = a.factors(), of_b = b.factors();
  if (of_a.empty() || of_b.empty()) return std::nullopt;
  std::size_t head = 0;
  const std::size_t shorter = std::min(of_a.size(), of_b.size());
  while (head < shorter && of_a[head] == of_b[head]) ++head;
  std::size_t tail = 0;
  while (head + tail < shorter && of_a[of_a.size() - 1 - tail] == of_b[of_b.size() - 1 - tail]) ++tail;
  if (head + tail == 0) return std::nullopt;
  const auto middle = [&](const Expressions& of) {
    return sequence_of(
        Expressions(of.begin() + static_cast<std::ptrdiff_t>(head), of.end() - static_cast<std::ptrdiff_t>(tail)));
  };
  const Expression first = sequence_of(Expressions(of_a.begin(), of_a.begin() + static_cast<std::ptrdiff_t>(head)));
  const Expression last = sequence_of(Expressions(of_a.end() - static_cast<std::ptrdiff_t>(tail), of_a.end()));
  return sequence(sequence(first, choice(middle(of_a), middle(of_b))), last);
}

Expression Expression::choice_of(Expressions alternatives) {
  if (alternatives.empty()) return none();
  if (alternatives.size() == 1) return alternatives[0];
  std::ranges::sort(alternatives, [](const Expression& a, const Expression& b) {
    return std::pair(a.length(), a.text_) < std::pair(b.length(), b.text_);
  });
  const auto is_empty = [](const Expression& expression) { return expression.kind_ == Kind::empty; };
  const bool optional = std::ranges::any_of(alternatives, is_empty);
  std::string text;
  std::size_t others = 0;
  for (const Expression& alternative : alternatives) {
    if (is_empty(alternative)) continue;
    text += (text.empty() ? "" : "|") + alternative.text_;
    ++others;
  }
  if (optional) {
    const Expression& last = *std::ranges::find_if_not(alternatives, is_empty);
    text = (others == 1 && last.kind_ == Kind::letter ? text : "(" + text + ")") + "?";
  }
  return Expression(Kind::choice, std::move(alternatives), std::move(text));
}

Expression Expression::choice(const Expression& a, const Expression& b) {
  Expressions alternatives = a.alternatives();
  for (const Expression& other : b.alternatives()) {
    Expression added = other;
    // Whatever can be joined is, until nothing more can: each time there is one alternative less.
    for (std::size_t i = 0; i < alternatives.size();) {
      std::optional<Expression> together = joined(alternatives[i], added);
      if (!together || together->length() > alternatives[i].length() + added.length()) {
        ++i;
        continue;
      }
      alternatives.erase(alternatives.begin() + static_cast<std::ptrdiff_t>(i));
      added = *std::move(together);
      i = 0;
    }
    for (const Expression& part : added.alternatives())
      if (std::ranges::find(alternatives, part) == alternatives.end()) alternatives.push_back(part);
  }
  if (std::ranges::any_of(alternatives, [](const Expression& e) { return e.kind_ != Kind::empty && e.has_empty(); }))
    std::erase_if(alternatives, [](const Expression& e) { return e.kind_ == Kind::empty; });
  return choice_of(std::move(alternatives));
}

Expression Expression::repeated(const Expression& of) {
  if (of.kind_ == Kind::none || of.kind_ == Kind::empty) return empty();
  if (of.kind_ == Kind::repeated) return of;
  if (of.kind_ == Kind::choice) {
    // (x|y*)* is (x|y)*, and nothing is there anyway.
    Expression inner = none();
    bool simpler = false;
    for (const Expression& part : *of.parts_) {
      simpler = simpler || part.kind_ == Kind::empty || part.kind_ == Kind::repeated;
      if (part.kind_ != Kind::empty) inner = choice(inner, part.kind_ == Kind::repeated ? (*part.parts_)[0] : part);
    }
    if (simpler) return repeated(inner);
  }
  const std::string text = of.kind_ == Kind::letter ? of.text_ : "(" + of.text_ + ")";
  return Expression(Kind::repeated, {of}, text + "*");
}

std::string letter_text(const Automaton& automaton, Letter letter) {
  if (automaton.tracks() == 1) return std::to_string(automaton.digit(letter, 0));
  std::string text;
  for (std::size_t track = 0; track < automaton.tracks(); ++track)
    text += fmt::format("{}{}", text.empty() ? "[" : ",", automaton.digit(letter, track));
  return text + "]";
}

/// The automaton with expressions for letters, and one state more at either end.
class Elimination {
 public:
  explicit Elimination(const Automaton& automaton)
      : states_(automaton.states() + 2), edges_(states_ * states_, Expression::none()), gone_(states_, false) {
    edge(states_ - 2, 0) = Expression::empty();
    for (std::size_t from = 0; from < automaton.states(); ++from) {
      if (automaton.accepting(static_cast<State>(from))) edge(from, states_ - 1) = Expression::empty();
      for (Letter letter = 0; letter < automaton.letters(); ++letter) {
        const State to = automaton.next(static_cast<State>(from), letter);
        if (to == kNoState) continue;
        Expression& there = edge(from, static_cast<std::size_t>(to));
        there = Expression::choice(there, Expression::letter(letter_text(automaton, letter)));
      }
    }
  }

  /// Nothing where an expression gets longer than `most_characters` on the way.
  std::optional<Expression> run(std::size_t most_characters) {
    for (std::size_t left = states_ - 2; left > 0; --left)
      if (!eliminate(cheapest(), most_characters)) return std::nullopt;
    return edge(states_ - 2, states_ - 1);
  }

 private:
  Expression& edge(std::size_t from, std::size_t to) { return edges_[from * states_ + to]; }

  /// The state through which the shortest ways lead, all of them together.
  std::size_t cheapest() {
    std::size_t best = 0, least = ~std::size_t{0};
    for (std::size_t state = 0; state < states_ - 2; ++state) {
      if (gone_[state]) continue;
      std::size_t in = 0, out = 0, length_in = 0, length_out = 0;
      for (std::size_t other = 0; other < states_; ++other) {
        if (gone_[other] || other == state) continue;
        if (!edge(other, state).is_none()) ++in, length_in += edge(other, state).length();
        if (!edge(state, other).is_none()) ++out, length_out += edge(state, other).length();
      }
      const std::size_t round = edge(state, state).is_none() ? 0 : edge(state, state).length();
      const std::size_t cost = length_in * out + length_out * in + round * in * out;
      if (cost < least) least = cost, best = state;
    }
    return best;
  }

  bool eliminate(std::size_t state, std::size_t most_characters) {
    gone_[state] = true;
    const Expression rounds = Expression::repeated(edge(state, state));
    for (std::size_t from = 0; from < states_; ++from) {
      if (gone_[from] || edge(from, state).is_none()) continue;
      const Expression before = Expression::sequence(edge(from, state), rounds);
      for (std::size_t to = 0; to < states_; ++to) {
        if (gone_[to] || edge(state, to).is_none()) continue;
        Expression& there = edge(from, to);
        there = Expression::choice(there, Expression::sequence(before, edge(state, to)));
        if (there.length() > most_characters) return false;
      }
    }
    return true;
  }

  std::size_t states_;
  Expressions edges_;
  std::vector<bool> gone_;
};

}  // namespace

std::optional<std::string> regular_expression(const Automaton& automaton, std::size_t most_characters) {
  if (automaton.states() > kMostStates) return std::nullopt;
  const std::optional<Expression> found = Elimination(automaton).run(kLongerOnTheWay * most_characters);
  if (!found || found->length() > most_characters) return std::nullopt;
  return found->text();
}

}  // namespace bouton

#include "engine/theorem/predicate/predicate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/linear/saturating.h"
#include "engine/position/integer.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

/// How strongly Lua binds, from the weakest.
enum Binding { by_or, by_and, by_comparison, by_bar, by_tilde, by_ampersand, by_sum, by_product, by_sign, atom };

struct Text {
  std::string text;
  Binding binding;
};

std::string within(const Text& part, Binding least) { return part.binding < least ? "(" + part.text + ")" : part.text; }

Text text_of(const Term& term, const std::vector<std::string>& names);

Text sum_of(const Term& term, const std::vector<std::string>& names) {
  std::string text;
  for (const Term& part : term.parts) {
    const bool taken_off = (part.kind == Term::Kind::multiple || part.kind == Term::Kind::number) && part.number < 0;
    if (!taken_off) {
      text += fmt::format("{}{}", text.empty() ? "" : " + ", within(text_of(part, names), by_sum));
      continue;
    }
    Term positive = part;
    positive.number = -part.number;
    const Text shown = positive.kind == Term::Kind::multiple && positive.number == 1 ? text_of(part.parts[0], names)
                                                                                     : text_of(positive, names);
    text += fmt::format("{}{}", text.empty() ? "-" : " - ", within(shown, by_product));
  }
  return {text, by_sum};
}

/// |x|, which is kept as the greater of x and -x.
const Term* inside_of_distance(const Term& term) {
  if (term.kind != Term::Kind::greatest || term.parts[1] != Term::times(-1, term.parts[0])) return nullptr;
  return &term.parts[0];
}

Text text_of(const Term& term, const std::vector<std::string>& names) {
  const auto part = [&](std::size_t number, Binding least) { return within(text_of(term.parts[number], names), least); };
  switch (term.kind) {
    case Term::Kind::number: return {std::to_string(term.number), term.number < 0 ? by_sign : atom};
    case Term::Kind::variable: return {names[static_cast<std::size_t>(term.number)], atom};
    case Term::Kind::sum: return sum_of(term, names);
    case Term::Kind::multiple:
      if (term.number == 1) return text_of(term.parts[0], names);
      if (term.number == -1) return {"-" + part(0, by_sign), by_sign};
      return {fmt::format("{}*{}", term.number, part(0, by_sign)), by_product};
    case Term::Kind::quotient: return {fmt::format("{} // {}", part(0, by_product), term.number), by_product};
    case Term::Kind::remainder: return {fmt::format("{} % {}", part(0, by_product), term.number), by_product};
    case Term::Kind::bits: {
      const Binding binding = term.number == 8 ? by_ampersand : term.number == 14 ? by_bar : by_tilde;
      const char sign = term.number == 8 ? '&' : term.number == 14 ? '|' : '~';
      return {fmt::format("{} {} {}", part(0, binding), sign, part(1, static_cast<Binding>(binding + 1))), binding};
    }
    case Term::Kind::floor_phi: return {fmt::format("floor_phi({})", part(0, by_or)), atom};
    case Term::Kind::floor_sqrt: return {fmt::format("floor_sqrt({}, {})", term.number, part(0, by_or)), atom};
    case Term::Kind::least: return {fmt::format("math.min({}, {})", part(0, by_or), part(1, by_or)), atom};
    case Term::Kind::greatest:
      if (const Term* const inside = inside_of_distance(term))
        return {fmt::format("math.abs({})", text_of(*inside, names).text), atom};
      return {fmt::format("math.max({}, {})", part(0, by_or), part(1, by_or)), atom};
  }
  return {};
}

Text text_of(const Predicate& predicate, const std::vector<std::string>& names) {
  const auto joined = [&](std::string_view word, Binding binding) -> Text {
    if (predicate.parts.empty()) return {binding == by_and ? "true" : "false", atom};
    if (predicate.parts.size() == 1) return text_of(predicate.parts[0], names);
    std::string text;
    for (const Predicate& part : predicate.parts)
      text += fmt::format("{}{}", text.empty() ? "" : fmt::format(" {} ", word), within(text_of(part, names), binding));
    return {text, binding};
  };
  switch (predicate.kind) {
    case Predicate::Kind::constant: return {predicate.holds ? "true" : "false", atom};
    case Predicate::Kind::compared: {
      constexpr std::array<std::string_view, 6> kSigns = {"==", "~=", "<", "<=", ">", ">="};
      return {fmt::format("{} {} {}", within(text_of(predicate.terms[0], names), by_bar),
                          kSigns[static_cast<std::size_t>(predicate.comparison)],
                          within(text_of(predicate.terms[1], names), by_bar)),
              by_comparison};
    }
    case Predicate::Kind::both: return joined("and", by_and);
    case Predicate::Kind::either: return joined("or", by_or);
    case Predicate::Kind::negation: return {"not " + within(text_of(predicate.parts[0], names), by_sign), by_sign};
    case Predicate::Kind::exists: {
      std::vector<std::string> more = names;
      more.push_back(predicate.name);
      return {fmt::format("exists(function({}) return {} end)", predicate.name, text_of(predicate.parts[0], more).text), atom};
    }
  }
  return {};
}

constexpr std::int64_t kGreatest = std::int64_t{1} << 62;

std::optional<std::int64_t> within_bounds(std::int64_t number) {
  if (number <= -kGreatest || number >= kGreatest) return std::nullopt;
  return number;
}

/// floor(n sqrt d) of n >= 0.
std::optional<std::int64_t> floor_of_root(std::int64_t n, std::int64_t d) {
  if (n < 0) return std::nullopt;
  const Integer square = widen(n) * widen(n) * widen(d);
  return narrow(Integer(sqrt(square)));
}

}  // namespace

std::string lua_text(const Predicate& predicate, const std::vector<std::string>& names) {
  return text_of(predicate, names).text;
}

namespace {

Term with_terms(Term term, const std::vector<Term>& terms, std::size_t variables) {
  if (term.kind == Term::Kind::variable) {
    const auto variable = static_cast<std::size_t>(term.number);
    return variable < terms.size() ? terms[variable] : Term::variable(variable - terms.size() + variables);
  }
  for (Term& part : term.parts) part = with_terms(std::move(part), terms, variables);
  return term;
}

}  // namespace

Predicate substituted(const Predicate& predicate, const std::vector<Term>& terms, std::size_t variables) {
  Predicate result = predicate;
  for (Term& term : result.terms) term = with_terms(std::move(term), terms, variables);
  for (Predicate& part : result.parts) part = substituted(part, terms, variables);
  return result;
}

std::optional<std::int64_t> value_of(const Term& term, std::span<const std::int64_t> numbers) {
  std::array<std::int64_t, 2> parts{};
  std::int64_t total = 0;
  for (std::size_t i = 0; i < term.parts.size(); ++i) {
    const std::optional<std::int64_t> value = value_of(term.parts[i], numbers);
    if (!value) return std::nullopt;
    if (i < parts.size()) parts[i] = *value;
    total = saturating_add(total, *value);
  }
  switch (term.kind) {
    case Term::Kind::number: return term.number;
    case Term::Kind::variable: return numbers[static_cast<std::size_t>(term.number)];
    case Term::Kind::sum: return within_bounds(total);
    case Term::Kind::multiple: return within_bounds(saturating_mul(term.number, parts[0]));
    case Term::Kind::quotient: return floor_div(parts[0], term.number);
    case Term::Kind::remainder: return parts[0] - term.number * floor_div(parts[0], term.number);
    case Term::Kind::bits:
      if (parts[0] < 0 || parts[1] < 0) return std::nullopt;
      return term.number == 8 ? parts[0] & parts[1] : term.number == 14 ? parts[0] | parts[1] : parts[0] ^ parts[1];
    case Term::Kind::floor_phi:
      // floor((n + floor(n sqrt 5)) / 2)
      if (const std::optional<std::int64_t> root = floor_of_root(parts[0], 5)) return (parts[0] + *root) / 2;
      return std::nullopt;
    case Term::Kind::floor_sqrt: return floor_of_root(parts[0], term.number);
    case Term::Kind::least: return std::min(parts[0], parts[1]);
    case Term::Kind::greatest: return std::max(parts[0], parts[1]);
  }
  return std::nullopt;
}

std::optional<bool> holds(const Predicate& predicate, std::span<const std::int64_t> numbers) {
  switch (predicate.kind) {
    case Predicate::Kind::constant: return predicate.holds;
    case Predicate::Kind::compared: {
      const std::optional<std::int64_t> a = value_of(predicate.terms[0], numbers), b = value_of(predicate.terms[1], numbers);
      if (!a || !b) return false;
      switch (predicate.comparison) {
        case ComparisonSign::equal: return *a == *b;
        case ComparisonSign::not_equal: return *a != *b;
        case ComparisonSign::less: return *a < *b;
        case ComparisonSign::at_most: return *a <= *b;
        case ComparisonSign::greater: return *a > *b;
        case ComparisonSign::at_least: return *a >= *b;
      }
      return std::nullopt;
    }
    case Predicate::Kind::both:
    case Predicate::Kind::either: {
      const bool all = predicate.kind == Predicate::Kind::both;
      for (const Predicate& part : predicate.parts) {
        const std::optional<bool> one = holds(part, numbers);
        if (!one || *one != all) return one;
      }
      return all;
    }
    case Predicate::Kind::negation: {
      const std::optional<bool> one = holds(predicate.parts[0], numbers);
      if (!one) return std::nullopt;
      return !*one;
    }
    case Predicate::Kind::exists: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace bouton

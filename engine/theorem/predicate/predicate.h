// Conditions on numbers, as people say them: linear arithmetic with remainders and quotients, comparisons, binary digits, the
// whole parts of multiples of an irrational number, and whether there is a number. As text they are Lua expressions.
//
// All numbers are integers without an end. A comparison that asks for what is not there (a digit, or the whole part of a
// multiple, of a number below 0) does not hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bouton {

/// An integer that depends on variables.
struct Term {
  enum class Kind : std::uint8_t {
    number,      ///< `number`
    variable,    ///< the variable `number`
    sum,         ///< of all parts
    multiple,    ///< `number` times the part
    quotient,    ///< floor(part / number), number >= 1
    remainder,   ///< part - number floor(part / number), number >= 1
    bits,        ///< each binary digit is bit 2 x + y of `number`, for the digits x, y of the two parts: 8 and, 14 or, 6 xor
    floor_phi,   ///< floor(part phi), phi = (1 + sqrt 5)/2
    floor_sqrt,  ///< floor(part sqrt(number)), where number >= 2 is no square
    least,       ///< of the two parts
    greatest     ///< of the two parts
  };
  Kind kind = Kind::number;
  std::int64_t number = 0;
  std::vector<Term> parts = {};

  static Term of(std::int64_t number) { return {Kind::number, number, {}}; }
  static Term variable(std::size_t variable) { return {Kind::variable, static_cast<std::int64_t>(variable), {}}; }
  static Term times(std::int64_t factor, Term part) { return {Kind::multiple, factor, {std::move(part)}}; }
  static Term quotient(Term part, std::int64_t by) { return {Kind::quotient, by, {std::move(part)}}; }
  static Term remainder(Term part, std::int64_t by) { return {Kind::remainder, by, {std::move(part)}}; }
  static Term bits(std::int64_t truth, Term a, Term b) { return {Kind::bits, truth, {std::move(a), std::move(b)}}; }
  static Term least(Term a, Term b) { return {Kind::least, 0, {std::move(a), std::move(b)}}; }
  static Term greatest(Term a, Term b) { return {Kind::greatest, 0, {std::move(a), std::move(b)}}; }
  /// |part|.
  static Term distance(const Term& part) { return greatest(part, times(-1, part)); }
  static Term floor_phi(Term part) { return {Kind::floor_phi, 0, {std::move(part)}}; }
  static Term floor_sqrt(std::int64_t of, Term part) { return {Kind::floor_sqrt, of, {std::move(part)}}; }

  friend Term operator+(Term a, Term b) { return {Kind::sum, 0, {std::move(a), std::move(b)}}; }
  friend Term operator-(Term a, Term b) { return std::move(a) + times(-1, std::move(b)); }
  friend bool operator==(const Term&, const Term&) = default;
};

enum class ComparisonSign : std::uint8_t { equal, not_equal, less, at_most, greater, at_least };

struct Predicate {
  enum class Kind : std::uint8_t {
    constant,  ///< true or false, as `holds` says
    compared,  ///< the two terms
    both,      ///< all parts; any number of them
    either,    ///< one of the parts; any number of them
    negation,  ///< the part does not hold
    exists     ///< the part holds for some integer >= 0 as the next variable
  };
  Kind kind = Kind::constant;
  bool holds = false;
  ComparisonSign comparison = ComparisonSign::equal;
  std::vector<Term> terms = {};  ///< two, where terms are compared
  std::vector<Predicate> parts = {};
  std::string name = {};  ///< of the variable of `exists`

  static Predicate of(bool holds) { return {.kind = Kind::constant, .holds = holds}; }
  static Predicate compared(Term a, ComparisonSign comparison, Term b) {
    return {.kind = Kind::compared, .comparison = comparison, .terms = {std::move(a), std::move(b)}};
  }
  static Predicate equal(Term a, Term b) { return compared(std::move(a), ComparisonSign::equal, std::move(b)); }
  static Predicate both(std::vector<Predicate> parts) { return {.kind = Kind::both, .parts = std::move(parts)}; }
  static Predicate either(std::vector<Predicate> parts) { return {.kind = Kind::either, .parts = std::move(parts)}; }
  static Predicate negation(Predicate part) { return {.kind = Kind::negation, .parts = {std::move(part)}}; }
  static Predicate exists(std::string name, Predicate part) {
    return {.kind = Kind::exists, .parts = {std::move(part)}, .name = std::move(name)};
  }
  friend bool operator==(const Predicate&, const Predicate&) = default;
};

/// As a Lua expression in which variable i is called names[i]. What read_predicate reads.
std::string lua_text(const Predicate& predicate, const std::vector<std::string>& names);

/// The same condition with these terms, in the first `variables` variables, in place of its first variables; those of `exists`
/// come behind.
Predicate substituted(const Predicate& predicate, const std::vector<Term>& terms, std::size_t variables);

/// Whether it holds of these numbers, beyond which `exists` has no variable: nothing where that is not seen, as of `exists`, or
/// where a number leaves 62 bits.
std::optional<bool> holds(const Predicate& predicate, std::span<const std::int64_t> numbers);
/// The same of a term's value; nothing, too, where it is none.
std::optional<std::int64_t> value_of(const Term& term, std::span<const std::int64_t> numbers);

}  // namespace bouton

#include "engine/theorem/predicate/predicate_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/base/spelling.h"
#include "engine/position/powers_and_roots.h"
#include "engine/theorem/statement/linear_cases.h"

namespace bouton {
namespace {

/// What is deeper is refused: expressions are read and worked on recursively.
constexpr int kMostNesting = 100;

class Reader {
 public:
  Reader(std::string_view text, const std::vector<std::string>& names) : text_(text), names_(names) { advance(); }

  Predicate predicate() {
    Predicate whole = condition(disjunction());
    expect_end();
    return whole;
  }
  Term term() {
    Term whole = number(disjunction());
    expect_end();
    return whole;
  }

 private:
  /// What was read, and where it begins.
  struct Read {
    std::variant<Term, Predicate> what;
    std::size_t at = 0;
  };

  [[noreturn]] void fail(std::size_t at, std::string_view message) const {
    const std::size_t end = std::min(text_.size(), at + 20);
    const std::string near = at >= text_.size() ? "at the end" : fmt::format("at '{}'", text_.substr(at, end - at));
    throw RequestError(fmt::format("character {}, {}: {}", at + 1, near, message));
  }

  // Words ---------------------------------------------------------------------------------------------------------------

  void advance() {
    while (next_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[next_])) != 0) ++next_;
    at_ = next_;
    const auto is_part = [&](std::size_t i) {
      return i < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[i])) != 0 || text_[i] == '_');
    };
    if (at_ == text_.size()) {
      word_ = {};
      return;
    }
    if (is_part(next_)) {
      while (is_part(next_)) ++next_;
    } else {
      constexpr std::array<std::string_view, 5> kSigns = {"//", "==", "~=", "<=", ">="};
      const std::string_view two = text_.substr(next_, 2);
      next_ += std::ranges::find(kSigns, two) != kSigns.end() ? 2 : 1;
    }
    word_ = text_.substr(at_, next_ - at_);
  }
  bool take(std::string_view word) {
    if (word_ != word) return false;
    advance();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) fail(at_, fmt::format("'{}' is expected here", word));
  }
  void expect_end() const {
    if (!word_.empty()) fail(at_, "the expression should end here");
  }

  // What was read as what it has to be ------------------------------------------------------------------------------------

  Term number(Read read) const {
    if (Term* const term = std::get_if<Term>(&read.what)) return std::move(*term);
    fail(read.at, "a number is expected here, not a condition");
  }
  Predicate condition(Read read) const {
    if (Predicate* const predicate = std::get_if<Predicate>(&read.what)) return std::move(*predicate);
    fail(read.at, "a condition is expected here, not a number; compare it with something");
  }
  static std::optional<std::int64_t> constant(const Term& term) {
    if (term.kind == Term::Kind::variable) return std::nullopt;
    if (!std::ranges::all_of(term.parts, [](const Term& part) { return constant(part).has_value(); })) return std::nullopt;
    return value_of(term, {});
  }
  std::int64_t small(const Term& term, std::size_t at, std::string_view what) const {
    const std::optional<std::int64_t> value = constant(term);
    if (!value) fail(at, what);
    if (*value > kGreatestLinearNumber || *value < -kGreatestLinearNumber)
      fail(at, fmt::format("constants are at most {}", kGreatestLinearNumber));
    return *value;
  }
  std::int64_t divisor(const Term& term, std::size_t at) const {
    const std::int64_t value = small(term, at, "the divisor has to be a constant");
    if (value < 1) fail(at, "the divisor has to be at least 1");
    return value;
  }

  // Levels of binding, from the weakest -----------------------------------------------------------------------------------

  class Deeper {
   public:
    explicit Deeper(Reader& reader) : reader_(reader) {
      if (++reader_.depth_ > kMostNesting) reader_.fail(reader_.at_, "the expression is too deep");
    }
    ~Deeper() { --reader_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Reader& reader_;
  };

  Read disjunction() {
    const Deeper deeper(*this);
    Read read = conjunction();
    if (word_ != "or") return read;
    std::vector<Predicate> parts = {condition(std::move(read))};
    while (take("or")) parts.push_back(condition(conjunction()));
    return {Predicate::either(std::move(parts)), read.at};
  }
  Read conjunction() {
    Read read = comparison();
    if (word_ != "and") return read;
    std::vector<Predicate> parts = {condition(std::move(read))};
    while (take("and")) parts.push_back(condition(comparison()));
    return {Predicate::both(std::move(parts)), read.at};
  }
  Read comparison() {
    constexpr std::array<std::string_view, 6> kSigns = {"==", "~=", "<", "<=", ">", ">="};
    const std::size_t at = at_;
    Read read = digits("|");
    if (word_ == "=") fail(at_, "values are compared by '=='");
    if (word_ == "!") fail(at_, "Lua writes 'not', and '~=' for not equal");
    const auto sign = std::ranges::find(kSigns, word_);
    if (sign == kSigns.end()) return read;
    advance();
    Term left = number(std::move(read));
    Term right = number(digits("|"));
    if (std::ranges::find(kSigns, word_) != kSigns.end()) fail(at_, "comparisons are joined by 'and'");
    return {Predicate::compared(std::move(left), static_cast<ComparisonSign>(sign - kSigns.begin()), std::move(right)), at};
  }
  /// `|`, then `~`, then `&`, then sums.
  Read digits(std::string_view sign) {
    const auto tighter = [&] { return sign == "|" ? digits("~") : sign == "~" ? digits("&") : sum(); };
    const std::int64_t truth = sign == "|" ? 14 : sign == "~" ? 6 : 8;
    const std::size_t at = at_;
    Read read = tighter();
    while (word_ == sign) {
      advance();
      Term left = number(std::move(read));
      read = {Term::bits(truth, std::move(left), number(tighter())), at};
    }
    return read;
  }
  Read sum() {
    const std::size_t at = at_;
    Read read = product();
    while (word_ == "+" || word_ == "-") {
      const bool taken_off = word_ == "-";
      advance();
      Term left = number(std::move(read)), right = number(product());
      if (taken_off) right = right.kind == Term::Kind::number ? Term::of(-right.number) : Term::times(-1, std::move(right));
      if (left.kind == Term::Kind::sum) left.parts.push_back(std::move(right));
      else left = std::move(left) + std::move(right);
      read = {std::move(left), at};
    }
    return read;
  }
  Read product() {
    const std::size_t at = at_;
    Read read = sign();
    while (word_ == "*" || word_ == "//" || word_ == "%" || word_ == "/" || word_ == "^") {
      const std::string_view by = word_;
      const std::size_t at_sign = at_;
      advance();
      if (by == "/") fail(at_sign, "numbers are divided by '//', which leaves out the remainder");
      if (by == "^") fail(at_sign, "powers are not linear");
      Term left = number(std::move(read));
      const std::size_t at_right = at_;
      Term right = number(sign());
      if (by == "//") {
        left = Term::quotient(std::move(left), divisor(right, at_right));
      } else if (by == "%") {
        left = Term::remainder(std::move(left), divisor(right, at_right));
      } else {
        if (!constant(left)) std::swap(left, right);
        const std::int64_t factor = small(left, at, "one factor of a product has to be a constant");
        left = Term::times(factor, std::move(right));
      }
      read = {std::move(left), at};
    }
    return read;
  }
  Read sign() {
    const Deeper deeper(*this);
    const std::size_t at = at_;
    if (take("not")) return {Predicate::negation(condition(sign())), at};
    if (word_ == "~") fail(at_, "'~' stands between two numbers here");
    if (!take("-")) return atom();
    Term term = number(sign());
    if (term.kind == Term::Kind::number) return {Term::of(-term.number), at};
    return {Term::times(-1, std::move(term)), at};
  }
  Read atom() {
    const std::size_t at = at_;
    if (word_.empty()) fail(at_, "something is missing");
    if (take("(")) {
      Read inside = disjunction();
      expect(")");
      inside.at = at;
      return inside;
    }
    if (take("true")) return {Predicate::of(true), at};
    if (take("false")) return {Predicate::of(false), at};
    if (std::isdigit(static_cast<unsigned char>(word_[0])) != 0) return {Term::of(literal()), at};
    const bool is_name = std::ranges::find(names_, word_) != names_.end();  // a coordinate may be called as a function is
    if (is_name) return {Term::variable(variable()), at};
    if (word_ == "exists" || word_ == "floor_phi" || word_ == "floor_sqrt" || word_ == "math") return call();
    return {Term::variable(variable()), at};
  }
  std::int64_t literal() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word_.data(), word_.data() + word_.size(), value);
    if (error != std::errc() || end != word_.data() + word_.size()) fail(at_, "this is no integer in decimal digits");
    if (value > kGreatestLinearNumber) fail(at_, fmt::format("constants are at most {}", kGreatestLinearNumber));
    advance();
    return value;
  }
  Term argument() { return number(disjunction()); }
  Read call() {
    const std::size_t at = at_;
    const std::string_view function = word_;
    advance();
    if (function == "exists") return exists(at);
    std::string_view name = function;
    if (function == "math") {
      expect(".");
      name = word_;
      if (name != "min" && name != "max" && name != "abs") fail(at_, "of math there are min, max and abs");
      advance();
    }
    expect("(");
    const std::size_t at_first = at_;
    Term first = argument();
    if (name == "floor_phi" || name == "abs") {
      expect(")");
      return {name == "abs" ? Term::distance(first) : Term::floor_phi(std::move(first)), at};
    }
    if (name == "floor_sqrt") {
      const std::int64_t of = small(first, at_first, "the number under the root has to be a constant");
      expect(",");
      Term part = argument();
      expect(")");
      if (of < 0) fail(at_first, "the number under the root must not be negative");
      if (is_square(of)) return {Term::times(whole_root(of), std::move(part)), at};
      return {Term::floor_sqrt(of, std::move(part)), at};
    }
    while (take(",")) {
      Term other = argument();
      first =
          name == "min" ? Term::least(std::move(first), std::move(other)) : Term::greatest(std::move(first), std::move(other));
    }
    expect(")");
    return {std::move(first), at};
  }
  Read exists(std::size_t at) {
    expect("(");
    expect("function");
    expect("(");
    std::vector<std::string> bound;
    do {
      if (word_.empty() || (std::isalpha(static_cast<unsigned char>(word_[0])) == 0 && word_[0] != '_'))
        fail(at_, "the name of a number is expected here");
      bound.emplace_back(word_);
      names_.emplace_back(word_);
      advance();
    } while (take(","));
    expect(")");
    expect("return");
    Predicate body = condition(disjunction());
    take(";");
    expect("end");
    expect(")");
    names_.resize(names_.size() - bound.size());
    while (!bound.empty()) {
      body = Predicate::exists(std::move(bound.back()), std::move(body));
      bound.pop_back();
    }
    return {std::move(body), at};
  }
  std::size_t variable() {
    const std::size_t at = at_;
    if (std::isalpha(static_cast<unsigned char>(word_[0])) == 0 && word_[0] != '_') fail(at_, "this has no place here");
    std::string name(word_);
    advance();
    if (word_ == "[") {
      advance();
      name += fmt::format("[{}]", word_);
      advance();
      expect("]");
    }
    // Of two variables of one name it is the inner one.
    const auto found = std::ranges::find(names_.rbegin(), names_.rend(), name);
    if (found == names_.rend())
      fail(at,
           fmt::format("there is no '{}'; the numbers are {}{}", name, fmt::join(names_, ", "), did_you_mean(name, names_)));
    return static_cast<std::size_t>(names_.rend() - found) - 1;
  }

  std::string_view text_;
  std::vector<std::string> names_;
  std::string_view word_;          ///< empty at the end
  std::size_t at_ = 0, next_ = 0;  ///< where the word begins, and where it ends
  int depth_ = 0;
};

}  // namespace

Predicate read_predicate(std::string_view text, const std::vector<std::string>& names) {
  return Reader(text, names).predicate();
}
Term read_term(std::string_view text, const std::vector<std::string>& names) { return Reader(text, names).term(); }

}  // namespace bouton
